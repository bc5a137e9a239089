import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openAnchor } from '../../../src-main/audit/anchor.ts';
import { openAuditLog } from '../../../src-main/audit/audit-log.ts';
import { verifyLog } from '../../../src-main/audit/verify-log.ts';
import { runCommand } from '../../../src-main/base/run-command.ts';
import { sampleEntry, setClock, testLog } from '../../support/audit-log.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/** A small file system of its own; gone when the test is over. */
async function smallDisk(): Promise<string> {
  const folder = temporaryFolder('disk');
  const disk = path.join(folder.path, 'disk');
  mkdirSync(disk, { mode: 0o700 });
  const mounted = await runCommand('mount', ['-t', 'tmpfs', '-o', 'size=1500k,mode=700', 'tmpfs', disk]);
  expect(mounted.status, `this test mounts a tmpfs, which needs root: ${mounted.errors}`).toBe(0);
  onTestFinished(async () => {
    await runCommand('umount', [disk]);
    await folder.dispose();
  });
  return disk;
}

async function logOn(disk: string) {
  const { identity, recipient, dispose } = await testLog();
  await dispose();
  const file = path.join(disk, 'audit.db');
  const anchor = await openAnchor(path.join(disk, 'audit-head.db'), path.join(disk, '.env'));
  return { identity, anchor, file, options: { file, recipient, anchor, clock: setClock() } };
}

test('a full disk refuses the act and leaves a whole log that goes on when there is room', async () => {
  const disk = await smallDisk();
  const { identity, anchor, file, options } = await logOn(disk);
  const log = await openAuditLog(options);
  const ballast = path.join(disk, 'ballast');
  writeFileSync(ballast, Buffer.alloc(600_000));
  let acknowledged = 0;
  const fill = async (): Promise<void> => {
    for (;;) acknowledged = (await log.append(sampleEntry(acknowledged))).number;
  };
  await expect(fill()).rejects.toMatchObject({ code: 'record_failed', message: /disk is full/ });
  expect(acknowledged).toBeGreaterThan(10);
  await expect(log.append(sampleEntry())).rejects.toMatchObject({ code: 'record_failed' });
  const full = await verifyLog({ file, anchor, identity });
  expect(full).toMatchObject({ whole: true, damage: null });
  expect(full.last).toBeGreaterThanOrEqual(acknowledged);
  rmSync(ballast);
  const next = await log.append(sampleEntry());
  expect(next.number).toBeGreaterThan(acknowledged);
  await log.close();
  expect(await verifyLog({ file, anchor, identity })).toMatchObject({ whole: true, last: next.number });
  await anchor.close();
});

test('a log that cannot be written is refused, not passed over', async () => {
  const disk = await smallDisk();
  const { anchor, options } = await logOn(disk);
  const log = await openAuditLog(options);
  await log.append(sampleEntry());
  await log.close();
  await anchor.close();
  const remounted = await runCommand('mount', ['-o', 'remount,ro', disk]);
  expect(remounted.status, remounted.errors).toBe(0);
  await expect(openAnchor(path.join(disk, 'audit-head.db'), path.join(disk, '.env'))).rejects.toMatchObject({
    code: 'storage_failed',
  });
  await expect(openAuditLog(options)).rejects.toMatchObject({ code: 'storage_failed' });
});
