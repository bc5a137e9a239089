/**
 * Most bytes that are on their way to a viewer. A terminal draws as much within a few frames, so one that keeps up
 * never gets there, and a hundred that do not hold 20 MB.
 */
const limit = 200_000;
/** What a piece costs on its way, however short it is. */
const pieceCost = 256;

/** What was sent to one viewer and not drawn by it yet. A pure account; sends nothing. */
export class Backlog {
  #pieces: { readonly sequence: number; readonly cost: number }[] = [];
  #cost = 0;

  get isEmpty(): boolean {
    return this.#pieces.length === 0;
  }

  get isFull(): boolean {
    return this.#cost >= limit;
  }

  /** A piece of output was sent. */
  output(sequence: number, size: number): void {
    this.#add(sequence, size + pieceCost);
  }

  /** A picture was sent. It does not count against the limit, for it can be larger, and none follows until it is drawn. */
  picture(sequence: number): void {
    this.#add(sequence, 0);
  }

  /** The viewer has drawn everything up to and including `sequence`. */
  drawn(sequence: number): void {
    let first = this.#pieces[0];
    while (first !== undefined && first.sequence <= sequence) {
      this.#cost -= first.cost;
      this.#pieces.shift();
      first = this.#pieces[0];
    }
  }

  #add(sequence: number, cost: number): void {
    this.#pieces.push({ sequence, cost });
    this.#cost += cost;
  }
}
