import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type BundledCommand, bundledCommand } from '../../support/bundled-command.ts';
import { type CommandHome, commandHome } from '../../support/command-home.ts';

/** Makes this one process take itself for a Node without the native interface that the database needs. */
const pretending = `data:text/javascript,${encodeURIComponent(
  "Object.defineProperty(process, 'versions', { value: { ...process.versions, napi: '9' } }); delete process.env.NODE_OPTIONS;",
)}`;
const oldNode = { NODE_OPTIONS: `--import=${pretending}` };

let bundle: BundledCommand;
let home: CommandHome;
beforeAll(async () => {
  bundle = await bundledCommand();
});
afterAll(() => bundle.dispose());
beforeEach(() => {
  home = commandHome(bundle.entry);
});
afterEach(() => home.dispose());

describe('on an older Node', () => {
  it('answers what needs no database', async () => {
    expect((await home.run(['version'], oldNode)).status).toBe(0);
    expect((await home.run(['agent', 'list'], oldNode)).status).toBe(6);
  });

  it('runs again on the Node of the project where the database is needed', async () => {
    const { status, output, errors } = await home.run(['init', '--json'], oldNode);
    expect([status, errors]).toEqual([0, '']);
    expect(JSON.parse(output)).toMatchObject({ dataDirectory: home.folder });
  });

  it.each([
    ['there is none', null],
    ['it is too old itself', '{"version":"20.0.0"}'],
    ['it is broken', 'no json'],
  ])('says in one line which Node is needed when %s', async (_, manifest) => {
    // A copy of the command outside of the project finds only what lies beside it.
    const lonely = commandHome(bundle.copyTo(path.join(home.folder, 'copy')));
    if (manifest !== null) {
      const folder = path.join(home.folder, 'node_modules', `node-${process.platform}-${process.arch}`);
      mkdirSync(folder, { recursive: true });
      writeFileSync(path.join(folder, 'package.json'), manifest);
    }
    const { status, errors } = await lonely.run(['up'], oldNode);
    expect(status).toBe(6);
    expect(errors).toMatch(/^backbone: This needs Node 24 or newer; you run v[^\n]*\n$/);
    await lonely.dispose();
  });
});
