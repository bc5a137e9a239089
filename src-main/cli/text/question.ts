import { plainLine } from '../../base/plain-text.ts';
import type { Injection, KeySource } from '../../contract/consent.ts';
import type { LockStanding } from '../../contract/lock.ts';
import type { Question, QuestionSubject } from '../../contract/question.ts';
import { age, moment } from './age.ts';
import { indented } from './lines.ts';
import { changesText } from './lock.ts';
import type { Look, Paint } from './paint.ts';

const signs: Readonly<Record<'+' | '-' | ' ', Look>> = { '+': 'good', '-': 'bad', ' ': 'dim' };

function subjectText(subject: QuestionSubject, paint: Paint): string {
  switch (subject.form) {
    case 'command':
      return [paint('strong', subject.command), subject.description ?? ''].filter(Boolean).join('\n');
    case 'edit':
      return [
        `${paint('strong', subject.path)} (${subject.change})`,
        ...subject.lines.map(({ sign, number, text }) =>
          paint(signs[sign], `${String(number ?? '').padStart(5)} ${sign} ${text}`),
        ),
      ].join('\n');
    case 'fetch':
      return paint('strong', subject.address);
    case 'choice':
      return [subject.text, ...subject.options.map((option, index) => `${index + 1}. ${option}`)].join('\n');
    case 'plan':
      return subject.markdown;
    case 'key':
      return keyText(subject, paint);
    case 'lock':
      return [
        `${paint('strong', plainLine(subject.file, 4096))}, ${standings[subject.standing]}`,
        ...(subject.changes.length === 0 ? [] : [changesText(subject.changes, paint)]),
      ].join('\n');
    case 'other':
      return subject.text;
  }
}

const standings: Readonly<Record<LockStanding, string>> = {
  own: 'sealed on this machine',
  accepted: 'accepted before',
  new: 'which nobody has accepted on this machine yet:',
  changed: 'which is another one than the one that was accepted:',
};

const sources: Readonly<Record<KeySource, string>> = {
  environment: 'set in the environment',
  lock: 'inside of its agent.lock',
  vault: 'in your vault',
};

const injections: Readonly<Record<Injection, string>> = {
  env: 'as an environment variable',
  fd: 'through an open file descriptor',
  file: 'as a private file',
};

function keyText(
  { key, source, why, injection, program, expiresAt }: Extract<QuestionSubject, { form: 'key' }>,
  paint: Paint,
): string {
  return [
    `${paint('strong', key)}, ${sources[source]}`,
    `for ${plainLine(program, 200)}, ${injections[injection]}`,
    ...(why === null ? [] : [`The lock says: “${plainLine(why, 500)}”`]),
    ...(expiresAt === null ? [] : [`Valid until ${moment(expiresAt)}`]),
    'What gets it can read the value, print it and send it on.',
  ].join('\n');
}

const asks: Readonly<Record<QuestionSubject['form'], string>> = {
  command: 'asks to run',
  edit: 'asks to write',
  fetch: 'asks to fetch',
  choice: 'asks',
  plan: 'has a plan',
  key: 'asks for a key',
  lock: 'would use a lock',
  other: 'asks',
};

/** What an agent asks, whole: who, what, where, and since when. */
export function questionText(question: Question, paint: Paint, now: number): string {
  const tool = question.tool === null ? '' : ` (${plainLine(question.tool, 100)})`;
  return [
    `${paint('warning', question.agent)} ${asks[question.subject.form]}${tool}, ${age(question.askedAt, now)} ago:`,
    indented(subjectText(question.subject, paint)),
    `in ${plainLine(question.folder, 4096)}`,
  ].join('\n');
}

/** How a person answers it from here, one line. */
export function howToAnswer({ id, agent, agentId, answers, limit, kind }: Question): string {
  const commands = answers.map((answer) => {
    const always = answer === 'allow_always' ? ' --always' : '';
    // A run has no agent: its question is told by its id.
    if (agentId === null) return `backbone question ${answer === 'deny' ? 'deny' : 'allow'} ${id}${always}`;
    return `backbone agent ${answer === 'deny' ? 'deny' : 'approve'} ${agent}${always}`;
  });
  const why = limit === null ? '' : ` (${limit})`;
  // What a start or a run asks stands on no terminal.
  if (kind === 'key' || kind === 'lock') return `Answer: ${commands.join('  or  ')}, or in the panel${why}`;
  const here = commands.length === 0 ? '' : `${commands.join('  or  ')}, or `;
  return `Answer: ${here}in the terminal: backbone agent attach ${agent}${why}`;
}
