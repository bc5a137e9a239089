import { mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Locks, lockFiles } from '../../../src-main/lock/locks.ts';
import { inTurn } from '../../../src-main/lock/write-turn.ts';
import { failureOf, identity, sampleDocument } from '../../support/lock-samples.ts';
import { lockWriter } from '../../support/lock-writer.ts';
import type { NodeProcess } from '../../support/node-process.ts';
import { nodeProcess } from '../../support/node-process.ts';
import { type TemporaryFolder, temporaryFolder } from '../../support/temporary-folder.ts';

let home: TemporaryFolder;
let folder: string;
let turns: string;
let locks: Locks;
let started: NodeProcess[];

beforeEach(async () => {
  home = temporaryFolder('lock');
  folder = path.join(home.path, 'agent');
  turns = path.join(home.path, 'turns');
  mkdirSync(folder);
  started = [];
  locks = lockFiles({ turns, identity: () => Promise.resolve(identity) });
  await locks.create(folder, () => Promise.resolve({ document: sampleDocument() }));
});
afterEach(async () => {
  await Promise.all(started.map((writer) => writer.dispose()));
  await home.dispose();
});

function writer(names: readonly string[], together: number): NodeProcess {
  const child = lockWriter({ folder, turns, identity, names, together });
  started.push(child);
  return child;
}

async function go(child: NodeProcess): Promise<void> {
  expect(await child.line()).toBe('ready');
  child.child.stdin?.write('go\n');
}

/** What it says until `done` or its end. */
async function said(child: NodeProcess): Promise<string[]> {
  const lines: string[] = [];
  for (;;) {
    const line = await child.line().catch(() => 'done');
    if (line === 'done') return lines;
    lines.push(line);
  }
}

test('two hundred updates of one memory by four processes are all kept', async () => {
  const names = Array.from({ length: 200 }, (_, index) => `name ${index}`);
  const writers = [0, 1, 2, 3].map((which) =>
    writer(
      names.filter((_, index) => index % 4 === which),
      10,
    ),
  );
  await Promise.all(writers.map(go));
  const kept = (await Promise.all(writers.map(said))).flat();
  expect(kept.sort()).toEqual([...names].sort());
  const { memory } = (await locks.open(folder, {})).document;
  expect(Object.keys(memory).sort()).toEqual([...names].sort());
  expect(readdirSync(folder)).toEqual(['agent.lock']);
}, 60_000);

test('killed in the middle, again and again: a whole lock, every update that was told, and nothing left', async () => {
  const told: string[] = [];
  let leftovers = 0;
  for (let round = 0; round < 20; round += 1) {
    const names = Array.from({ length: 1000 }, (_, index) => `${round}-${index}`);
    const child = writer(names, 4);
    await go(child);
    told.push(await child.line());
    // Not always at the same place of a write.
    const moment = performance.now() + Math.random() * 12;
    while (performance.now() < moment) await new Promise((resolve) => setImmediate(resolve));
    child.child.kill('SIGKILL');
    told.push(...(await said(child)));
    leftovers += readdirSync(folder).length - 1;
    const { memory } = (await locks.open(folder, {})).document;
    expect(told.filter((name) => memory[name] !== true)).toEqual([]);
  }
  await locks.update(folder, {}, ({ document }) => Promise.resolve({ document }));
  expect(readdirSync(folder)).toEqual(['agent.lock']);
  // Of so many, some died between writing and renaming; when none ever does, this test proves nothing.
  expect(leftovers).toBeGreaterThan(0);
}, 120_000);

test('a turn that is held for too long is told with its holder, and given back when the holder dies', async () => {
  const file = path.join(folder, 'agent.lock');
  const holder = nodeProcess(
    `
    import { inTurn } from ${JSON.stringify(path.join(import.meta.dirname, '../../../src-main/lock/write-turn.ts'))};
    setInterval(() => undefined, 1000);
    await inTurn(process.argv[1], process.argv[2], () => { console.log('held'); return new Promise(() => undefined); });
    `,
    [turns, file],
  );
  started.push(holder);
  expect(await holder.line()).toBe('held');
  const refused = await failureOf(inTurn(turns, file, () => Promise.resolve(), 50));
  expect(refused).toMatchObject({
    code: 'storage_busy',
    message: expect.stringContaining(`Process ${holder.pid}`) as string,
  });
  await holder.dispose();
  expect(await inTurn(turns, file, () => Promise.resolve('mine'), 5000)).toBe('mine');
});
