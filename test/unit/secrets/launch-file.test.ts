import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { launchFileContent } from '../../../src-main/secrets/launch-file.ts';

describe('the file of a launch', () => {
  it('has one export a name and ends without a line end', () => {
    const { content, digest } = launchFileContent({ A: "it's", B_2: 'x\n' });
    expect(content).toBe(`export A='it'\\''s'\nexport B_2='x\n'`);
    expect(digest).toBe(createHash('sha256').update(content).digest('hex'));
  });

  it('may be empty', () => {
    expect(launchFileContent({}).content).toBe('');
  });

  it.each(['', '1A', 'A-B', 'A B', 'A=B', 'A\nexport B', 'Ä', 'A;id'])('refuses the name %j', (name) => {
    expect(() => launchFileContent({ [name]: 'x' })).toThrow(/environment name/);
  });

  it('refuses a value that no program can be given, without showing it', () => {
    expect(() => launchFileContent({ A: 'geheim\0' })).toThrow(/^The value of A holds a NUL/);
    expect(() => launchFileContent({ A: 'x'.repeat(131_070) })).toThrow(/^The value of A is longer/);
    expect(() => launchFileContent({ A: 'ä'.repeat(65_535) })).toThrow(/^The value of A is longer/);
  });

  it('leaves out what a shell keeps for itself', () => {
    expect(launchFileContent({ UID: '1', _: 'x', SHELLOPTS: 'errexit', A: 'a' }).content).toBe(
      `export A='a'`,
    );
  });
});
