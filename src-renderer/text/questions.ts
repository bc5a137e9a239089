import type { Actor, Decision, Question } from '../../src-main/contract/question.ts';
import { keyCard, lockCard, run, wantingOf } from './consent.ts';

/** Title of a question: a verb and its object, ours. */
export function questionTitle(question: Question): string {
  switch (question.subject.form) {
    case 'command':
      return 'Run a shell command';
    case 'edit':
      return question.subject.change === 'created' ? 'Create a file' : 'Edit a file';
    case 'fetch':
      return 'Fetch from the web';
    case 'choice':
      return 'Choose one';
    case 'plan':
      return 'Carry out a plan';
    case 'key':
      return keyCard.title[wantingOf(question)];
    case 'lock':
      return lockCard.title(question.subject.standing);
    case 'other':
      return question.answers.length > 0 ? 'Use a tool' : 'Asks something we can’t answer here';
  }
}

/** What it asks, on one line, for its row. */
export function questionLine(question: Question): string {
  const { subject } = question;
  switch (subject.form) {
    case 'command':
      return `Run ${subject.command}`;
    case 'edit': {
      const added = subject.lines.filter((line) => line.sign === '+').length;
      const removed = subject.lines.filter((line) => line.sign === '-').length;
      return `${subject.change === 'created' ? 'Create' : 'Edit'} ${subject.path}, +${added} −${removed}`;
    }
    case 'fetch':
      return `Fetch ${subject.address}`;
    case 'choice':
      return subject.text;
    case 'plan':
      return 'Carry out a plan';
    case 'key':
      return keyCard.line(subject.key);
    case 'lock':
      return lockCard.line(subject.standing);
    case 'other':
      return question.tool === null ? 'Asks something; look at the terminal' : `Use ${question.tool}`;
  }
}

/** The agent's name, or `run in FOLDER`. */
export function askerName({ agentId, agent }: Question): string {
  return agentId === null ? run.name(agent) : agent;
}

/** What an answered question was about, on one line. */
export function answeredLine(question: Question): string {
  const { subject } = question;
  if (subject.form === 'key') return subject.key;
  return subject.form === 'lock' ? subject.file : questionLine(question);
}

/** For the live region: `checkout-api asks to run a shell command`. */
export function askedWords(question: Question): string {
  const title = questionTitle(question);
  switch (question.subject.form) {
    case 'key':
      return keyCard.asked(askerName(question), question.subject.key);
    case 'lock':
      return lockCard.asked(askerName(question));
    case 'choice':
      return `${question.agent} asks to choose one`;
    case 'other':
      return question.answers.length > 0
        ? `${question.agent} asks to use a tool`
        : `${question.agent} asks something that is answered in its terminal`;
    default:
      return `${question.agent} asks to ${title.charAt(0).toLowerCase()}${title.slice(1)}`;
  }
}

const doors: Readonly<Record<Actor['door'], string>> = {
  panel: 'in the panel',
  tray: 'in the tray',
  notification: 'in a notification',
  cli: 'by the command',
  http: 'over HTTP',
  terminal: 'in the terminal',
  agent: 'by an agent',
  daemon: 'by Backbone',
};

/** `by you, in the panel`, `by release-lead`. */
export function actorWords(by: Actor | null): string {
  if (by === null) return 'by you';
  if (by.door === 'agent') return `by ${by.name ?? 'another agent'}`;
  return by.door === 'daemon' ? doors.daemon : `by you, ${doors[by.door]}`;
}

const untilChange = 'until its lock or folder changes';

/** What a decision is called on its button. */
export function decisionName(question: Question, decision: Decision): string {
  if (decision === 'deny') return 'Deny';
  if (decision === 'allow_always') return `Give ${untilChange}`;
  switch (question.subject.form) {
    case 'key':
      return `Give for this ${wantingOf(question)}`;
    case 'lock':
      return 'Accept';
    default:
      return 'Allow once';
  }
}

