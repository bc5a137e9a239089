import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createRedactor } from '../../../src-main/secrets/redact.ts';

test('a secret is taken out as it stands, escaped in JSON and in an address', () => {
  const secret = 'p"ss w/rd\n€';
  const redact = createRedactor([secret]);
  const line = `${JSON.stringify({ secret })} http://h/?k=${encodeURIComponent(secret)} ${secret}`;
  expect(redact(line)).toBe('{"secret":"[redacted]"} http://h/?k=[redacted] [redacted]');
});

test('of two secrets the longer one goes first, and short ones are left', () => {
  expect(createRedactor(['secret', 'secret-and-more', 'a'])('secret-and-more, secret, a')).toBe(
    '[redacted], [redacted], a',
  );
});

test('no secret survives in any text', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary', minLength: 12 }),
      fc.string({ unit: 'binary' }),
      fc.string({ unit: 'binary' }),
      (secret, before, after) => {
        fc.pre(!'[redacted]'.includes(secret));
        expect(createRedactor([secret])(before + secret + after)).not.toContain(secret);
      },
    ),
  );
});
