import { rmSync } from 'node:fs';
import path from 'node:path';
import type { DataDirectory } from '../base/data-directory.ts';
import { writePrivateFile } from '../base/private-files.ts';
import type { Personality } from '../contract/lock.ts';
import type { Instructions } from '../runtimes/runtime.ts';

/** The words of a personality for a program that takes instructions; null when it has none. */
export function instructionText({ system_prompt = '', tone = '' }: Personality): string | null {
  const words = [system_prompt, tone === '' ? '' : `Tone: ${tone}`].filter((text) => text.trim() !== '');
  return words.length === 0 ? null : `${words.join('\n\n')}\n`;
}

/** Writes the instructions of a launch into a private file, which goes with the launch. */
export function writeInstructions(
  folders: DataDirectory,
  launchId: string,
  personality: Personality,
): Instructions | null {
  const text = instructionText(personality);
  if (text === null) return null;
  const file = fileOf(folders, launchId);
  writePrivateFile(file, text);
  return { text, file };
}

export function removeInstructions(folders: DataDirectory, launchId: string): void {
  rmSync(fileOf(folders, launchId), { force: true });
}

function fileOf({ launches }: DataDirectory, launchId: string): string {
  return path.join(launches, `${launchId}.instructions`);
}
