import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { systemClock } from '../src-main/base/clock.ts';
import { createLogger } from '../src-main/base/logger.ts';
import { TerminalHub } from '../src-main/terminal/terminal-hub.ts';
import { openTmux } from '../src-main/tmux/open-tmux.ts';
import { measureLatency, type Watch } from './latency.ts';
import { type BenchResult, percentile, table } from './result.ts';
import { bareClient } from './watches.ts';

/** The two ways take turns, so that what else the machine does meets both. */
const rounds = 4;
const samplesPerRound = 100;
const session = 'stamps';

/** A viewer of the hub that draws at once. */
function viewerOf(hub: TerminalHub): Watch {
  return async (hear) => {
    const begun = Promise.withResolvers<number>();
    const viewer = await hub.join(session, {
      snapshot: ({ sequence }) => begun.resolve(sequence),
      output: ({ sequence, data }) => {
        hear(data);
        viewer.drawn(sequence);
      },
      ended: () => begun.reject(new Error('The agent ended.')),
    });
    viewer.drawn(await begun.promise);
    return { dispose: () => viewer.leave() };
  };
}

/** Time from an agent's write to a viewer's sink inside of the daemon, against a bare tmux client. */
export async function run(): Promise<BenchResult[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'backbone-bench-'));
  const logger = createLogger((line) => process.stderr.write(line), systemClock.now);
  const socket = `backbone-bench-${String(process.pid)}`;
  const tmux = await openTmux({ socket, configFile: path.join(folder, 'tmux.conf'), logger });
  const hub = new TerminalHub({ tmux, clock: systemClock, logger });
  try {
    const agent = fileURLToPath(new URL('stamping-agent.ts', import.meta.url));
    const command = `exec '${process.execPath}' '${agent}'`;
    await tmux.create({ name: session, dir: folder, columns: 120, rows: 40, command, without: [] });
    const bare: number[] = [];
    const ours: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      bare.push(...(await measureLatency(bareClient(socket, session), samplesPerRound)));
      ours.push(...(await measureLatency(viewerOf(hub), samplesPerRound)));
    }
    return [resultOf(ours, bare, 0.5), resultOf(ours, bare, 0.95)];
  } finally {
    await hub.dispose();
    await tmux.kill(session);
    await tmux.dispose();
    rmSync(folder, { recursive: true, force: true });
  }
}

function resultOf(ours: readonly number[], bare: readonly number[], part: number): BenchResult {
  const name = `agent to viewer, p${String(part * 100)}`;
  const value = percentile(ours, part);
  const against = percentile(bare, part);
  const figures = { ours: value, 'bare client': against };
  return { name, figures, ratio: value / against, against: 'a bare tmux client', unit: 'ms' };
}

if (import.meta.main) {
  const results = await run();
  process.stdout.write(`${table(results)}\n${JSON.stringify(results)}\n`);
}
