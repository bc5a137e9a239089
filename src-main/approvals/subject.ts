import { plainText } from '../base/plain-text.ts';
import type { LockChange } from '../contract/lock.ts';
import type { QuestionSubject } from '../contract/question.ts';

/** A subject with every text of the agent made fit to be shown outside of its terminal. */
export function plainSubject(subject: QuestionSubject): QuestionSubject {
  switch (subject.form) {
    case 'command': {
      const description = subject.description === null ? null : plainText(subject.description);
      return { ...subject, command: plainText(subject.command), description };
    }
    case 'edit':
      return {
        ...subject,
        path: plainText(subject.path),
        lines: subject.lines.map((line) => ({ ...line, text: plainText(line.text) })),
      };
    case 'fetch':
      return { ...subject, address: plainText(subject.address) };
    case 'choice':
      return { ...subject, text: plainText(subject.text), options: subject.options.map(plainText) };
    case 'plan':
      return { ...subject, markdown: plainText(subject.markdown) };
    case 'key': {
      const why = subject.why === null ? null : plainText(subject.why);
      return { ...subject, why, program: plainText(subject.program) };
    }
    case 'lock':
      return { ...subject, file: plainText(subject.file), changes: subject.changes.map(plainChange) };
    case 'other':
      return { ...subject, text: plainText(subject.text) };
  }
}

function plainChange(change: LockChange): LockChange {
  return {
    ...change,
    name: plainText(change.name),
    says: plainText(change.says),
    before: change.before === null ? null : plainText(change.before),
    after: change.after === null ? null : plainText(change.after),
  };
}

/**
 * Whether an event reports what the dialog on screen asks: its whole text, white space aside, since the screen wraps
 * and indents. An edit is told by its path, which the screen may shorten to its last parts.
 */
export function sameRequest(shown: QuestionSubject, reported: QuestionSubject): boolean {
  if (shown.form !== reported.form) return false;
  const [onScreen, inEvent] = [essence(shown), essence(reported)];
  return onScreen === inEvent || (shown.form === 'edit' && inEvent.endsWith(`/${onScreen}`));
}

function essence(subject: QuestionSubject): string {
  return textOf(subject).replace(/\s+/g, '');
}

const sourceNames = { environment: 'the environment', lock: 'its lock', vault: 'the vault' } as const;

function textOf(subject: QuestionSubject): string {
  switch (subject.form) {
    case 'command':
      return subject.command;
    case 'edit':
      return subject.path;
    case 'fetch':
      return subject.address;
    case 'choice':
      return subject.text;
    case 'plan':
      return subject.markdown;
    case 'key':
      return `${subject.key} from ${sourceNames[subject.source]} for ${subject.program}`;
    case 'lock':
      return `${subject.file}: ${subject.changes.map(({ says }) => says).join(' ')}`;
    case 'other':
      return subject.text;
  }
}

/** One line that says what a question is about, for lists and records. */
export function subjectLine(subject: QuestionSubject): string {
  return textOf(subject);
}
