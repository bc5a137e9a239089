import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findTemplate, listTemplates } from '../../../src-main/templates/catalog.ts';
import { useTemplate } from '../../../src-main/templates/use-template.ts';
import { type TemporaryFolder, temporaryFolder } from '../../support/temporary-folder.ts';

const assets = path.resolve('assets');
let place: TemporaryFolder;
beforeEach(() => {
  place = temporaryFolder('templates');
});
afterEach(() => place.dispose());

describe('the templates', () => {
  it('are at least six, in several languages, each whole', () => {
    const templates = listTemplates(assets);
    expect(templates.length).toBeGreaterThanOrEqual(6);
    expect(new Set(templates.map(({ language }) => language)).size).toBeGreaterThanOrEqual(3);
    for (const { sources } of templates) expect(sources.every((file) => existsSync(file))).toBe(true);
  });

  it('are named, or refused by name', () => {
    expect(findTemplate(assets, 'chat').entry).toBe('agent.py');
    for (const name of ['nothing', '..', 'chat/../chat', ''])
      expect(() => findTemplate(assets, name)).toThrow(expect.objectContaining({ code: 'not_found' }));
  });

  it.each<[string, (manifest: Record<string, unknown>) => unknown]>([
    ['that is no JSON', () => 'no object'],
    ['with another name', (manifest) => ({ ...manifest, name: 'other' })],
    [
      'that copies from elsewhere',
      (manifest) => ({ ...manifest, files: ['../../package.json', 'agent.py'] }),
    ],
    ['that names a file that is missing', (manifest) => ({ ...manifest, files: ['agent.py', 'gone.py'] })],
    ['whose key steers programs', (manifest) => ({ ...manifest, keys: [{ name: 'LD_PRELOAD', why: 'x' }] })],
    ['with a field that is unknown', (manifest) => ({ ...manifest, run: 'sh' })],
    ['whose entry is no file of it', (manifest) => ({ ...manifest, entry: 'other.py' })],
  ])('%s is damaged, not skipped', (_, change) => {
    const folder = path.join(place.path, 'templates', 'one');
    mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(folder, 'agent.py'), '');
    const manifest = {
      ...{ name: 'one', title: 'One', language: 'python', description: 'One.', keys: [], helpers: [] },
      ...{ personality: { system_prompt: 'x', tone: 'x' }, files: ['agent.py'], entry: 'agent.py' },
    };
    const write = (content: unknown): void =>
      writeFileSync(path.join(folder, 'template.json'), JSON.stringify(content));
    write(manifest);
    expect(listTemplates(place.path)).toHaveLength(1);
    write(change(manifest));
    expect(() => listTemplates(place.path)).toThrow(expect.objectContaining({ code: 'internal' }));
  });
});

describe('a folder made of a template', () => {
  const chat = findTemplate(assets, 'chat');

  it('is private and holds the name as data alone, whatever it is', () => {
    const name = 'My "Agent"\n$(touch x) `y` \'"""\\ {name}';
    const folder = path.join(place.path, 'new', 'agent');
    const { files } = useTemplate(chat, folder, name);
    expect(readdirSync(folder).toSorted()).toEqual(files.toSorted());
    for (const file of files) expect(statSync(path.join(folder, file)).mode & 0o077).toBe(0);
    expect(JSON.parse(readFileSync(path.join(folder, 'agent.json'), 'utf8'))).toEqual({
      name,
      template: 'chat',
    });
    for (const source of chat.sources)
      expect(readFileSync(path.join(folder, path.basename(source)))).toEqual(readFileSync(source));
  });

  it('never takes the place of something', () => {
    const full = path.join(place.path, 'full');
    mkdirSync(full);
    writeFileSync(path.join(full, 'agent.py'), 'mine');
    const link = path.join(place.path, 'link');
    symlinkSync(path.join(place.path, 'elsewhere'), link);
    for (const folder of [full, path.join(full, 'agent.py'), link])
      expect(() => useTemplate(chat, folder, 'A')).toThrow(expect.objectContaining({ code: 'file_exists' }));
    expect(readdirSync(full)).toEqual(['agent.py']);
    expect(readFileSync(path.join(full, 'agent.py'), 'utf8')).toBe('mine');
    expect(readdirSync(place.path).toSorted()).toEqual(['full', 'link']);
  });

  it('needs a name, and leaves nothing when it cannot be made', () => {
    const folder = path.join(place.path, 'agent');
    for (const name of ['', '  ', 'x'.repeat(101)])
      expect(() => useTemplate(chat, folder, name)).toThrow(
        expect.objectContaining({ code: 'invalid_input' }),
      );
    const broken = { ...chat, sources: [...chat.sources, path.join(place.path, 'gone')] };
    expect(() => useTemplate(broken, folder, 'A')).toThrow(
      expect.objectContaining({ code: 'invalid_input' }),
    );
    expect(readdirSync(place.path)).toEqual([]);
  });

  it('can be taken back', () => {
    const empty = path.join(place.path, 'empty');
    mkdirSync(empty);
    useTemplate(chat, empty, 'A').undo();
    useTemplate(chat, path.join(place.path, 'new'), 'A').undo();
    expect(readdirSync(place.path)).toEqual(['empty']);
    expect(readdirSync(empty)).toEqual([]);
  });
});
