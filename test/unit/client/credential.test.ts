import { mkdirSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { doorCredential } from '../../../src-main/authority/credentials.ts';
import { dataDirectory } from '../../../src-main/base/data-directory.ts';
import { credentialOf } from '../../../src-main/client/credential.ts';
import { type TemporaryFolder, temporaryFolder } from '../../support/temporary-folder.ts';

const key = 'k'.repeat(43);
let folder: TemporaryFolder;

beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => folder.dispose());

function directory() {
  return dataDirectory({ BACKBONE_DATA_DIR: folder.path });
}

describe('credentialOf', () => {
  it('is the operator’s at the command line, never the key itself', () => {
    writeFileSync(directory().environmentFile, `BACKBONE_API_KEY=${key}\n`, { mode: 0o600 });
    const credential = credentialOf(directory(), {});
    expect(credential).toBe(doorCredential(key, 'cli'));
    expect(credential).not.toContain(key);
  });

  it('is the agent’s alone in its process, and .env is not even opened', () => {
    // A folder cannot be read as a file by anyone, root included.
    mkdirSync(directory().environmentFile);
    expect(() => credentialOf(directory(), {})).toThrow();
    expect(credentialOf(directory(), { BACKBONE_API_KEY: 'bba_launch_x' })).toBe('bba_launch_x');
  });

  it('takes no other value of the environment for a credential', () => {
    writeFileSync(directory().environmentFile, `BACKBONE_API_KEY=${key}\n`, { mode: 0o600 });
    expect(credentialOf(directory(), { BACKBONE_API_KEY: 'left over' })).toBe(doorCredential(key, 'cli'));
  });

  it('is refused without a key: there is no default', () => {
    expect(() => credentialOf(directory(), {})).toThrow(expect.objectContaining({ code: 'not_initialised' }));
  });
});
