/** Whoever wants to hear of something, in the order in which they came. */
export class Listeners<T> {
  readonly #all = new Set<(value: T) => void>();

  get size(): number {
    return this.#all.size;
  }

  /** @returns ends it */
  add(listener: (value: T) => void): () => void {
    this.#all.add(listener);
    return () => this.#all.delete(listener);
  }

  tell(value: T): void {
    for (const listener of this.#all) listener(value);
  }
}
