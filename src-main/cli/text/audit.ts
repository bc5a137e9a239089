import { plainLine, plainText } from '../../base/plain-text.ts';
import type { AuditRecord, AuditVerification } from '../../contract/audit.ts';
import type { OutputOf } from '../../contract/procedures.ts';
import type { Actor } from '../../contract/question.ts';
import { moment } from './age.ts';
import { indented, pairs } from './lines.ts';
import type { Paint } from './paint.ts';
import type { Cell } from './table.ts';

type Value = AuditRecord['details'][string];

/** What only a machine compares: left out where one line must do. */
const identifying = new Set(['question', 'fingerprint', 'operation', 'hash', 'signer']);
const longestSummary = 100;

function actorText({ door, name }: Actor): string {
  return name === null ? door : `${door} ${plainLine(name, longestSummary)}`;
}

function valueText(value: Value): string {
  if (Array.isArray(value)) return value.join(' ');
  return String(value);
}

/** What an entry says, on one line: the facts that a person reads. */
export function summaryOf({ details }: Pick<AuditRecord, 'details'>): string {
  const facts = Object.entries(details).flatMap(([name, value]) =>
    Array.isArray(value) || value === null || value === '' || identifying.has(name)
      ? []
      : [`${name}: ${valueText(value)}`],
  );
  return plainLine(facts.join(', '), longestSummary);
}

export const entryTitles = ['NUMBER', 'TIME', 'KIND', 'AGENT', 'BY', 'WHAT'] as const;

/** An entry as a row of a table. */
export function entryRow(record: AuditRecord): Cell[] {
  const { number, at, kind, agent, actor } = record;
  return [
    String(number),
    moment(at),
    { look: 'strong', text: kind },
    agent?.name ?? '',
    actorText(actor),
    summaryOf(record),
  ];
}

/** An entry on a line of its own, for one that comes alone. */
export function entryLine(record: AuditRecord, paint: Paint): string {
  const { number, at, kind, agent, actor } = record;
  const about = agent === null ? [] : [plainLine(agent.name, longestSummary)];
  return [
    String(number).padStart(6),
    moment(at),
    paint('strong', kind),
    ...about,
    paint('dim', `by ${actorText(actor)}`),
    summaryOf(record),
  ]
    .join('  ')
    .trimEnd();
}

/** One entry in full. */
export function receiptText({ record, previous, segment }: OutputOf<'audit.show'>, paint: Paint): string {
  const { number, at, kind, actor, agent, launch, details, hash } = record;
  const single = Object.entries(details).filter(([, value]) => !Array.isArray(value));
  const blocks = Object.entries(details).flatMap(([name, value]) =>
    Array.isArray(value) && value.length > 0
      ? [`${paint('strong', name)}\n${indented(value.map((line) => plainText(line)).join('\n'))}`]
      : [],
  );
  const facts = pairs(paint, [
    ['entry', String(number)],
    ['time', new Date(at).toISOString()],
    ['kind', kind],
    ['by', actorText(actor)],
    ...(agent === null ? [] : ([['agent', `${agent.name} (${agent.id})`]] as const)),
    ...(launch === null ? [] : ([['launch', launch]] as const)),
    ...single.map(([name, value]) => [name, value === null ? 'none' : valueText(value)] as const),
    ['hash', hash],
    ['after', previous],
    ['segment', `begins at ${segment}`],
  ]);
  return [facts, ...blocks].join('\n\n');
}

function rangeOf({ records, first, last }: AuditVerification): string {
  return first === null || last === null ? 'no record' : `records ${first} to ${last} (${records})`;
}

/** What a verification found. */
export function verificationText(found: AuditVerification, paint: Paint): string {
  const { damage, contents, against, hash, previous, signer } = found;
  const verdict =
    damage === null
      ? `${paint('good', 'The audit log is whole')}: ${rangeOf(found)}.`
      : `${paint('bad', 'The audit log was touched')}: ${damage.says}`;
  return [
    verdict,
    pairs(paint, [
      ['contents', contents ? 'opened, every one' : 'not opened: the chain alone'],
      ['held against', against.length === 0 ? 'nothing outside of the log' : against.join(', ')],
      ...(hash === null ? [] : ([['last hash', hash]] as const)),
      ...(previous === null ? [] : ([['goes on after', previous]] as const)),
      ...(signer === null ? [] : ([['signed by', signer]] as const)),
    ]),
  ].join('\n');
}
