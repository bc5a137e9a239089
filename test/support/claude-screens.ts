import type { Screen } from '../../src-main/runtimes/runtime.ts';
import { capturedScreen, capturedScreens } from './captured-screens.ts';

/** Every captured screen of Claude Code, by the name of its scene. */
export const claudeScreens = capturedScreens('claude-2.1.197');

/** One captured screen; throws for a name that no scene has. */
export function claudeScreen(scene: string): Screen {
  return capturedScreen(claudeScreens, scene);
}
