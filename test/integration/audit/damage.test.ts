import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { DamageKind } from '../../../src-main/contract/audit.ts';
import { forgedAfter, type Row, renumbered, sampleEntry, tamper, testLog } from '../../support/audit-log.ts';

/** What is done to the rows of a log, and what a verification must say of it. */
interface Damaging {
  readonly name: string;
  /** How many rows it needs. */
  readonly least: number;
  apply(
    rows: Row[],
    pick: (bound: number) => number,
  ): { rows: Row[]; kind: DamageKind; number: number | null };
}

function flipped(bytes: Buffer, position: number): Buffer {
  const copy = Buffer.from(bytes);
  copy[position] = (copy[position] ?? 0) ^ 0x10;
  return copy;
}

const damagings: readonly Damaging[] = [
  ...(['header', 'sealed', 'hash'] as const).map(
    (piece): Damaging => ({
      name: `one byte of the ${piece} changed`,
      least: 1,
      apply(rows, pick) {
        const row = rows[pick(rows.length)] as Row;
        row[piece] = flipped(row[piece], pick(row[piece].length));
        return { rows, kind: 'changed', number: row.number };
      },
    }),
  ),
  {
    name: 'an entry written anew with a fitting hash',
    least: 4,
    apply(rows, pick) {
      const at = 1 + pick(rows.length - 2);
      rows[at] = forgedAfter(rows[at - 1] as Row);
      return { rows, kind: 'changed', number: at + 1 };
    },
  },
  {
    name: 'entries removed',
    least: 3,
    apply(rows, pick) {
      const at = pick(rows.length - 1);
      rows.splice(at, 1 + pick(rows.length - at - 1));
      return { rows, kind: 'removed', number: at + 1 };
    },
  },
  {
    name: 'entries removed and the rest numbered anew',
    least: 3,
    apply(rows, pick) {
      const at = pick(rows.length - 1);
      rows.splice(at, 1 + pick(rows.length - at - 1));
      return { rows: renumbered(rows), kind: 'removed', number: at + 1 };
    },
  },
  {
    name: 'forged entries inserted',
    least: 3,
    apply(rows, pick) {
      const at = 1 + pick(rows.length - 1);
      for (let count = 0; count <= pick(3); count += 1) {
        rows.splice(at + count, 0, forgedAfter(rows[at + count - 1] as Row));
      }
      return { rows: renumbered(rows), kind: 'inserted', number: at + 1 };
    },
  },
  {
    name: 'a copy of an entry inserted',
    least: 3,
    apply(rows, pick) {
      const at = 1 + pick(rows.length - 1);
      rows.splice(at, 0, { ...(rows[pick(at)] as Row) });
      return { rows: renumbered(rows), kind: 'inserted', number: at + 1 };
    },
  },
  {
    name: 'nonsense inserted',
    least: 3,
    apply(rows, pick) {
      const at = pick(rows.length);
      const like = rows[at] as Row;
      rows.splice(at, 0, { ...like, sealed: Buffer.alloc(40, pick(256)) });
      return { rows: renumbered(rows), kind: 'inserted', number: at + 1 };
    },
  },
  {
    name: 'two entries swapped',
    least: 3,
    apply(rows, pick) {
      const one = pick(rows.length - 1);
      const other = one + 1 + pick(rows.length - one - 1);
      [rows[one], rows[other]] = [rows[other] as Row, rows[one] as Row];
      return { rows: renumbered(rows), kind: 'reordered', number: one + 1 };
    },
  },
  {
    name: 'an entry moved',
    least: 4,
    apply(rows, pick) {
      const from = pick(rows.length - 1);
      const to = from + 1 + pick(rows.length - from - 1);
      rows.splice(to, 0, ...rows.splice(from, 1));
      return { rows: renumbered(rows), kind: 'reordered', number: from + 1 };
    },
  },
  {
    name: 'the end cut off',
    least: 2,
    apply(rows, pick) {
      const kept = pick(rows.length);
      return { rows: rows.slice(0, kept), kind: 'truncated', number: kept + 1 };
    },
  },
  {
    name: 'the end written anew',
    least: 4,
    apply(rows, pick) {
      const total = rows.length;
      const kept = rows.slice(0, 1 + pick(total - 1));
      while (kept.length < total) kept.push(forgedAfter(kept.at(-1) as Row));
      return { rows: kept, kind: 'swapped', number: total };
    },
  },
];

/** Sizes of the groups in which entries come in; null: the daemon starts anew there. */
const history = fc.array(
  fc.oneof({ weight: 4, arbitrary: fc.integer({ min: 1, max: 6 }) }, fc.constant(null)),
  {
    minLength: 1,
    maxLength: 6,
  },
);

async function logOf(groups: readonly (number | null)[]) {
  const made = await testLog();
  let log = await made.open();
  let written = 0;
  for (const group of groups) {
    if (group === null) {
      await log.close();
      log = await made.open();
      continue;
    }
    made.clock.pass(group * 1000 - 3000);
    await Promise.all(
      Array.from({ length: group }, () => {
        written += 1;
        return log.append(sampleEntry(written));
      }),
    );
  }
  await log.append(sampleEntry(written));
  await log.close();
  return made;
}

test.each(damagings)('$name: found and named', async ({ apply, least }) => {
  await fc.assert(
    fc.asyncProperty(
      history.filter((groups) => groups.reduce<number>((sum, group) => sum + (group ?? 0), 0) >= least),
      fc.infiniteStream(fc.nat()),
      async (groups, numbers) => {
        const made = await logOf(groups);
        try {
          const untouched = await made.verify();
          expect(untouched).toMatchObject({ whole: true, damage: null, contents: true, against: ['anchor'] });
          const pick = (bound: number): number => Number(numbers.next().value) % bound;
          let expected: { kind: DamageKind; number: number | null } | undefined;
          tamper(made.file, (rows) => {
            const done = apply(rows, pick);
            expected = { kind: done.kind, number: done.number };
            return done.rows;
          });
          const found = await made.verify({ identity: null });
          expect(found.damage).toMatchObject(expected ?? {});
          expect(found.whole).toBe(false);
          // With the key at the latest by the same place, whatever it is called there.
          const withKey = await made.verify();
          expect(withKey.whole).toBe(false);
          expect(withKey.damage?.number ?? 0).toBeLessThanOrEqual(found.damage?.number ?? 0);
        } finally {
          await made.dispose();
        }
      },
    ),
    { numRuns: 8, interruptAfterTimeLimit: 15_000, markInterruptAsFailure: false },
  );
});

test('an entry that was added without the key is found by whoever has it', async () => {
  const made = await logOf([3]);
  tamper(made.file, (rows) => [...rows, forgedAfter(rows.at(-1) as Row)]);
  expect((await made.verify()).damage).toMatchObject({ kind: 'inserted', number: 6 });
  await made.dispose();
});

test('a row below the first is found', async () => {
  const made = await logOf([3]);
  tamper(made.file, (rows) => [{ ...(rows[1] as Row), number: 0 }, ...rows]);
  expect((await made.verify({ identity: null })).damage).toMatchObject({ kind: 'inserted', number: 0 });
  await made.dispose();
});
