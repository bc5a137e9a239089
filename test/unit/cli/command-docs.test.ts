import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { commandDocs } from '../../../src-main/cli/command-docs.ts';
import { exitCodesText } from '../../../src-main/cli/exit-codes.ts';
import { errorKinds } from '../../../src-main/contract/errors.ts';

describe('docs/commands.md', () => {
  it('says what the command says; node scripts/generate-command-docs.ts writes it anew', () => {
    const page = readFileSync(path.join(import.meta.dirname, '../../../docs/commands.md'), 'utf8');
    expect(page).toBe(commandDocs());
  });
});

describe('the exit statuses', () => {
  it('name every error of the contract', () => {
    for (const code of Object.keys(errorKinds)) expect(exitCodesText()).toMatch(new RegExp(`\\b${code}\\b`));
  });
});
