/** What one benchmark found. */
export interface BenchResult {
  readonly name: string;
  /** Figures by what they are, such as `p50`. */
  readonly figures: Readonly<Record<string, number>>;
  /** Our figure divided by that of what it is measured against; null when there is nothing to compare with. */
  readonly ratio: number | null;
  /** What it is measured against, in the same run. */
  readonly against: string;
  /** Unit of the figures. */
  readonly unit: string;
}

/** The results as a table for people. */
export function table(results: readonly BenchResult[]): string {
  const rows = results.flatMap(({ name, figures, ratio, against, unit }) => [
    ...Object.entries(figures).map(([figure, value]) => [name, figure, value.toFixed(2), unit]),
    ...(ratio === null ? [] : [[name, `times ${against}`, ratio.toFixed(2), '']]),
  ]);
  const all = [['benchmark', 'figure', 'value', 'unit'], ...rows];
  const widths = [0, 1, 2, 3].map((column) => Math.max(...all.map((row) => (row[column] ?? '').length)));
  return all
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** The value below which the share `part` (0 to 1) of `values` lies. */
export function percentile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? Number.NaN;
}
