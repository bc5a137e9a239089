// Asks a model of Anthropic, with Node.js alone.
import { howToGive, key } from './backbone-keys.mjs';

const keyName = 'ANTHROPIC_API_KEY';

/** One line for people: why the model did not answer. */
export class NoAnswer extends Error {}

export function canAsk() {
  return key(keyName) !== undefined;
}

/** The personality that came with the lock. */
function instructions() {
  const { AGENT_SYSTEM_PROMPT: prompt, AGENT_TONE: tone } = process.env;
  return [prompt, tone && `Tone: ${tone}`].filter(Boolean).join('\n');
}

/**
 * Text of others cannot send commands to the terminal.
 * @param {string} text
 */
export function printable(text) {
  return text.replace(/[^\P{C}\n\t]/gu, ' ');
}

/**
 * The answer as text fit for a terminal.
 * @param {string} question
 * @param {string} [system]
 * @returns {Promise<string>}
 * @throws {NoAnswer}
 */
export async function ask(question, system = '') {
  const secret = key(keyName);
  if (secret === undefined) throw new NoAnswer(howToGive(keyName));
  const base = process.env.ANTHROPIC_BASE_URL ?? 'https://api.anthropic.com';
  const whole = [instructions(), system].filter(Boolean).join('\n\n');
  let answer;
  try {
    answer = await fetch(`${base}/v1/messages`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'anthropic-version': '2023-06-01',
        'x-api-key': secret,
      },
      body: JSON.stringify({
        model: process.env.ANTHROPIC_MODEL ?? 'claude-sonnet-4-5',
        max_tokens: 2000,
        messages: [{ role: 'user', content: question }],
        ...(whole === '' ? {} : { system: whole }),
      }),
      signal: AbortSignal.timeout(120_000),
    });
  } catch {
    throw new NoAnswer('The model cannot be reached. Is there a network?');
  }
  if (!answer.ok) throw new NoAnswer(`The model refused (HTTP ${answer.status}).`);
  const { content } = await answer.json();
  return printable(content.map(({ text = '' }) => text).join(''));
}
