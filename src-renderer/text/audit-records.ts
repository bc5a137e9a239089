import type { AuditKind, AuditRecord } from '../../src-main/contract/audit.ts';
import type { Actor } from '../../src-main/contract/question.ts';
import { decidedNames } from './questions.ts';

/** What happened, by kind. */
export const kindNames: Readonly<Record<AuditKind, string>> = {
  'daemon.started': 'Backbone started',
  'daemon.stopped': 'Backbone stopped',
  'agent.registered': 'Agent registered',
  'agent.changed': 'Agent’s settings changed',
  'agent.renamed': 'Agent renamed',
  'agent.forgotten': 'Agent forgotten',
  'launch.intended': 'About to start',
  'launch.started': 'Started',
  'launch.refused': 'Not started',
  'launch.ended': 'Ended',
  'stop.requested': 'Stop asked for',
  'question.asked': 'Question opened',
  'question.closed': 'Question closed',
  'answer.intended': 'About to answer',
  'answer.sent': 'Answer typed',
  'answer.outcome': 'Answered',
  'setting.changed': 'Setting changed',
  'credential.issued': 'Credential issued',
  'credential.refused': 'Credential refused',
  'authentication.failed': 'Wrong key refused',
  'audit.verified': 'Log verified',
  'audit.exported': 'Log exported',
  'audit.imported': 'Log imported',
  'audit.trimmed': 'Old records removed',
  'audit.restarted': 'Log begun anew',
  'key.added': 'Key added',
  'key.removed': 'Key removed',
  'key.renamed': 'Key renamed',
  'key.rotated': 'Key rotated',
  'key.allowed': 'Key allowed',
  'key.denied': 'Key denied',
  'key.injected': 'Keys handed out',
  'vault.unlocked': 'Vault unlocked',
  'vault.locked': 'Vault locked',
  'lock.created': 'Lock created',
  'lock.opened': 'Lock opened',
  'lock.changed': 'Lock changed',
  'lock.shared': 'Lock shared',
  'lock.unshared': 'Lock unshared',
  'lock.rotated': 'Lock sealed anew',
  'lock.migrated': 'Lock migrated',
  'lock.accepted': 'Lock accepted',
  'lock.refused': 'Lock refused',
  'memory.changed': 'Memory changed',
  'run.intended': 'About to run',
  'run.ended': 'Run ended',
  'archive.exported': 'Folder exported',
  'archive.imported': 'Folder imported',
};

/** The kinds as they stand together in the filter. */
export const kindGroups: readonly (readonly [name: string, kinds: readonly AuditKind[]])[] = [
  ['Questions', ['question.asked', 'answer.intended', 'answer.sent', 'answer.outcome', 'question.closed']],
  ['Launches', ['launch.intended', 'launch.started', 'launch.refused', 'launch.ended', 'stop.requested']],
  ['Agents', ['agent.registered', 'agent.changed', 'agent.renamed', 'agent.forgotten']],
  [
    'Keys',
    [
      'key.allowed',
      'key.denied',
      'key.injected',
      'key.added',
      'key.removed',
      'key.renamed',
      'key.rotated',
      'vault.unlocked',
      'vault.locked',
    ],
  ],
  [
    'Locks',
    [
      'lock.created',
      'lock.opened',
      'lock.changed',
      'lock.shared',
      'lock.unshared',
      'lock.rotated',
      'lock.migrated',
      'lock.accepted',
      'lock.refused',
      'memory.changed',
    ],
  ],
  ['Runs', ['run.intended', 'run.ended', 'archive.exported', 'archive.imported']],
  ['Credentials', ['credential.issued', 'credential.refused', 'authentication.failed']],
  ['Backbone', ['daemon.started', 'daemon.stopped', 'setting.changed']],
  ['This log', ['audit.verified', 'audit.exported', 'audit.imported', 'audit.trimmed', 'audit.restarted']],
];

export const doorNames: Readonly<Record<Actor['door'], string>> = {
  panel: 'panel',
  tray: 'tray',
  notification: 'notification',
  cli: 'command',
  http: 'HTTP',
  terminal: 'terminal',
  agent: 'agent',
  daemon: 'Backbone',
};

const strangers: readonly AuditKind[] = ['authentication.failed', 'credential.refused'];

/** Who did it and by which door: `you, panel`, `release-lead, agent`, `Backbone`. */
export function byWords({ kind, actor }: AuditRecord): string {
  if (actor.door === 'daemon') return doorNames.daemon;
  if (actor.door === 'agent') return actor.name === null ? 'an agent' : `${actor.name}, agent`;
  // Who brought no valid key is nobody we know.
  return `${strangers.includes(kind) ? 'unknown' : 'you'}, ${doorNames[actor.door]}`;
}

