import fc from 'fast-check';
import { expect, test } from 'vitest';
import { paneCommand } from '../../../src-main/agents/pane-command.ts';
import { runCommand } from '../../../src-main/base/run-command.ts';

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

test('whatever stands in a word, a shell reads it back as it was', async () => {
  const word = fc.string({ unit: 'binary' }).filter((text) => !text.includes('\0'));
  const print = ['-e', 'process.stdout.write(JSON.stringify(process.argv.slice(1)))', '--'];
  await fc.assert(
    fc.asyncProperty(fc.array(word, { minLength: 1, maxLength: 5 }), async (words) => {
      const command = paneCommand({
        ...parts,
        loader: '-c',
        file: 'shift; exec "$@"',
        program: [process.execPath, ...print, ...words],
      });
      // The loader of this test drops what stands before the program, as the real one does.
      const { output } = await runCommand('/bin/sh', ['-c', command]);
      expect(JSON.parse(output)).toEqual(words.map((text) => Buffer.from(text).toString('utf8')));
    }),
    { numRuns: 10 },
  );
});
