import path from 'node:path';
import { openAnchor } from '../src-main/audit/anchor.ts';
import { openAuditLog } from '../src-main/audit/audit-log.ts';
import { systemClock } from '../src-main/base/clock.ts';
import type { AuditEntry } from '../src-main/contract/audit.ts';

/** An entry of usual size. */
export const benchEntry: AuditEntry = {
  kind: 'answer.intended',
  actor: { door: 'panel', name: null },
  agent: { id: '0197a3c4-6f1e-7c52-9a63-1f2e3d4c5b6a', name: 'checkout-service' },
  launch: '0197a3c4-6f1e-7c52-9a63-1f2e3d4c5b6b',
  details: {
    fingerprint: 'f'.repeat(64),
    shown: ['$ npm test', 'Do you want to proceed?', '1. Yes'],
    key: '1',
  },
};

/**
 * Writes entries, `atOnce` at a time, each group waited for.
 * @returns milliseconds it took, opening not counted
 */
export async function writeEntries(
  folder: string,
  recipient: string,
  entries: number,
  atOnce: number,
): Promise<number> {
  const anchor = await openAnchor(path.join(folder, 'audit-head.db'), path.join(folder, '.env'));
  const log = await openAuditLog({
    file: path.join(folder, 'audit.db'),
    recipient,
    anchor,
    clock: systemClock,
  });
  await log.append(benchEntry);
  const started = performance.now();
  for (let written = 0; written < entries; written += atOnce) {
    await Promise.all(Array.from({ length: atOnce }, () => log.append(benchEntry)));
  }
  const took = performance.now() - started;
  await log.close();
  await anchor.close();
  return took;
}

if (import.meta.main) {
  const [folder = '', recipient = '', entries = '0', atOnce = '1'] = process.argv.slice(2);
  const took = await writeEntries(folder, recipient, Number(entries), Number(atOnce));
  process.stdout.write(`${took}\n`);
}
