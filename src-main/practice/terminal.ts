import type { ReadStream, WriteStream } from 'node:tty';
import { type KeyPress, readKeys } from './keys.ts';
import { pictureOf, type View } from './picture.ts';

/** After so many milliseconds an Escape that nothing follows was the key itself. */
const escapeTimeout = 30;

/** Title for each thing it does; the sign at the very start is what the adapter goes by. */
export const titles = {
  idle: '◇ Practice agent',
  busy: '◆ Practice agent',
  waiting: '△ Practice agent',
} as const;

/** The terminal as the practice agent has it: the other screen, raw keys, one picture after another. */
export class Terminal {
  readonly #input: ReadStream;
  readonly #output: WriteStream;
  #view: View | null = null;
  #rest = '';
  #timer: NodeJS.Timeout | undefined;

  constructor(input: ReadStream, output: WriteStream) {
    this.#input = input;
    this.#output = output;
  }

  /** @param press hears each key */
  open(press: (press: KeyPress) => void): void {
    this.#output.write('\x1b[?1049h\x1b[?2004h');
    this.#output.on('resize', () => this.#draw());
    this.#input.setRawMode(true);
    this.#input.setEncoding('utf8');
    this.#input.on('data', (text: string) => {
      clearTimeout(this.#timer);
      this.#take(this.#rest + text, press);
      if (this.#rest === '\x1b') {
        this.#timer = setTimeout(() => {
          this.#rest = '';
          press({ key: 'escape' });
        }, escapeTimeout);
      }
    });
  }

  show(view: View): void {
    this.#view = view;
    this.#draw();
  }

  /** Gives the terminal back as it was. */
  close(): void {
    clearTimeout(this.#timer);
    this.#input.setRawMode(false);
    this.#output.write('\x1b[?2004l\x1b[?25h\x1b]2;\x07\x1b[?1049l');
  }

  #take(text: string, press: (press: KeyPress) => void): void {
    const { keys, rest } = readKeys(text);
    this.#rest = rest;
    for (const key of keys) press(key);
  }

  #draw(): void {
    if (this.#view === null) return;
    const { columns, rows } = this.#output;
    const { rows: lines, cursor } = pictureOf(this.#view, columns, rows);
    const title =
      this.#view.dialog !== null ? titles.waiting : this.#view.work !== null ? titles.busy : titles.idle;
    // In one write, without wrapping: a row that a terminal finds too wide must not push the others down.
    this.#output.write(
      [
        `\x1b]2;${title}\x07\x1b[?25l\x1b[?7l\x1b[H`,
        lines.map((line) => `\x1b[2K${line}`).join('\r\n'),
        '\x1b[?7h',
        `\x1b[${cursor.row + 1};${cursor.column + 1}H`,
        cursor.visible ? '\x1b[?25h' : '',
      ].join(''),
    );
  }
}
