import { chmodSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openInBrowser } from '../../../src-main/cli/open-in-browser.ts';
import { type TemporaryFolder, temporaryFolder } from '../../support/temporary-folder.ts';

const address = 'http://127.0.0.1:7120/#key=secret';
let folder: TemporaryFolder;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => folder.dispose());

/** Puts a program in the place of the system's own that notes its argument and ends with `status`. */
function environmentWith(status: number): NodeJS.ProcessEnv {
  for (const name of ['xdg-open', 'open']) {
    const file = path.join(folder.path, name);
    writeFileSync(file, `#!/bin/sh\nprintf %s "$1" > "${folder.path}/opened"\nexit ${status}\n`);
    chmodSync(file, 0o755);
  }
  return { PATH: `${folder.path}:${process.env['PATH'] ?? ''}`, DISPLAY: ':9' };
}

describe('openInBrowser', () => {
  it('leads to the panel by a private page, so that the key is in nobody’s arguments', async () => {
    expect(await openInBrowser(folder.path, address, environmentWith(0))).toBe(true);
    const opened = readFileSync(path.join(folder.path, 'opened'), 'utf8');
    expect(opened).not.toContain('secret');
    const page = fileURLToPath(opened);
    expect(readFileSync(page, 'utf8')).toContain(`url=${address}`);
    expect(statSync(page).mode & 0o777).toBe(0o600);
  });

  it('says when no browser could be opened', async () => {
    expect(await openInBrowser(folder.path, address, environmentWith(3))).toBe(false);
    expect(await openInBrowser(folder.path, address, { PATH: '/nonexistent', DISPLAY: ':9' })).toBe(false);
  });

  it.runIf(process.platform === 'linux')('tries nothing without a screen', async () => {
    const { PATH } = environmentWith(0);
    expect(await openInBrowser(folder.path, address, { PATH })).toBe(false);
    expect(existsSync(path.join(folder.path, 'opened'))).toBe(false);
  });
});
