import type { Disposable } from '../src-main/base/disposable.ts';

/** Begins to watch a terminal: `hear` gets all bytes that arrive, from then on. */
export type Watch = (hear: (bytes: Uint8Array) => void) => Promise<Disposable>;

/** Longest part of a stamp that can be cut off at the end of a piece. */
const longestStamp = 32;

/**
 * Watches a stamping agent until `count` stamps have arrived.
 * @returns for each the milliseconds from the agent's write to its arrival, in order
 */
export async function measureLatency(watch: Watch, count: number): Promise<number[]> {
  const latencies: number[] = [];
  const enough = Promise.withResolvers<null>();
  // What stands on the screen when the watch begins is old, and who polls sees a stamp more than once.
  let newest: bigint | null = null;
  let rest = '';
  const watching = await watch((bytes) => {
    const now = process.hrtime.bigint();
    const text = rest + Buffer.from(bytes).toString('latin1');
    let end = 0;
    for (const stamp of text.matchAll(/@(\d+);/g)) {
      end = stamp.index + stamp[0].length;
      const sent = BigInt(stamp[1] ?? 0);
      if (newest === null || sent <= newest) continue;
      newest = sent;
      latencies.push(Number(now - sent) / 1e6);
    }
    rest = text.slice(Math.max(end, text.length - longestStamp));
    if (latencies.length >= count) enough.resolve(null);
  });
  newest = process.hrtime.bigint();
  await enough.promise;
  await watching.dispose();
  return latencies.slice(0, count);
}
