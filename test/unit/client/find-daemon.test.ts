import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dataDirectory } from '../../../src-main/base/data-directory.ts';
import { asBackboneError } from '../../../src-main/base/errors.ts';
import { findDaemon } from '../../../src-main/client/find-daemon.ts';
import { type TemporaryFolder, temporaryFolder } from '../../support/temporary-folder.ts';

const good = { pid: 7, address: 'http://127.0.0.1:7120', startedAt: 1, version: '0.1.0' };
let folder: TemporaryFolder;

beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => folder.dispose());

function directory() {
  return dataDirectory({ BACKBONE_DATA_DIR: folder.path });
}

function found(content: string) {
  writeFileSync(directory().endpoint, content, { mode: 0o600 });
  return findDaemon(directory());
}

function codeOf(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    return asBackboneError(error).code;
  }
  return 'found';
}

describe('findDaemon', () => {
  it.each(['http://127.0.0.1:7120', 'http://localhost:1', 'http://[::1]:65535'])('takes %s', (address) => {
    expect(found(JSON.stringify({ ...good, address }))).toEqual({ ...good, address });
  });

  it.each([
    'http://example.org:7120',
    'http://127.0.0.1.example.org:7120',
    'http://127.0.0.1:7120@example.org',
    'http://user@127.0.0.1:7120',
    'https://127.0.0.1:7120',
    'http://127.0.0.1',
    'http://127.0.0.1:0',
    'http://127.0.0.1:65536',
    'http://127.0.0.1:7120/',
    'http://127.0.0.1:7120\n',
    'http://0.0.0.0:7120',
    'http://127.0.0.1:7120#',
    '',
  ])('sends no credential to %j', (address) => {
    expect(codeOf(() => found(JSON.stringify({ ...good, address })))).toBe('daemon_unreachable');
  });

  it.each([
    '',
    'null',
    '[]',
    '{}',
    '{"pid":7',
    JSON.stringify({ ...good, pid: -1 }),
    JSON.stringify({ ...good, pid: '7' }),
    JSON.stringify({ ...good, startedAt: 1.5 }),
    JSON.stringify({ ...good, version: '\u001B[2J' }),
    JSON.stringify({ ...good, more: 1 }),
  ])('takes %j for no daemon', (content) => {
    expect(codeOf(() => found(content))).toBe('daemon_unreachable');
  });

  it('takes no text for a daemon but a daemon’s', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (content) => {
        expect(codeOf(() => found(content))).toBe('daemon_unreachable');
      }),
      { numRuns: 50 },
    );
  });

  it('tells no data directory, no daemon and a foreign file apart', () => {
    const missing = dataDirectory({ BACKBONE_DATA_DIR: path.join(folder.path, 'missing') });
    expect(codeOf(() => findDaemon(missing))).toBe('not_initialised');
    expect(codeOf(() => findDaemon(directory()))).toBe('daemon_unreachable');
    symlinkSync('/etc/hostname', directory().endpoint);
    expect(codeOf(() => findDaemon(directory()))).toBe('not_private');
  });

  it('refuses a folder in place of the file', () => {
    mkdirSync(directory().endpoint);
    expect(codeOf(() => findDaemon(directory()))).toBe('not_private');
  });
});
