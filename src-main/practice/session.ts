import { plainText } from '../base/plain-text.ts';
import { graphemes } from './columns.ts';
import { fileInside, writeInside } from './folder.ts';
import { helpLines, parseInstruction } from './instruction.ts';
import type { KeyPress } from './keys.ts';
import type { DialogView, View } from './picture.ts';
import type { PracticeEvent } from './report.ts';
import { runCommandLine } from './running-command.ts';

/** Most lines kept of what was shown. */
const longestLog = 1_000;

const introduction: readonly string[] = [
  'This is a practice agent. It is a small program, not an AI, and it sends nothing anywhere.',
  'It does what you type, such as "run: ls". Before it changes anything it asks, as a real agent does.',
  'It now proposes one harmless command by itself, so that you see how a question looks and is answered.',
];
const proposal = 'run: touch hello.txt';

/** What the session needs of the world. */
export interface SessionParts {
  /** The folder it works in, absolute. */
  readonly folder: string;
  readonly report: (event: PracticeEvent) => void;
  /** Called after every change. */
  readonly show: (view: View) => void;
  /** Ends the program. */
  readonly exit: () => void;
}

/** A dialog on screen and what follows each of its lines. */
interface OpenDialog {
  readonly view: DialogView;
  /** @param option index of the chosen line; null for Escape */
  readonly answer: (option: number | null) => void;
}

/** What the practice agent does: takes keys, asks, acts, tells. */
export class Session {
  readonly #parts: SessionParts;
  readonly #log: string[] = [];
  #input = '';
  #work: string | null = null;
  #cancel: (() => void) | null = null;
  #dialog: OpenDialog | null = null;

  constructor(parts: SessionParts) {
    this.#parts = parts;
  }

  get view(): View {
    return {
      folder: this.#parts.folder,
      log: this.#log,
      input: this.#input,
      work: this.#work,
      dialog: this.#dialog?.view ?? null,
    };
  }

  /** @param instruction what to do first; null to introduce itself and propose something */
  start(instruction: string | null): void {
    this.#parts.report({ event: 'started' });
    if (instruction === null) for (const line of introduction) this.#say(line);
    this.#obey(instruction ?? proposal);
  }

  /** Stops whatever runs; nothing is shown any more. */
  close(): void {
    this.#cancel?.();
  }

  press(press: KeyPress): void {
    if (this.#dialog !== null) this.#pressInDialog(this.#dialog, press);
    else this.#pressInBox(press);
    this.#show();
  }

  #pressInDialog(dialog: OpenDialog, press: KeyPress): void {
    const { view, answer } = dialog;
    if (press.key === 'up' || press.key === 'down') {
      const count = view.options.length;
      const marked = (view.marked + (press.key === 'up' ? count - 1 : 1)) % count;
      this.#dialog = { view: { ...view, marked }, answer };
      return;
    }
    const digit = press.key === 'text' && /^[1-9]$/.test(press.text) ? Number(press.text) - 1 : null;
    const isRefusal = press.key === 'escape' || press.key === 'interrupt';
    const chosen = press.key === 'enter' ? view.marked : digit;
    if (!isRefusal && (chosen === null || chosen >= view.options.length)) return;
    this.#dialog = null;
    this.#parts.report({ event: 'answered' });
    answer(isRefusal ? null : chosen);
  }

