import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, totalmem, type } from 'node:os';
import path from 'node:path';
import { runCommand } from '../src-main/base/run-command.ts';
import { type BenchResult, table } from './result.ts';

type Benchmark = () => Promise<BenchResult[]>;

const benchmarks: ReadonlyMap<string, Benchmark> = new Map([
  ['panel-latency', async () => (await import('./panel-latency.ts')).run()],
  ['terminal-latency', async () => (await import('./terminal-latency.ts')).run()],
  ['idle-agents', async () => (await import('./idle-agents.ts')).run()],
  ['audit', async () => (await import('./audit.ts')).run()],
]);

const resultsFile = path.join(import.meta.dirname, 'results.json');

/** The name of a Linux distribution; elsewhere that of the system. */
function systemName(): string {
  if (process.platform !== 'linux') return type();
  return /^PRETTY_NAME="(.*)"$/m.exec(readFileSync('/etc/os-release', 'utf8'))?.[1] ?? 'Linux';
}

async function machine() {
  const { output } = await runCommand('tmux', ['-V']);
  return {
    processor: cpus()[0]?.model ?? 'unknown',
    cores: cpus().length,
    memoryGigabytes: Math.round(totalmem() / 1e8) / 10,
    system: systemName(),
    node: process.versions.node,
    tmux: output.trim().replace(/^tmux /, ''),
  };
}

/** Work that waits or runs, on average over the last minute: above the number of cores, figures tell of others too. */
const load = (): number => Math.round((loadavg()[0] ?? 0) * 100) / 100;

function chosen(names: readonly string[]): readonly string[] {
  const unknown = names.find((name) => !benchmarks.has(name));
  if (unknown === undefined) return names.length === 0 ? [...benchmarks.keys()] : names;
  process.stderr.write(
    `There is no benchmark "${unknown}". There are: ${[...benchmarks.keys()].join(', ')}.\n`,
  );
  process.exit(2);
}

const names = chosen(process.argv.slice(2));
const loadBefore = load();
const results: BenchResult[] = [];
for (const name of names) {
  process.stderr.write(`${name}...\n`);
  results.push(...((await benchmarks.get(name)?.()) ?? []));
}
const report = {
  date: new Date().toISOString(),
  machine: await machine(),
  load: { before: loadBefore, after: load() },
  results,
};
process.stdout.write(`${table(results)}\n`);
// Figures of different runs do not belong into one file.
if (names.length === benchmarks.size) writeFileSync(resultsFile, `${JSON.stringify(report, null, 2)}\n`);
else process.stdout.write(`${JSON.stringify(report)}\n`);
