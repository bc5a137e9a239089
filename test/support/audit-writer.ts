import path from 'node:path';
import { openAnchor } from '../../src-main/audit/anchor.ts';
import { openAuditLog } from '../../src-main/audit/audit-log.ts';
import { systemClock } from '../../src-main/base/clock.ts';
import { sampleEntry } from './audit-log.ts';

/**
 * Writes into the log of a folder as a process of its own: `audit-writer.ts FOLDER RECIPIENT ENTRIES AT_ONCE`.
 * Prints `number hash` for each acknowledged entry and nothing else.
 */
const [folder = '', recipient = '', entries = '0', atOnce = '1'] = process.argv.slice(2);
const anchor = await openAnchor(path.join(folder, 'audit-head.db'), path.join(folder, '.env'));
const log = await openAuditLog({
  file: path.join(folder, 'audit.db'),
  recipient,
  anchor,
  clock: systemClock,
});
for (let sent = 0; sent < Number(entries); ) {
  const group = Array.from({ length: Number(atOnce) }, (_, index) => log.append(sampleEntry(sent + index)));
  for (const { number, hash } of await Promise.all(group)) process.stdout.write(`${number} ${hash}\n`);
  sent += group.length;
}
await log.close();
await anchor.close();
