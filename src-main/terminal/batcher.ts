/** What is printed within this many milliseconds of the last piece goes out together: one frame of a screen. */
const window = 16;
/** Most bytes that wait for the window to end. */
const limit = 200_000;

/** Gathers bytes: the first after a silence go out at once, what follows goes out at the end of each window. */
export class Batcher {
  readonly #send: (bytes: Uint8Array) => void;
  #pieces: Uint8Array[] = [];
  #size = 0;
  #timer: NodeJS.Timeout | null = null;

  /** @param send takes what goes out together */
  constructor(send: (bytes: Uint8Array) => void) {
    this.#send = send;
  }

  push(bytes: Uint8Array): void {
    if (bytes.length === 0) return;
    this.#pieces.push(bytes);
    this.#size += bytes.length;
    if (this.#timer === null || this.#size >= limit) this.flush();
  }

  /** Sends what waits now. */
  flush(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    const [first, ...others] = this.#pieces;
    if (first === undefined) return;
    const bytes = others.length === 0 ? first : Buffer.concat(this.#pieces);
    this.#pieces = [];
    this.#size = 0;
    this.#timer = setTimeout(() => this.flush(), window);
    this.#send(bytes);
  }

  /** Forgets what waits. */
  clear(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.#pieces = [];
    this.#size = 0;
  }
}
