/** Something that holds a resource and lets go of it once. */
export interface Disposable {
  dispose(): void | Promise<void>;
}

/** Collects what must be let go of, and does so in reverse order, each once, whatever the others do. */
export class Disposables implements Disposable {
  #entries: Disposable[] = [];

  /** Takes over `entry` and returns it. */
  add<T extends Disposable>(entry: T): T {
    this.#entries.push(entry);
    return entry;
  }

  /** Takes over a function to be called at the end. */
  defer(release: () => void | Promise<void>): void {
    this.#entries.push({ dispose: release });
  }

  /** Throws an AggregateError when some entries failed; all were tried. */
  async dispose(): Promise<void> {
    const failures: unknown[] = [];
    for (const entry of this.#entries.splice(0).reverse()) {
      try {
        await entry.dispose();
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw new AggregateError(failures, 'Some resources could not be released.');
  }
}
