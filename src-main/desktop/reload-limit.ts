/** A page that crashes more often than this within a minute will not be mended by another reload. */
const most = 3;
const within = 60_000;

/** Decides whether a crashed page is loaded again. Time is passed in, milliseconds that never go back. */
export class ReloadLimit {
  #crashes: number[] = [];

  /** Notes a crash. @returns false when there were too many lately */
  mayReload(now: number): boolean {
    this.#crashes = this.#crashes.filter((crash) => now - crash < within);
    this.#crashes.push(now);
    return this.#crashes.length <= most;
  }
}
