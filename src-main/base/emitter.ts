import type { Disposable } from './disposable.ts';

/** A typed event. Listeners are called in order of joining; one that throws does not keep the others from hearing. */
export class Emitter<T> {
  readonly #listeners = new Set<(value: T) => void>();
  readonly #onFailure: (error: unknown) => void;

  /** @param onFailure hears what a listener threw; without it the failure is thrown again outside of `emit`. */
  constructor(
    onFailure: (error: unknown) => void = (error) =>
      queueMicrotask(() => {
        throw error;
      }),
  ) {
    this.#onFailure = onFailure;
  }

  get listenerCount(): number {
    return this.#listeners.size;
  }

  /** Calls `listener` for every later event until the returned handle is disposed. */
  on(listener: (value: T) => void): Disposable {
    this.#listeners.add(listener);
    return { dispose: () => void this.#listeners.delete(listener) };
  }

  emit(value: T): void {
    for (const listener of [...this.#listeners]) {
      try {
        listener(value);
      } catch (error) {
        this.#onFailure(error);
      }
    }
  }
}
