import path from 'node:path';
import type { Template } from '../templates/catalog.ts';
import { askSecret } from './ask-secret.ts';
import type { CommandContext } from './context.ts';
import { type Person, personAtTerminal } from './person.ts';
import { usageError } from './usage-error.ts';

/** What makes an agent. */
export interface Answers {
  readonly template: Template;
  /** Absolute. */
  readonly folder: string;
  readonly name: string;
}

/** What was said on the command line. */
export interface Said {
  readonly template: Template | null;
  readonly folder: string | null;
  readonly name: string | null;
}

/** What a template is used with when nobody says otherwise. */
export function withDefaults(context: CommandContext, template: Template, said: Said): Answers {
  const folder = path.resolve(context.folder, said.folder ?? template.name);
  return { template, folder, name: said.name ?? path.basename(folder) };
}

async function answered(person: Person, question: string, usual: string): Promise<string> {
  const answer = await person.ask(`${question} [${usual}] `);
  if (answer === null) throw usageError('You gave up. Nothing was made.');
  return answer === '' ? usual : answer;
}

async function chooseTemplate(person: Person, templates: readonly Template[]): Promise<Template> {
  person.say('What should the agent do?');
  templates.forEach(({ title, description }, index) => {
    person.say(`  ${index + 1}  ${title}: ${description}`);
  });
  for (;;) {
    const answer = await answered(person, 'Number or name', '1');
    const found = templates.find(({ name }, index) => name === answer || String(index + 1) === answer);
    if (found !== undefined) return found;
    person.say(`It takes a number from 1 to ${templates.length}.`);
  }
}

/** Asks the person at the terminal for everything that was not said. @throws invalid_input when the person gives up */
export async function askAnswers(
  context: CommandContext,
  templates: readonly Template[],
  said: Said,
): Promise<Answers> {
  const person = personAtTerminal();
  try {
    const template = said.template ?? (await chooseTemplate(person, templates));
    const usual = withDefaults(context, template, said);
    const folder =
      said.folder ?? (await answered(person, 'In which new folder?', path.basename(usual.folder)));
    const placed = withDefaults(context, template, { ...said, folder });
    return { ...placed, name: said.name ?? (await answered(person, 'What is it called?', placed.name)) };
  } finally {
    await person.dispose();
  }
}

/** Asks, unseen, for the values of keys. @returns those that were given, by name */
export async function askValues(keys: Template['keys']): Promise<Record<string, string>> {
  const values: Record<string, string> = {};
  for (const { name, why } of keys) {
    process.stderr.write(`It asks for ${name} ${why}.\n`);
    const value = await askSecret(`Value of ${name} (Enter alone: later): `);
    if (value !== '') values[name] = value;
  }
  return values;
}
