import { chmodSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { doorCredential } from '../src-main/authority/credentials.ts';
import { operatorKeyIn } from '../src-main/authority/operator-key.ts';
import { shellWord } from '../src-main/base/shell-word.ts';
import { findDaemon } from '../src-main/client/find-daemon.ts';
import { readEnvironmentFile } from '../src-main/secrets/environment-file.ts';
import { temporaryFolder } from '../test/support/temporary-folder.ts';
import type { TestDaemon } from '../test/support/test-daemon.ts';
import { withDaemon } from './bench-daemon.ts';
import { measureLatency, type Watch } from './latency.ts';
import { type BenchResult, percentile, table } from './result.ts';
import { bareClient, panelClient, pollingClient } from './watches.ts';

/** The ways take turns, so that what else the machine does meets all of them. */
const rounds = 5;
const samplesPerRound = 100;
const session = 'stamps';
const flooding = 5;

/** The program of all agents here: one stamps, all others print as fast as they can. */
function writeProgram(folder: string): string {
  const file = path.join(folder, 'agent');
  const stamping = fileURLToPath(new URL('stamping-agent.ts', import.meta.url));
  const flood = 'the quick brown fox jumps over the lazy dog and does not stop for anyone at all';
  writeFileSync(
    file,
    `#!/bin/sh
[ "$BACKBONE_AGENT" = ${session} ] && exec ${shellWord(process.execPath)} ${shellWord(stamping)}
exec yes '${flood}'
`,
  );
  chmodSync(file, 0o700);
  return file;
}

async function start(home: TestDaemon, name: string): Promise<void> {
  await home
    .client()
    .call('agents.start', { dir: home.workFolder(name), name, runtime: 'shell', wait: true });
}

async function takeTurns<N extends string>(
  watches: Readonly<Record<N, Watch>>,
  names: readonly N[],
): Promise<(name: N) => readonly number[]> {
  const samples = new Map<N, number[]>(names.map((name) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const name of names) {
      samples.get(name)?.push(...(await measureLatency(watches[name], samplesPerRound)));
    }
  }
  return (name) => samples.get(name) ?? [];
}

/** Time from an agent's write to the panel's client, with a daemon and its network door between. */
export async function run(): Promise<BenchResult[]> {
  const folder = temporaryFolder('bench');
  try {
    return await withDaemon(writeProgram(folder.path), async (home) => {
      const credential = doorCredential(
        operatorKeyIn(readEnvironmentFile(home.folders.environmentFile)),
        'panel',
      );
      const source = { address: findDaemon(home.folders).address, credential };
      const watches = {
        ours: panelClient(source, session),
        bare: bareClient(home.tmux.socket, session),
        poll: pollingClient(home.tmux.socket, session),
      };
      await start(home, session);
      const quiet = await takeTurns(watches, ['bare', 'ours']);
      for (let flood = 1; flood <= flooding; flood += 1) await start(home, `flood-${flood}`);
      const busy = await takeTurns(watches, ['bare', 'ours', 'poll']);
      return [0.5, 0.95].flatMap((part) => [
        {
          name: `agent to panel, p${part * 100}`,
          figures: { ours: percentile(quiet('ours'), part), 'bare client': percentile(quiet('bare'), part) },
          ratio: percentile(quiet('ours'), part) / percentile(quiet('bare'), part),
          against: 'a bare tmux client',
          unit: 'ms',
        },
        {
          name: `agent to panel while ${flooding} others flood, p${part * 100}`,
          figures: {
            ours: percentile(busy('ours'), part),
            'bare client': percentile(busy('bare'), part),
            'capture every 100 ms': percentile(busy('poll'), part),
          },
          ratio: percentile(busy('ours'), part) / percentile(busy('poll'), part),
          against: 'a capture every 100 ms',
          unit: 'ms',
        },
      ]);
    });
  } finally {
    await folder.dispose();
  }
}

if (import.meta.main) {
  const results = await run();
  process.stdout.write(`${table(results)}\n${JSON.stringify(results)}\n`);
}
