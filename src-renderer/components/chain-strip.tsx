import type { ChainCell } from '../state/chain-cells.ts';

/** The whole log as a row of cells, oldest first. The words beside it say the same. */
export function ChainStrip({ cells }: { readonly cells: readonly ChainCell[] }) {
  return (
    <span className="chain-strip" aria-hidden="true">
      {cells.map((cell, index) => (
        <i key={index} className={cell} />
      ))}
    </span>
  );
}
