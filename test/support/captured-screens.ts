import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import type { Screen } from '../../src-main/runtimes/runtime.ts';

const number = z.coerce.number();
const sceneForm = z.object({
  scene: z.string(),
  pane_title: z.string(),
  cursor_x: number,
  cursor_y: number,
  cursor_flag: z.enum(['0', '1']),
  alternate_on: z.enum(['0', '1']),
  pane_width: number,
  pane_height: number,
});

function rowsOf(folder: string, scene: string, ending: 'txt' | 'ansi', count: number): string[] {
  const rows = readFileSync(path.join(folder, `${scene}.${ending}`), 'utf8').split('\n');
  // Empty rows at the end of a screen may be missing from its capture.
  return Array.from({ length: count }, (_, row) => rows[row] ?? '');
}

/** Every captured screen of one program's version, by the name of its scene. */
export function capturedScreens(version: string): ReadonlyMap<string, Screen> {
  const folder = path.join(import.meta.dirname, '../fixtures/screens', version);
  const scenes = z
    .array(z.object({ scene: z.string() }).loose())
    .parse(JSON.parse(readFileSync(path.join(folder, 'scenes.json'), 'utf8')))
    .filter(({ scene }) => !scene.startsWith('#'))
    .map((entry) => sceneForm.parse(entry));
  return new Map(
    scenes.map((scene) => [
      scene.scene,
      {
        lines: rowsOf(folder, scene.scene, 'txt', scene.pane_height).map((row) => row.trimEnd()),
        styled: rowsOf(folder, scene.scene, 'ansi', scene.pane_height),
        title: scene.pane_title,
        cursor: { column: scene.cursor_x, row: scene.cursor_y, visible: scene.cursor_flag === '1' },
        columns: scene.pane_width,
        rows: scene.pane_height,
        alternate: scene.alternate_on === '1',
      },
    ]),
  );
}

/** One captured screen; throws for a name that no scene has. */
export function capturedScreen(screens: ReadonlyMap<string, Screen>, scene: string): Screen {
  const screen = screens.get(scene);
  if (screen === undefined) throw new Error(`There is no scene "${scene}".`);
  return screen;
}
