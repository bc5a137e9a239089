import type { Capability, RuntimeId } from '../contract/runtime.ts';

/** What a runtime may be able to do, in words for people. */
export const capabilityNames = {
  state_from_events: 'tells its state by events',
  state_from_screen: 'its state can be read from its screen',
  questions: 'what it asks is shown in full',
  allow: 'a permission can be allowed from outside',
  deny: 'a permission can be denied from outside',
  last_message: 'its last words are known',
  model: 'a model can be chosen',
  instructions: 'it is told the personality of its lock',
} as const;
export type CapabilityName = keyof typeof capabilityNames;

function yes(verifiedOn: string | null, note: string | null = null): Capability {
  return { supported: true, verifiedOn, note };
}

function no(note: string): Capability {
  return { supported: false, verifiedOn: null, note };
}

const claudeVersion = '2.1.197';
const codexVersion = '0.171.0';

/** The one table of what works where. An entry names the version of the program on which it was seen to work. */
export const capabilities: Readonly<Record<RuntimeId, Readonly<Record<CapabilityName, Capability>>>> = {
  claude: {
    state_from_events: yes(
      claudeVersion,
      'an interrupt or a refusal in the terminal reports nothing; the screen tells',
    ),
    state_from_screen: yes(claudeVersion),
    questions: yes(claudeVersion),
    allow: yes(
      claudeVersion,
      'commands, edits, new files and fetches; everything else is answered in the terminal',
    ),
    deny: yes(claudeVersion, 'ends the turn'),
    last_message: yes(claudeVersion),
    model: yes(claudeVersion),
    instructions: yes(claudeVersion),
  },
  codex: {
    state_from_events: yes(
      codexVersion,
      'from the first message on; a plan and a failing provider report nothing, the screen tells',
    ),
    state_from_screen: yes(codexVersion),
    questions: yes(codexVersion),
    allow: yes(
      codexVersion,
      'commands; its dialog for edits does not show what changes, and is answered in the terminal',
    ),
    deny: yes(codexVersion, 'ends the turn'),
    last_message: yes(codexVersion),
    model: yes(codexVersion),
    instructions: yes(
      codexVersion,
      'up to 60,000 bytes; they stand in place of developer_instructions in its own settings',
    ),
  },
  shell: {
    state_from_events: no('a shell reports nothing'),
    state_from_screen: no('a prompt may look like anything'),
    questions: no('a shell asks nothing'),
    allow: no('a shell asks nothing'),
    deny: no('a shell asks nothing'),
    last_message: no('a shell says nothing of itself'),
    model: no('a shell has no model'),
    instructions: no('a shell is told nothing'),
  },
  practice: {
    state_from_events: yes(null),
    state_from_screen: yes(null),
    questions: yes(null),
    allow: yes(null, 'commands and new files; its choices are answered in the terminal'),
    deny: yes(null),
    last_message: yes(null),
    model: no('it is not an AI and has no model'),
    instructions: no('it is not an AI and follows its own script'),
  },
};

/**
 * Whether something was seen to work on the program that runs.
 * @param version what the program reports; null when it is not known
 */
export function isVerified(capability: Capability, version: string | null): boolean {
  return capability.supported && (capability.verifiedOn === null || capability.verifiedOn === version);
}
