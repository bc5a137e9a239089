import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { paneCommand } from '../../../src-main/agents/pane-command.ts';

const parts = {
  without: ['KEY', 'OTHER'],
  loader: '/hooks/launch',
  file: '/launches/1.env',
  digest: 'abc',
  settings: [],
};

test('the loader takes the shell’s place, without the names that no agent inherits', () => {
  expect(paneCommand({ ...parts, program: ['/bin/claude', '--settings', 'a b'] })).toBe(
    "exec 'env' '-u' 'KEY' '-u' 'OTHER' '/bin/sh' '/hooks/launch' '/launches/1.env' 'abc' '--' '/bin/claude' '--settings' 'a b'",
  );
});

test('whatever stands in a word, a shell reads it back as it was', () => {
  const word = fc.string({ unit: 'binary' }).filter((text) => !text.includes('\0'));
  const print = ['-e', 'process.stdout.write(JSON.stringify(process.argv.slice(1)))', '--'];
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 5 }), (words) => {
      const command = paneCommand({
        ...parts,
        loader: '-c',
        file: 'shift; exec "$@"',
        program: [process.execPath, ...print, ...words],
      });
      // The loader of this test drops what stands before the program, as the real one does.
      const printed = execFileSync('/bin/sh', ['-c', command], { encoding: 'utf8' });
      expect(JSON.parse(printed)).toEqual(words.map((text) => Buffer.from(text).toString('utf8')));
    }),
    { numRuns: 10 },
  );
});
