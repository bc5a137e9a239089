import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import SQLite from 'better-sqlite3';
import { openAnchor } from '../src-main/audit/anchor.ts';
import { verifyLog } from '../src-main/audit/verify-log.ts';
import { writeEntries } from './audit-writer.ts';
import { type BenchResult, table } from './result.ts';

const writer = fileURLToPath(new URL('audit-writer.ts', import.meta.url));
const single = 300;
const grouped = 20_000;
const processes = 8;
const million = 1_000_000;

async function withFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(path.join(tmpdir(), 'backbone-bench-audit-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Bare inserts of as many bytes into SQLite under the same pragmas, one transaction each. */
function bareInserts(folder: string, entries: number): number {
  const connection = new SQLite(path.join(folder, 'bare.db'));
  connection.pragma('journal_mode = WAL');
  connection.pragma('synchronous = FULL');
  connection.exec('CREATE TABLE bare (number INTEGER PRIMARY KEY, bytes BLOB) STRICT');
  const insert = connection.prepare('INSERT INTO bare (bytes) VALUES (?)');
  const bytes = Buffer.alloc(550, 7);
  const started = performance.now();
  for (let count = 0; count < entries; count += 1) insert.run(bytes);
  const took = performance.now() - started;
  connection.close();
  return took;
}

function runWriter(folder: string, recipient: string, entries: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [writer, folder, recipient, String(entries), '1'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
    child.once('error', reject);
    child.once('close', () => resolve(Number(output)));
  });
}

const perSecond = (entries: number, milliseconds: number): number => (entries / milliseconds) * 1000;

async function durableEntries(recipient: string): Promise<BenchResult> {
  return withFolder(async (folder) => {
    const bare = perSecond(single, bareInserts(folder, single));
    const singly = perSecond(single, await writeEntries(folder, recipient, single, 1));
    const inGroups = perSecond(grouped, await writeEntries(folder, recipient, grouped, 100));
    const each = Array.from({ length: processes }, () => runWriter(folder, recipient, single));
    const byEight = perSecond(processes * single, Math.max(...(await Promise.all(each))));
    return {
      name: 'audit: durable entries',
      figures: {
        singly,
        'in groups of 100': inGroups,
        'by eight processes, singly': byEight,
        'bare SQLite': bare,
      },
      ratio: singly / bare,
      against: 'bare SQLite inserts with the same durability',
      unit: 'entries/s',
    };
  });
}

/** The most memory the process had while `work` ran, megabytes above what it had before. */
async function peakOf<T>(work: () => Promise<T>): Promise<{ result: T; megabytes: number }> {
  const before = process.memoryUsage.rss();
  let peak = before;
  const timer = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss());
  }, 50);
  try {
    return { result: await work(), megabytes: (peak - before) / 1e6 };
  } finally {
    clearInterval(timer);
  }
}

async function verification(identity: string, recipient: string, entries: number): Promise<BenchResult> {
  return withFolder(async (folder) => {
    await writeEntries(folder, recipient, entries, 500);
    const anchor = await openAnchor(path.join(folder, 'audit-head.db'), path.join(folder, '.env'));
    const verify = async (key: string | null): Promise<{ rate: number; megabytes: number }> => {
      const started = performance.now();
      const { result, megabytes } = await peakOf(() =>
        verifyLog({ file: path.join(folder, 'audit.db'), anchor, identity: key }),
      );
      if (!result.whole) throw new Error(result.damage?.says);
      return { rate: perSecond(result.records, performance.now() - started), megabytes };
    };
    const chain = await verify(null);
    const contents = await verify(identity);
    await anchor.close();
    return {
      name: `audit: verification of ${entries} entries (memory in MB)`,
      figures: {
        chain: chain.rate,
        'chain and contents': contents.rate,
        'memory of chain': chain.megabytes,
        'memory of contents': contents.megabytes,
      },
      ratio: contents.rate / chain.rate,
      against: 'the chain alone',
      unit: 'entries/s',
    };
  });
}

/** @param entries of the log that is verified */
export async function run(entries = million): Promise<BenchResult[]> {
  const identity = await generateX25519Identity();
  const recipient = await identityToRecipient(identity);
  return [await durableEntries(recipient), await verification(identity, recipient, entries)];
}

if (import.meta.main) {
  const results = await run();
  process.stdout.write(`${table(results)}\n${JSON.stringify(results)}\n`);
}
