import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const folder = path.join(import.meta.dirname, '../fixtures/hooks');

/** Names of the captured events of a runtime. */
export function hookNames(runtime: string): string[] {
  return readdirSync(path.join(folder, runtime)).map((name) => path.basename(name, '.json'));
}

/** One captured event. */
export function hookPayload(runtime: string, name: string): Record<string, unknown> {
  return JSON.parse(readFileSync(path.join(folder, runtime, `${name}.json`), 'utf8')) as Record<
    string,
    unknown
  >;
}
