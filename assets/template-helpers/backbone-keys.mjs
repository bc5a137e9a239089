// Finds the keys that a person allowed, wherever Backbone put them.
import { readFileSync } from 'node:fs';
import path from 'node:path';

/** @type {{ keys: Record<string, string> } | undefined} */
let document;

/** The descriptor can be read once, so what it holds is remembered. */
function fromDescriptor(name) {
  const number = process.env.BACKBONE_SECRETS_FD;
  if (number === undefined) return undefined;
  document ??= JSON.parse(readFileSync(Number(number), 'utf8'));
  return document.keys[name];
}

function fromFile(name) {
  const folder = process.env.CREDENTIALS_DIRECTORY;
  if (folder === undefined) return undefined;
  try {
    return readFileSync(path.join(folder, name), 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/**
 * The value of a key, or undefined when this run was not given it.
 * @param {string} name
 * @returns {string | undefined}
 */
export function key(name) {
  return fromDescriptor(name) || fromFile(name) || process.env[name] || undefined;
}

/** @param {string} name */
export function howToGive(name) {
  return `${name} is missing. Keep it with: backbone key add ${name}`;
}

/**
 * The name of this agent, from agent.json, on one line fit for a terminal.
 * @returns {string}
 */
export function agentName() {
  const { name } = JSON.parse(readFileSync(path.join(import.meta.dirname, 'agent.json'), 'utf8'));
  return name.replace(/\p{C}/gu, ' ');
}
