import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { Disposables } from '../../../src-main/base/disposable.ts';
import { claude } from '../../../src-main/runtimes/claude.ts';
import type { FakeScene } from '../../fixtures/fake-agent/protocol.ts';
import { openAgentPane } from '../../support/agent-pane.ts';
import { fakeAgents } from '../../support/fake-agent.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { matches, waitUntil } from '../../support/wait-until.ts';

const resources = new Disposables();
afterEach(() => resources.dispose());

/** What the runtime must see on the fake's screens, as on the real ones. `keys`: the decisions that may be given. */
const scenes: readonly {
  readonly scene: FakeScene;
  readonly seen: object;
  readonly keys?: readonly string[];
}[] = [
  { scene: { kind: 'idle' }, seen: { state: 'idle', input: 'empty', dialog: null } },
  { scene: { kind: 'busy' }, seen: { state: 'busy', dialog: null } },
  {
    scene: {
      kind: 'dialog',
      dialog: { form: 'command', command: 'git push', description: 'Push', selected: 1, runs: false },
    },
    seen: {
      state: 'waiting_for_human',
      reason: 'permission',
      dialog: { kind: 'permission', subject: { form: 'command', command: 'git push' } },
    },
    keys: ['allow', 'deny'],
  },
  {
    scene: { kind: 'dialog', dialog: { form: 'write', path: 'a.txt', content: 'one\ntwo', selected: 1 } },
    seen: {
      state: 'waiting_for_human',
      dialog: { kind: 'permission', subject: { form: 'edit', path: 'a.txt' } },
    },
    keys: ['allow', 'deny'],
  },
  {
    scene: { kind: 'dialog', dialog: { form: 'question', question: 'Which?', options: ['A', 'B'] } },
    seen: { state: 'waiting_for_human', reason: 'question', dialog: { kind: 'question' } },
    keys: ['deny'],
  },
  {
    scene: { kind: 'dialog', dialog: { form: 'plan', text: '1. Read' } },
    seen: { state: 'waiting_for_human', reason: 'plan', dialog: { kind: 'plan' } },
    keys: ['deny'],
  },
  { scene: { kind: 'dialog', dialog: { form: 'trust' } }, seen: { state: 'waiting_for_human' }, keys: [] },
  {
    scene: {
      kind: 'dialog',
      dialog: { form: 'preselected-no', question: 'Do you want to use this API key?' },
    },
    seen: { state: 'waiting_for_human' },
    keys: [],
  },
  {
    scene: {
      kind: 'dialog',
      dialog: { form: 'unnumbered', question: 'Pick one', options: ['Left', 'Right'] },
    },
    seen: { state: 'waiting_for_human' },
    keys: [],
  },
  { scene: { kind: 'strange', rows: ['Segmentation fault'] }, seen: { state: null, dialog: null } },
];

test('the runtime sees on the fake what it sees on the real one', async () => {
  const fakes = resources.add(await fakeAgents());
  const dir = resources.add(temporaryFolder('project')).path;
  const environment = { PATH: process.env['PATH'] ?? '', TERM: 'xterm-256color', HOME: dir };
  const program = path.join(fakes.folder, 'claude');
  const pane = resources.add(await openAgentPane({ program, environment, dir }));
  const agent = await fakes.next();
  for (const { scene, seen, keys } of scenes) {
    await agent.tell({ do: 'show', scenes: [scene] });
    const name = JSON.stringify(scene);
    const reading = await waitUntil(
      name,
      async () => claude.observe(await pane.screen()),
      (found) => matches(found, seen),
    );
    if (keys !== undefined) expect(Object.keys(reading.dialog?.keys ?? {}).sort(), name).toEqual(keys);
  }
});
