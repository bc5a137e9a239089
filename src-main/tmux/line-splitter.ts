/** Cuts a stream of bytes into lines. What goes beyond `limit` bytes of a line is dropped. */
export class LineSplitter {
  readonly #limit: number;
  #pieces: Uint8Array[] = [];
  #size = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** The lines that `chunk` completes, without their line breaks. They may share memory with `chunk`. */
  push(chunk: Uint8Array): Uint8Array[] {
    const lines: Uint8Array[] = [];
    let start = 0;
    for (let end = chunk.indexOf(0x0a); end !== -1; end = chunk.indexOf(0x0a, start)) {
      this.#keep(chunk.subarray(start, end));
      lines.push(this.#take());
      start = end + 1;
    }
    // A copy, so that a short rest does not hold a whole chunk.
    if (start < chunk.length) this.#keep(Uint8Array.from(chunk.subarray(start)));
    return lines;
  }

  #keep(piece: Uint8Array): void {
    const fits = piece.subarray(0, this.#limit - this.#size);
    if (fits.length === 0) return;
    this.#pieces.push(fits);
    this.#size += fits.length;
  }

  #take(): Uint8Array {
    const line = this.#pieces.length === 1 ? this.#pieces[0] : undefined;
    const whole = line ?? Buffer.concat(this.#pieces);
    this.#pieces = [];
    this.#size = 0;
    return whole;
  }
}
