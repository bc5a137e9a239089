/** One page of the tutorial. */
export interface TutorialStep {
  readonly title: string;
  readonly text: string;
  /** Commands that belong to it, as they are typed. */
  readonly commands: readonly string[];
}

export const tutorialSteps: readonly TutorialStep[] = [
  {
    title: 'Keys that lie around',
    text: 'Agents need keys. In .env files and shell profiles every program of yours can read them, and copies stay behind. Backbone keeps them in your system’s keychain, or in a sealed file where there is none.',
    commands: ['backbone key add ANTHROPIC_API_KEY', 'backbone key list'],
  },
  {
    title: 'A lock that travels with the code',
    text: 'An agent.lock says which keys an agent asks for and why, what it is like, and what it remembers. It is sealed with age to this machine and to whom you share it with, so it may lie in a repository.',
    commands: ['backbone lock init --key "ANTHROPIC_API_KEY=to ask the model"', 'backbone lock show'],
  },
  {
    title: 'Nothing without your word',
    text: 'A lock that somebody else made is explained before you accept it, and each key is asked for: allow once, always until the lock or the folder changes, or deny. Nothing counts as allowed because a variable happens to be set.',
    commands: ['backbone lock accept', 'backbone run agent.py', 'backbone run --dry-run agent.py'],
  },
  {
    title: 'Ways into a program',
    text: 'Keys reach a program by its environment, by a descriptor, or by private files, and are gone when it ends. The terminal, signals and exit status are as without Backbone.',
    commands: ['backbone run --inject file agent.py', 'backbone run --mask agent.py'],
  },
  {
    title: 'To others, and back',
    text: 'A lock is shared by a public key. A folder travels as a zip that holds no history and no keys, and nothing in a zip of others gets out of its folder.',
    commands: ['backbone lock share age1…', 'backbone export', 'backbone import agent.zip'],
  },
];

/** The page as it is shown. */
export function stepText({ title, text, commands }: TutorialStep, number: number): string {
  return [`${number}. ${title}`, '', text, '', ...commands.map((command) => `    ${command}`), ''].join('\n');
}