const outcomes: Readonly<Record<string, string>> = {
  answered: 'the dialog went',
  failed: 'the dialog stayed open',
  changed: 'another dialog stood there',
  elsewhere: 'answered in the terminal',
  ended: 'the agent ended',
};

/** A detail as text; null when the record has none of that name. */
export function detailText(record: AuditRecord, name: string): string | null {
  const value = record.details[name];
  if (value === undefined || value === null) return null;
  return Array.isArray(value) ? value.join('\n') : String(value);
}

function isDecision(value: string | null): value is keyof typeof decidedNames {
  return value !== null && Object.hasOwn(decidedNames, value);
}

export type RecordTone = 'good' | 'bad' | 'plain';

/** What happened in one record, and how it is to be looked at. */
export function recordTitle(record: AuditRecord): { words: string; tone: RecordTone } {
  const decision = detailText(record, 'decision');
  switch (record.kind) {
    case 'answer.intended':
      if (!isDecision(decision)) break;
      return { words: decision === 'deny' ? 'About to deny' : 'About to allow', tone: 'plain' };
    case 'answer.outcome':
      if (detailText(record, 'outcome') !== 'answered') return { words: 'Not answered', tone: 'bad' };
      if (!isDecision(decision)) break;
      return { words: decidedNames[decision], tone: decision === 'deny' ? 'plain' : 'good' };
    case 'audit.verified':
      return record.details['whole'] === false
        ? { words: 'Log found damaged', tone: 'bad' }
        : { words: kindNames[record.kind], tone: 'plain' };
    case 'launch.refused':
    case 'credential.refused':
    case 'authentication.failed':
    case 'audit.restarted':
      return { words: kindNames[record.kind], tone: 'bad' };
  }
  return { words: kindNames[record.kind], tone: 'plain' };
}

function joined(...parts: readonly (string | null)[]): string {
  return parts.filter((part) => part !== null && part !== '').join(' · ');
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ');
}

function labelled(label: string, value: string | null): string | null {
  return value === null ? null : `${label} ${value}`;
}

/**
 * The short of one record; `code` when it is a command or the like. Texts in it are the agent's.
 * `intent`: the record that tells what its question asked, where one is at hand.
 */
export function recordSubject(
  record: AuditRecord,
  intent: AuditRecord | undefined,
): { text: string; code: boolean } {
  const of = (name: string): string | null => detailText(record, name);
  const words = (text: string): { text: string; code: boolean } => ({ text, code: false });
  const outcome = (name: string): string | null => outcomes[of(name) ?? ''] ?? of(name);
  switch (record.kind) {
    case 'question.asked':
    case 'answer.intended':
      return { text: oneLine(of('asks') ?? ''), code: true };
    case 'answer.outcome':
      if (intent !== undefined) return { text: oneLine(detailText(intent, 'asks') ?? ''), code: true };
      return words(joined(labelled('key', of('key')), outcome('outcome')));
    case 'question.closed':
      return words(outcome('how') ?? '');
    case 'launch.intended':
      return words(joined(of('runtime'), of('dir')));
    case 'launch.started':
      return words(joined(labelled('process', of('pid')), labelled('environment', of('leak'))));
    case 'launch.refused':
      return words(joined(of('code'), of('names')));
    case 'launch.ended':
      return words(joined(of('how'), labelled('exit', of('status')), labelled('signal', of('signal'))));
    case 'agent.registered':
      return words(joined(of('runtime'), of('dir')));
    case 'agent.renamed':
      return words(joined(labelled('was', of('from'))));
    case 'setting.changed':
      return words(joined(of('key'), of('value')));
    case 'daemon.started':
    case 'daemon.stopped':
      return words(joined(labelled('version', of('version')), labelled('process', of('pid'))));
    case 'audit.verified':
      return words(joined(labelled('records', of('records')), of('damage')));
    case 'audit.exported':
    case 'audit.trimmed':
      return words(`records ${of('first') ?? '?'} to ${of('last') ?? '?'}`);
  }
  return words(
    Object.keys(record.details)
      .map((name) => `${detailName(record.kind, name).toLowerCase()} ${of(name) ?? '–'}`)
      .join(' · '),
  );
}

const detailNames: Readonly<Record<string, string>> = {
  asks: 'Asks for',
  key: 'Typed',
  dir: 'Folder',
  pid: 'Process',
  leak: 'Environment',
  code: 'Why',
  how: 'How',
  shown: 'On its screen',
  from: 'Earlier name',
  question: 'Question',
};

/** The name of a detail for people: `lastHash` as `Last hash`, where no better one is known. */
export function detailName(kind: AuditKind, name: string): string {
  if (kind === 'setting.changed' && name === 'key') return 'Setting';
  const known = Object.hasOwn(detailNames, name) ? detailNames[name] : undefined;
  if (known !== undefined) return known;
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}
