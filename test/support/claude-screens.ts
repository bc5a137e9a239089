import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import type { Screen } from '../../src-main/runtimes/runtime.ts';

const folder = path.join(import.meta.dirname, '../fixtures/screens/claude-2.1.197');

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

function rowsOf(scene: string, ending: 'txt' | 'ansi', count: number): string[] {
  const rows = readFileSync(path.join(folder, `${scene}.${ending}`), 'utf8').split('\n');
  return rows.slice(0, count);
}

/** Every captured screen of Claude Code, by the name of its scene. */
export const claudeScreens: ReadonlyMap<string, Screen> = new Map(
  z
    .array(z.object({ scene: z.string() }).loose())
    .parse(JSON.parse(readFileSync(path.join(folder, 'scenes.json'), 'utf8')))
    .filter(({ scene }) => !scene.startsWith('#'))
    .map((entry) => sceneForm.parse(entry))
    .map((scene) => [
      scene.scene,
      {
        lines: rowsOf(scene.scene, 'txt', scene.pane_height).map((row) => row.trimEnd()),
        styled: rowsOf(scene.scene, 'ansi', scene.pane_height),
        title: scene.pane_title,
        cursor: { column: scene.cursor_x, row: scene.cursor_y, visible: scene.cursor_flag === '1' },
        columns: scene.pane_width,
        rows: scene.pane_height,
        alternate: scene.alternate_on === '1',
      },
    ]),
);

/** One captured screen; throws for a name that no scene has. */
export function claudeScreen(scene: string): Screen {
  const screen = claudeScreens.get(scene);
  if (screen === undefined) throw new Error(`There is no scene "${scene}".`);
  return screen;
}
