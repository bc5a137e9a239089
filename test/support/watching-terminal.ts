import { UnicodeGraphemesAddon } from '@xterm/addon-unicode-graphemes';
import xterm from '@xterm/headless';
import type { Viewer, ViewerSink } from '../../src-main/terminal/viewer.ts';

/** A viewer with a real terminal emulator, as the panel has one. */
export class WatchingTerminal implements ViewerSink {
  readonly terminal = new xterm.Terminal({ allowProposedApi: true, scrollback: 10_000 });
  pictures = 0;
  skipped = 0;
  received = 0;
  isEnded = false;
  readonly sequences: number[] = [];
  /** Bytes of all kinds, in the order they came. */
  readonly data: Uint8Array[] = [];
  readonly #viewer: Promise<Viewer>;

  /** @param slow milliseconds that each piece takes to be drawn, on top of its own time; null draws nothing at all */
  readonly #slow: number | null;

  constructor(join: (sink: ViewerSink) => Promise<Viewer>, slow: number | null = 0) {
    this.terminal.loadAddon(new UnicodeGraphemesAddon());
    this.#slow = slow;
    this.#viewer = join(this);
    this.#viewer.catch(() => undefined);
  }

  snapshot(picture: {
    sequence: number;
    columns: number;
    rows: number;
    data: Uint8Array;
    skipped: number;
  }): void {
    this.pictures += 1;
    this.skipped += picture.skipped;
    if (this.#slow !== null) {
      // The size is right before the picture is drawn, for a terminal takes one piece after another.
      this.terminal.write('\u001bc', () => this.terminal.resize(picture.columns, picture.rows));
    }
    this.#draw(picture.sequence, picture.data);
  }

  output(piece: { sequence: number; data: Uint8Array }): void {
    this.#draw(piece.sequence, piece.data);
  }

  ended(): void {
    this.isEnded = true;
  }

  /** All rows of the screen, without blanks at their ends. */
  screen(): string[] {
    const buffer = this.terminal.buffer.active;
    return this.#rows(buffer.baseY, buffer.length);
  }

  /** All cells of the screen with what they look like. */
  cells(): string[][] {
    const buffer = this.terminal.buffer.active;
    return Array.from({ length: this.terminal.rows }, (_, row) =>
      Array.from({ length: this.terminal.cols }, (_, column) => {
        const cell = buffer.getLine(buffer.baseY + row)?.getCell(column);
        const background = `${cell?.getBgColorMode()}/${cell?.getBgColor()}`;
        const text = cell?.getChars().trim() ?? '';
        const look = [cell?.getFgColorMode(), cell?.getFgColor(), cell?.isBold(), cell?.isInverse()];
        return text === '' ? background : `${text} ${background} ${look.join('/')}`;
      }),
    );
  }

  /** The screen with all that scrolled off it. */
  everything(): string[] {
    return this.#rows(0, this.terminal.buffer.active.length);
  }

  cursor(): { column: number; row: number } {
    const { cursorX, cursorY } = this.terminal.buffer.active;
    return { column: cursorX, row: cursorY };
  }

  async joined(): Promise<Viewer> {
    return await this.#viewer;
  }

  async leave(): Promise<void> {
    (await this.#viewer).leave();
    this.terminal.dispose();
  }

  #rows(from: number, to: number): string[] {
    const buffer = this.terminal.buffer.active;
    return Array.from({ length: to - from }, (_, index) =>
      (buffer.getLine(from + index)?.translateToString(true) ?? '').trimEnd(),
    );
  }

  #draw(sequence: number, data: Uint8Array): void {
    this.sequences.push(sequence);
    this.received += data.length;
    if (this.received < 2_000_000) this.data.push(data);
    if (this.#slow === null) return;
    const slow = this.#slow;
    this.terminal.write(data, () => {
      const drawn = (): void => void this.#viewer.then((viewer) => viewer.drawn(sequence));
      if (slow === 0) drawn();
      else setTimeout(drawn, slow);
    });
  }
}