  #pressInBox(press: KeyPress): void {
    switch (press.key) {
      case 'text':
        this.#input += press.text;
        return;
      case 'backspace':
        this.#input = graphemes(this.#input).slice(0, -1).join('');
        return;
      case 'clear':
        this.#input = '';
        return;
      case 'enter':
        // What is typed while something runs waits in the box.
        if (this.#work === null && this.#input.trim() !== '') this.#submit();
        return;
      case 'escape':
        if (this.#cancel !== null) this.#cancel();
        else this.#input = '';
        return;
      case 'interrupt':
        if (this.#cancel !== null) this.#cancel();
        else if (this.#input !== '') this.#input = '';
        else this.#parts.exit();
        return;
      case 'end':
        if (this.#input === '') this.#parts.exit();
        return;
      case 'up':
      case 'down':
        return;
    }
  }

  #submit(): void {
    const text = this.#input.trim();
    this.#input = '';
    this.#parts.report({ event: 'prompted' });
    this.#obey(text);
  }

  #obey(text: string): void {
    this.#say('', `> ${text}`);
    const instruction = parseInstruction(text);
    if (instruction === null) return this.#finish('I do not understand that. Type "help" for what I can do.');
    switch (instruction.do) {
      case 'run':
        return this.#askToRun(instruction.command);
      case 'write':
        return this.#askToWrite(instruction.file, instruction.text);
      case 'slow':
        return this.#beBusy(instruction.seconds);
      case 'ask':
        return this.#askToChoose();
      case 'help':
        this.#say(...helpLines);
        return this.#finish('That is all I can do.');
      case 'exit':
        return this.#parts.exit();
    }
  }

  #askToRun(command: string): void {
    this.#parts.report({ event: 'asked', tool: 'Run', command });
    this.#ask(
      'Run a command',
      [plainText(command)],
      'Do you want to run this command?',
      ['Yes', 'No'],
      (option) => {
        if (option !== 0) return this.#finish('You said no. The command was not run.');
        const running = runCommandLine(command, this.#parts.folder, (line) => {
          this.#say(`  ${line}`);
          this.#show();
        });
        this.#begin('running the command', () => running.cancel());
        void running.ended.then((how) => this.#finish(how));
      },
    );
  }

  #askToWrite(name: string, text: string): void {
    const found = fileInside(this.#parts.folder, name);
    if (found === null)
      return this.#finish(`"${plainText(name)}" is not in a folder below this one. I only write here.`);
    const { file, change } = found;
    this.#parts.report({ event: 'asked', tool: 'Write', path: file, change, text });
    const lines = [
      plainText(file),
      '',
      ...plainText(text)
        .split('\n')
        .map((line, index) => `${index + 1} + ${line}`),
    ];
    const title = change === 'created' ? 'Create a file' : 'Replace a file';
    this.#ask(title, lines, 'Do you want to write this file?', ['Yes', 'No'], (option) => {
      if (option !== 0) return this.#finish('You said no. Nothing was written.');
      // Asked again: a link may have come since.
      if (fileInside(this.#parts.folder, name)?.file !== file)
        return this.#finish('The place has changed. Nothing was written.');
      try {
        writeInside(file, `${text}\n`);
        this.#finish(`Wrote ${plainText(name)}.`);
      } catch {
        this.#finish(`${plainText(name)} could not be written.`);
      }
    });
  }

  #askToChoose(): void {
    const question = 'Which colour do you like best?';
    const options = ['Red', 'Green', 'Blue'];
    this.#parts.report({ event: 'asked', tool: 'Choice', question, options });
    this.#ask('A question', [], question, options, (option) => {
      const chosen = option === null ? undefined : options[option];
      this.#finish(chosen === undefined ? 'You did not choose.' : `You chose ${chosen}.`);
    });
  }

  #beBusy(seconds: number): void {
    const timer = setTimeout(() => this.#finish('Done waiting.'), seconds * 1_000);
    this.#begin(`busy for ${seconds} seconds`, () => {
      clearTimeout(timer);
      this.#finish('Stopped.');
    });
  }

  #ask(
    title: string,
    lines: readonly string[],
    question: string,
    options: readonly string[],
    answer: (option: number | null) => void,
  ): void {
    this.#dialog = { view: { title, lines, question, options, marked: 0 }, answer };
    this.#show();
  }

  #begin(work: string, cancel: () => void): void {
    this.#work = work;
    this.#cancel = cancel;
    this.#show();
  }

  #finish(message: string): void {
    this.#work = null;
    this.#cancel = null;
    this.#say(message);
    this.#parts.report({ event: 'finished', message });
    this.#show();
  }

  #say(...lines: readonly string[]): void {
    this.#log.push(...lines);
    this.#log.splice(0, this.#log.length - longestLog);
  }

  #show(): void {
    this.#parts.show(this.view);
  }
}
