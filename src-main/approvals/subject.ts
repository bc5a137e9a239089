import { plainText } from '../base/plain-text.ts';
import type { QuestionSubject } from '../contract/question.ts';

/** Shortest beginning by which a dialog that cuts a long text is still told from another one. */
const shortestBeginning = 40;

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
    case 'other':
      return { ...subject, text: plainText(subject.text) };
  }
}

/**
 * Whether an event's request is what the dialog on screen asks. The screen wraps and indents, so white space does
 * not count; it may cut a long text, so a long beginning is enough.
 */
export function sameRequest(shown: QuestionSubject, reported: QuestionSubject): boolean {
  if (shown.form !== reported.form) return shown.form === 'other';
  const [onScreen, inEvent] = [essence(shown), essence(reported)];
  if (onScreen === inEvent) return true;
  if (shown.form === 'edit') return inEvent.endsWith(onScreen) || onScreen.endsWith(inEvent);
  return onScreen.length >= shortestBeginning && inEvent.startsWith(onScreen);
}

/** The more telling of two descriptions of one request: the event's is whole, but only the screen numbers an edit. */
export function fullerSubject(shown: QuestionSubject, reported: QuestionSubject): QuestionSubject {
  return shown.form === 'edit' && shown.lines.length > 0 ? shown : reported;
}

function essence(subject: QuestionSubject): string {
  return textOf(subject).replace(/[\s…]+/g, '');
}

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
    case 'other':
      return subject.text;
  }
}

/** One line that says what a question is about, for lists and records. */
export function subjectLine(subject: QuestionSubject): string {
  return textOf(subject);
}
