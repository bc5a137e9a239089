import type { AuditVerification } from '../../src-main/contract/audit.ts';

/** One fortieth of the log. `missing` and `broken` stand side by side where the chain is broken. */
export type ChainCell = 'verified' | 'unverified' | 'missing' | 'broken';

const cells = 40;

/**
 * The log as a row of cells, oldest first. `newest` is the number of its newest record, 0 when it is not known;
 * `found` what the last verification found, null before one.
 */
export function chainCells(newest: number, found: AuditVerification | null): readonly ChainCell[] {
  if (found === null) return Array<ChainCell>(cells).fill('unverified');
  const first = found.first ?? found.damage?.number ?? 1;
  const last = Math.max(newest, found.last ?? 0, found.damage?.number ?? 0, first);
  const width = (last - first + 1) / cells;
  const bad = found.damage?.number ?? null;
  // Behind a break nothing is proven; a break without a place leaves nothing proven at all.
  const proven = found.whole ? (found.last ?? 0) : bad === null ? 0 : bad - 1;
  const row = Array.from({ length: cells }, (_none, index): ChainCell => {
    const end = first + Math.ceil((index + 1) * width) - 1;
    return end <= proven ? 'verified' : 'unverified';
  });
  if (bad === null) return row;
  const at = Math.min(cells - 2, Math.max(0, Math.floor((bad - first) / width)));
  return row.map((cell, index) => (index === at ? 'missing' : index === at + 1 ? 'broken' : cell));
}
