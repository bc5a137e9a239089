import type { Clock } from '../base/clock.ts';
import type { Disposable } from '../base/disposable.ts';

/**
 * Says when to look at a screen again. Looks at the same screen never overlap, and looks that fall due while one
 * is under way are one look after it.
 */
export class LookSchedule implements Disposable {
  readonly #look: () => Promise<void>;
  readonly #clock: Clock;
  /** Whole milliseconds, so that any number of wishes are few looks. */
  #due = new Set<number>();
  #latest: number | null = null;
  #timer: NodeJS.Timeout | null = null;
  #looking = false;
  #disposed = false;

  /** @param look must not reject */
  constructor(look: () => Promise<void>, clock: Clock) {
    this.#look = look;
    this.#clock = clock;
  }

  /** Asks for one look after so long, milliseconds, unless another comes before it. */
  atLatest(delay: number): void {
    this.#latest = this.#clock.elapsed() + delay;
    this.#arm();
  }

  /** Asks for looks after these times, milliseconds from now. */
  after(...delays: readonly number[]): void {
    const now = this.#clock.elapsed();
    for (const delay of delays) this.#due.add(Math.ceil(now + delay));
    this.#arm();
  }

  dispose(): void {
    this.#disposed = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
  }

  #arm(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    const next = Math.min(...this.#due, this.#latest ?? Number.POSITIVE_INFINITY);
    if (this.#disposed || this.#looking || next === Number.POSITIVE_INFINITY) return;
    const wait = Math.max(0, next - this.#clock.elapsed());
    this.#timer = setTimeout(() => void this.#run(), wait);
  }

  async #run(): Promise<void> {
    this.#timer = null;
    this.#looking = true;
    this.#latest = null;
    const now = this.#clock.elapsed();
    this.#due = new Set([...this.#due].filter((due) => due > now));
    await this.#look();
    this.#looking = false;
    this.#arm();
  }
}
