import { UnicodeGraphemesAddon } from '@xterm/addon-unicode-graphemes';
import { WebglAddon } from '@xterm/addon-webgl';
import { Terminal } from '@xterm/xterm';
import { harden, openable } from './harden.ts';
import { paletteOf } from './palette.ts';
import { createScroller } from './scroller.ts';

/** What one sees of the picture now. */
export interface TerminalSight {
  readonly columns: number;
  readonly rows: number;
  /** First and last column in sight, from 1. */
  readonly fromColumn: number;
  readonly toColumn: number;
  /** Older output is in sight than the newest. */
  readonly scrolledBack: boolean;
}

/** A picture of an agent's terminal. It has its own size, never the window's; nothing can be typed into it. */
export interface TerminalView {
  /** Begins a new picture of that size. */
  restart(columns: number, rows: number): void;
  /** Draws bytes; `done` is called when they stand on screen. */
  draw(data: Uint8Array, done: () => void): void;
  /** What is selected, or else all that stands in sight, as text. */
  text(): string;
  scroll(to: 'up' | 'down' | 'pageUp' | 'pageDown' | 'first' | 'newest'): void;
  /** Keeps a copy of the text for screen readers. */
  readOut(on: boolean): void;
  dispose(): void;
}

const scrollback = 5_000;
/** The look's line of 17 on letters of 12. */
const lineHeight = 1.07;

/**
 * Makes a terminal in `scroller`, the element that scrolls. The colours, the size and the face of its letters
 * come from the element's style.
 */
export function createTerminalView(
  scroller: HTMLElement,
  tell: { sight(sight: TerminalSight): void; link(address: string): void },
): TerminalView {
  const style = getComputedStyle(scroller);
  const terminal = new Terminal({
    allowProposedApi: true,
    disableStdin: true,
    cursorBlink: false,
    cursorInactiveStyle: 'outline',
    scrollback,
    fontFamily: style.fontFamily,
    fontSize: Number.parseFloat(style.fontSize),
    lineHeight,
    theme: paletteOf(scroller),
    linkHandler: {
      allowNonHttpProtocols: false,
      activate: (_event, address) => {
        const opened = openable(address);
        if (opened !== null) tell.link(opened);
      },
    },
  });
  harden(terminal);
  terminal.loadAddon(new UnicodeGraphemesAddon());
  terminal.attachCustomKeyEventHandler(() => false);
  terminal.open(scroller);
  makeReadOnly(terminal);
  drawWithGraphicsCard(terminal);

  const scrolling = createScroller(scroller, terminal, (sight) => {
    tell.sight({ columns: terminal.cols, rows: terminal.rows, ...sight });
  });
  const restyle = (): void => {
    terminal.options.theme = paletteOf(scroller);
    terminal.options.fontSize = Number.parseFloat(getComputedStyle(scroller).fontSize);
    scrolling.look();
  };
  const unfollow = followStyle(restyle);

  return {
    restart(columns, rows) {
      // Behind what is still to be drawn, so that nothing of the old picture lands in the new one.
      terminal.write('', () => {
        terminal.reset();
        terminal.resize(columns, rows);
      });
    },
    draw(data, done) {
      terminal.write(data, done);
    },
    text: () => (terminal.hasSelection() ? terminal.getSelection() : textInSight(terminal)),
    scroll: scrolling.scroll,
    readOut(on) {
      terminal.options.screenReaderMode = on;
    },
    dispose() {
      unfollow();
      scrolling.dispose();
      terminal.dispose();
    },
  };
}

/** The area that takes keys in other terminals: here it must not call up a keyboard on screen, nor be a stop of Tab. */
function makeReadOnly({ textarea }: Terminal): void {
  if (textarea === undefined) return;
  textarea.readOnly = true;
  textarea.tabIndex = -1;
  textarea.inputMode = 'none';
}

/** Draws by WebGL while the machine gives us a context; without it xterm draws by itself, slower. */
function drawWithGraphicsCard(terminal: Terminal): void {
  try {
    const webgl = new WebglAddon();
    webgl.onContextLoss(() => {
      webgl.dispose();
    });
    terminal.loadAddon(webgl);
  } catch {
    return;
  }
}

/** Calls `changed` when the theme or the size of the letters may have changed. @returns ends it */
function followStyle(changed: () => void): () => void {
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
  const queries = ['(prefers-color-scheme: dark)', '(min-width: 1700px)'].map((query) => matchMedia(query));
  for (const query of queries) query.addEventListener('change', changed);
  return () => {
    observer.disconnect();
    for (const query of queries) query.removeEventListener('change', changed);
  };
}

function textInSight({ buffer: { active }, rows }: Terminal): string {
  const lines = Array.from(
    { length: rows },
    (_none, row) => active.getLine(active.viewportY + row)?.translateToString(true) ?? '',
  );
  return lines.join('\n').trimEnd();
}
