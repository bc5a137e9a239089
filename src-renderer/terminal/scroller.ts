import type { Terminal } from '@xterm/xterm';

/** What scrolling tells. */
interface Sight {
  readonly fromColumn: number;
  readonly toColumn: number;
  readonly scrolledBack: boolean;
}

const linesPerNotch = 3;
/** Parts of a pixel that rounding may leave. */
const slack = 2;

/**
 * Scrolls through a picture that may be larger than its window: the element scrolls over the picture itself,
 * and beyond its upper edge the terminal's own older lines follow. While nothing was scrolled back, the last
 * written row stays in sight at the lower edge.
 */
export function createScroller(element: HTMLElement, terminal: Terminal, tell: (sight: Sight) => void) {
  let following = true;

  const cell = (): { width: number; height: number } => {
    const screen = element.querySelector('.xterm-screen');
    if (!(screen instanceof HTMLElement)) return { width: 1, height: 1 };
    return {
      width: Math.max(1, screen.offsetWidth / terminal.cols),
      height: Math.max(1, screen.offsetHeight / terminal.rows),
    };
  };
  const older = (): boolean => terminal.buffer.active.viewportY < terminal.buffer.active.baseY;
  const newestTop = (): number => {
    const used = lastWrittenRow(terminal) + 1;
    return Math.max(0, Math.ceil(used * cell().height - element.clientHeight));
  };

  const look = (): void => {
    if (following && !older()) element.scrollTop = newestTop();
    const { width } = cell();
    const columns = (pixels: number): number => Math.floor((pixels + slack) / width);
    tell({
      fromColumn: Math.min(terminal.cols, columns(element.scrollLeft) + 1),
      toColumn: Math.min(terminal.cols, columns(element.scrollLeft + element.clientWidth)),
      scrolledBack: older() || element.scrollTop < newestTop() - cell().height,
    });
  };
  const byLines = (lines: number): void => {
    const pixels = lines * cell().height;
    if (lines < 0 && element.scrollTop <= slack) terminal.scrollLines(lines);
    else if (lines > 0 && older()) terminal.scrollLines(lines);
    else element.scrollTop += pixels;
    following = !older() && element.scrollTop >= newestTop() - cell().height;
    look();
  };
  const onWheel = (event: WheelEvent): void => {
    // The terminal must not see it: it would send it to the agent as keys, or scroll against us.
    event.stopPropagation();
    if (event.ctrlKey || event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) return;
    event.preventDefault();
    const perLine = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? cell().height : 1;
    const lines = event.deltaY / perLine;
    byLines(Math.sign(lines) * Math.max(1, Math.min(Math.round(Math.abs(lines)), terminal.rows)));
  };

  element.addEventListener('wheel', onWheel, { capture: true, passive: false });
  element.addEventListener('scroll', look);
  const resized = new ResizeObserver(look);
  resized.observe(element);
  const drawn = terminal.onRender(look);

  return {
    look,
    scroll(to: 'up' | 'down' | 'pageUp' | 'pageDown' | 'first' | 'newest'): void {
      const page = Math.max(1, Math.floor(element.clientHeight / cell().height) - 1);
      switch (to) {
        case 'up':
          return byLines(-linesPerNotch);
        case 'down':
          return byLines(linesPerNotch);
        case 'pageUp':
          return byLines(-page);
        case 'pageDown':
          return byLines(page);
        case 'first':
          following = false;
          terminal.scrollToTop();
          element.scrollTop = 0;
          return look();
        case 'newest':
          following = true;
          terminal.scrollToBottom();
          return look();
      }
    },
    dispose(): void {
      element.removeEventListener('wheel', onWheel, { capture: true });
      element.removeEventListener('scroll', look);
      resized.disconnect();
      drawn.dispose();
    },
  };
}

/** The last row of the picture with something on it, or the cursor's; from 0. */
function lastWrittenRow({ buffer: { active }, rows }: Terminal): number {
  for (let row = rows - 1; row > active.cursorY; row -= 1) {
    if (active.getLine(active.baseY + row)?.translateToString(true) !== '') return row;
  }
  return active.cursorY;
}
