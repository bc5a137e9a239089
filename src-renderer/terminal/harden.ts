import type { Terminal } from '@xterm/xterm';

/** Modes by which a program asks for the mouse or for news of the focus. Here they would only spoil selecting. */
const pointerModes = new Set([9, 1000, 1001, 1002, 1003, 1004, 1005, 1006, 1015, 1016]);

/** Operating system commands that reach past the screen: titles, working folder, clipboard, notifications. */
const reaching = [0, 1, 2, 7, 9, 52, 99, 777, 1337];

/**
 * Takes from a terminal everything by which output could act outside of its own picture. Nothing is ever
 * sent back: no listener for data exists, so answers to queries end here.
 */
export function harden(terminal: Terminal): void {
  for (const command of reaching) terminal.parser.registerOscHandler(command, () => true);
  for (const final of ['h', 'l']) {
    terminal.parser.registerCsiHandler({ prefix: '?', final }, (parameters) =>
      parameters.every((mode) => typeof mode === 'number' && pointerModes.has(mode)),
    );
  }
}

/** The address of a link that may be opened; null for everything but http and https. */
export function openable(address: string): string | null {
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  return url.protocol === 'http:' || url.protocol === 'https:' ? url.href : null;
}
