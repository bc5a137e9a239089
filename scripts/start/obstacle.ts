import type { Facts } from './facts.ts';

/**
 * Why no desktop window can be opened here, one line for people; null when nothing is known to be in the way.
 * Chromium refuses to run as root, or without the kernel's help, unless its sandbox is switched off. We never switch
 * it off: what agents print is shown in those renderers.
 */
export function obstacleToWindow(facts: Facts): string | null {
  if (!facts.hasScreen) return 'There is no screen here, so the panel is served to a browser instead.';
  if (facts.platform === 'linux' && facts.uid === 0) {
    return 'As root the desktop window would have to run without its sandbox, so the panel is served to a browser instead.';
  }
  if (!facts.canSandbox) {
    return 'This system keeps the desktop window from having a sandbox, so the panel is served to a browser instead.';
  }
  return null;
}
