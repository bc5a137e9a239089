import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { answer, listPanelFiles, type PanelFiles } from '../../src-main/desktop/app-protocol.ts';
import { contentPolicy } from '../../src-main/desktop/content-policy.ts';
import { type TemporaryFolder, temporaryFolder } from '../support/temporary-folder.ts';

vi.mock('electron', () => import('./stand-in/electron.ts'));

let folder: TemporaryFolder;
let files: PanelFiles;

beforeAll(() => {
  folder = temporaryFolder('panel-files');
  const panel = path.join(folder.path, 'panel');
  mkdirSync(path.join(panel, 'assets'), { recursive: true });
  writeFileSync(path.join(folder.path, 'secret.html'), 'secret');
  writeFileSync(path.join(panel, 'index.html'), '<p>start</p>');
  writeFileSync(path.join(panel, 'assets', 'index-1a.js'), 'export {};');
  writeFileSync(path.join(panel, 'assets', 'index-1a.js.map'), '{}');
  writeFileSync(path.join(panel, 'notes.sh'), 'echo');
  symlinkSync(path.join(folder.path, 'secret.html'), path.join(panel, 'link.html'));
  files = listPanelFiles(panel);
});
afterAll(() => folder.dispose());

const get = (address: string, method = 'GET'): Promise<Response> =>
  answer(new Request(address, { method }), files);

test('lists what a build holds, and neither links nor other kinds of file', () => {
  expect([...files.keys()].sort()).toEqual(['/', '/assets/index-1a.js', '/index.html']);
});

test('serves a listed file with its type and the policy', async () => {
  const start = await get('app://panel/');
  expect(await start.text()).toBe('<p>start</p>');
  expect(start.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(start.headers.get('content-security-policy')).toBe(contentPolicy);
  expect(start.headers.get('x-content-type-options')).toBe('nosniff');
  const script = await get('app://panel/assets/index-1a.js?v=1');
  expect(script.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
});

test.each(['POST', 'PUT', 'DELETE', 'HEAD', 'OPTIONS'])('refuses %s', async (method) => {
  expect((await get('app://panel/', method)).status).toBe(405);
});

test.each([
  'app://panel/missing.js',
  'app://panel/../secret.html',
  'app://panel/%2e%2e/secret.html',
  'app://panel/..%2fsecret.html',
  'app://panel/assets/..%5c..%5csecret.html',
  'app://panel/link.html',
  'app://panel/notes.sh',
  'app://panel/assets',
  'app://panel//index.html',
  'app://other/index.html',
])('has nothing at %s', async (address) => {
  const found = await get(address);
  expect(found.status).toBe(404);
  expect(await found.text()).toBe('');
});

test('has nothing at a listed file that is gone by now', async () => {
  const gone = await answer(
    new Request('app://panel/x.js'),
    new Map([['/x.js', path.join(folder.path, 'x.js')]]),
  );
  expect(gone.status).toBe(404);
});

test('no path whatever gives anything that is not listed', async () => {
  await fc.assert(
    fc.asyncProperty(fc.webPath(), async (tail) => {
      const found = await get(`app://panel${tail}`);
      const listed = files.has(new URL(`app://panel${tail}`).pathname);
      expect(found.status).toBe(listed ? 200 : 404);
    }),
  );
});
