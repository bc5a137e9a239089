import type { RuntimeInfo } from '../../src-main/contract/runtime.ts';

/** The page that starts an agent. */
export const start = {
  title: 'Start an agent',
  folder: 'Folder',
  folderHint: 'The project the agent works in. Tab completes.',
  folderPractice:
    'The practice agent gets a throw-away folder of its own. It asks before it runs a command or writes a file.',
  folderWrong: 'Begin with / or ~, so that it is clear which folder is meant.',
  folderKnown: (name: string): string =>
    `The agent ${name} has this folder: it is started with these settings.`,
  folderNew: 'No agent has this folder yet.',
  choose: 'Choose…',
  suggestions: 'Folders',
  name: 'Name',
  nameNote: 'also its tmux session',
  runtime: 'Runtime',
  model: 'Model',
  modelNote: 'empty: the runtime’s own',
  modelExample: 'sonnet',
  notInstalled: 'not installed',
  howToGet: (install: string): string => `To get it: ${install}`,
  lookAgain: 'Look again',
  looking: 'Looking…',
  submit: (name: string): string => (name === '' ? 'Start agent' : `Start ${name}`),
  submitting: 'Starting…',
  submitKey: 'Ctrl Enter',
  cancel: 'Cancel',
  takes: 'Takes a second or two',
  whatHappens: 'What will happen',
  session: 'opens in',
  sessionBefore: 'A tmux session',
  sessionAfter: 'It goes on when you close Backbone.',
  throwAway: 'a throw-away folder',
  thatFolder: 'the folder',
  hooks: (label: string): string =>
    `${label} starts with hooks that report to Backbone. Nothing in the folder is changed for that.`,
  plain: (label: string): string => `${label} starts. It reports nothing of itself.`,
  leak: 'Its environment is read back and checked: none of Backbone’s own keys may be there.',
  lock: 'If the folder has an agent.lock, each key that it asks for is asked for here before anything starts.',
  asks: 'When it asks, the question stands under its terminal, here.',
  lastTry: (time: string): string => `Last try, ${time}`,
  lastLines: 'The pane’s last lines:',
} as const;

export const practice = {
  label: 'Practice agent',
  note: 'not an AI: a small program of ours',
  text: 'Not an AI: a small program of ours that works in a throw-away folder and asks before it runs a command or writes a file.',
} as const;

/** What stands behind a runtime's name. */
export function runtimeNote(runtime: RuntimeInfo): string {
  if (runtime.id === 'practice') return practice.note;
  return runtime.version ?? '';
}

/** The first screen, while there is no agent. */
export const first = {
  title: 'One place for the agents on this machine',
  text: 'Agents run in tmux and go on without Backbone. Here you see what each one does, answer what it asks, and keep a record of every answer.',
  here: '1 · What is here',
  tmux: (version: string): string => `tmux ${version}`,
  tmuxText: 'Agents live in their own tmux server, apart from yours.',
  tmuxMissing: 'tmux is not installed',
  tmuxMissingText: 'Agents run in tmux, so none can start. Install it, then look again.',
  answered: 'Questions can be answered here. Checked with this version.',
  checkedOn: (version: string): string =>
    `Checked with ${version}. With this version, answer it in its terminal.`,
  noQuestions: (why: string | null): string =>
    why === null ? 'Watched here. Questions are answered in its terminal.' : `Watched here: ${why}.`,
  notChecked: 'not checked',
  comesWith: 'Comes with Backbone, nothing to install.',
  lookedAgo: (ago: string): string => `Looked ${ago}`,
  begin: '2 · Start your first agent',
  asksFirst: 'It asks before it changes anything',
  practiceTitle: 'No agent CLI is installed',
  practiceText:
    'Try the whole way with the practice agent. It is not an AI: a small program of ours that works in a throw-away folder and asks before it runs a command or writes a file.',
  tryTitle: 'Only want to look?',
  tryText:
    'The practice agent is not an AI: a small program of ours that works in a throw-away folder, asks, and can be allowed or denied.',
  practiceStart: 'Start the practice agent',
} as const;