/** What a decision is called once it was carried out. */
export function decidedName(question: Question, decision: Decision): string {
  if (decision === 'deny') return decidedNames.deny;
  if (decision === 'allow_always') return `Given ${untilChange}`;
  switch (question.subject.form) {
    case 'key':
      return `Given for this ${wantingOf(question)}`;
    case 'lock':
      return 'Accepted';
    default:
      return decidedNames.allow;
  }
}

/** The same where only the decision is known. */
export const decidedNames: Readonly<Record<Decision, string>> = {
  allow: 'Allowed once',
  allow_always: `Allowed ${untilChange}`,
  deny: 'Denied',
};

/** What the question's card says. */
export const card = {
  label: 'Question',
  asked: (ago: string): string => `asked ${ago}`,
  seenBy: (sources: Question['sources']): string => {
    const seen = [
      ...(sources.includes('hook') ? ['by hook'] : []),
      ...(sources.includes('screen') ? ['on screen'] : []),
    ];
    if (sources.includes('lock')) return ' · by the folder’s lock';
    return seen.length === 0 ? '' : ` · seen ${seen.join(' and ')}`;
  },
  toAnswer: 'to answer by key',
  place: (at: number, of: number): string => `Question ${at} of ${of}`,
  placeShort: (at: number, of: number): string => `${at} of ${of}`,
  folder: 'Folder',
  reason: 'Agent’s reason',
  tool: 'Tool',
  address: 'Address',
  quoted: (text: string): string => `“${text}”`,
  moreLines: (lines: number): string => (lines === 1 ? '1 more line' : `${lines} more lines`),
  showAllLines: (lines: number): string => `Show all ${lines} lines`,
  showFewer: 'Show fewer lines',
  arming: 'Read first: buttons open in a moment',
  holding: 'Keep holding…',
  holdHint: 'hold 1 s',
  thenEnter: (decision: string): string =>
    `Enter to ${decision.charAt(0).toLowerCase()}${decision.slice(1)}, Esc to let go`,
  pressed: 'Reading the screen again, then answering…',
  pressedConsent: 'Recording the answer…',
  slow: (seconds: number): string => `The agent has not redrawn yet (${seconds} s)`,
  slowConsent: (seconds: number): string => `The daemon has not taken it yet (${seconds} s)`,
  busy: 'Being answered in another window…',
  inTerminal: 'Answer it in the agent’s own terminal:',
  daemonAway: 'Nothing can be answered while the daemon does not answer.',
  progress: 'Answering',
  nothingTyped: 'Nothing was typed.',
  changed: 'This question changed',
  changedText: 'The dialog on screen now asks something else.',
  changedConsent: 'Something else is asked now.',
  nothingDecided: 'Nothing was decided.',
  showNew: 'Show the new question',
  putAway: 'Put away',
  vanished: 'No longer asked',
  vanishedWords: (why: 'elsewhere' | 'ended' | 'gone', time: string): string => {
    if (why === 'elsewhere') return `Answered in the terminal at ${time}.`;
    return why === 'ended' ? `The agent ended at ${time}.` : 'The dialog is gone from the screen.';
  },
  givenUp: {
    launch: (time: string): string => `The start was given up at ${time}.`,
    run: (time: string): string => `The run was given up at ${time}.`,
  },
  noLongerAsked: 'It is not asked any more.',
  nothingToDo: 'You don’t need to do anything.',
  failed: 'Not answered',
  stillOpen: 'A key was typed, and the dialog is still open.',
  stillAsks: 'The dialog still stands on its screen. Try once more, or answer it there.',
  typed: 'Typed',
  typedFor: (decision: string): string => `for “${decision}”`,
  nothing: 'nothing',
  noAnswer: 'No outcome came within 10 s.',
  lookAtList: 'It stands here anew if it is still asked.',
  lookAtTerminal: 'Look at the terminal: it shows what is so. Answer it there if it still asks.',
  tryAgain: 'Try once more',
} as const;
