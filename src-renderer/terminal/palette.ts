import type { ITheme } from '@xterm/xterm';

const names = {
  foreground: '--term-ink',
  black: '--term-black',
  red: '--term-red',
  green: '--term-green',
  yellow: '--term-yellow',
  blue: '--term-blue',
  magenta: '--term-magenta',
  cyan: '--term-cyan',
  white: '--term-ink',
  brightBlack: '--term-faint',
  brightRed: '--term-pink',
  brightGreen: '--term-green',
  brightYellow: '--term-orange',
  brightBlue: '--term-blue',
  brightMagenta: '--term-magenta',
  brightCyan: '--term-cyan',
  brightWhite: '--term-white',
} as const satisfies Partial<Record<keyof ITheme, string>>;

/** The glass's colours as the tokens say them now. `glass`: the element whose ground is the terminal's. */
export function paletteOf(glass: HTMLElement): ITheme {
  const style = getComputedStyle(glass);
  const colours = Object.fromEntries(
    Object.entries(names).map(([key, token]) => [key, style.getPropertyValue(token).trim()]),
  );
  const clear = 'rgba(0, 0, 0, 0)';
  return {
    ...colours,
    background: style.backgroundColor,
    cursor: style.getPropertyValue('--term-dim').trim(),
    cursorAccent: style.backgroundColor,
    selectionBackground: style.getPropertyValue('--term-selection').trim(),
    // Our own scrolling shows where one is.
    scrollbarSliderBackground: clear,
    scrollbarSliderHoverBackground: clear,
    scrollbarSliderActiveBackground: clear,
  };
}
