import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type MaskedForm, maskedForms } from '../../../src-main/run/mask/forms.ts';
import { createMask, maskedText } from '../../../src-main/run/mask/mask.ts';

function formsOf(values: readonly string[]): MaskedForm[] {
  return values.map((value, index) => ({ name: `K${index}`, bytes: Buffer.from(value) }));
}

/** The plain way: every byte that some value covers is hidden, each run of them under the key it begins with. */
function reference(text: string, values: readonly string[]): string {
  let out = '';
  let hidden = 0;
  for (let at = 0; at < text.length; at += 1) {
    const here = values
      .map((value, index) => ({ value, index }))
      .filter(({ value }) => value !== '' && text.startsWith(value, at))
      .sort((a, b) => b.value.length - a.value.length || a.index - b.index);
    const [longest] = here;
    if (longest !== undefined) {
      if (at >= hidden) out += maskedText(`K${longest.index}`);
      hidden = Math.max(hidden, at + longest.value.length);
    }
    if (at >= hidden) out += text.charAt(at);
  }
  return out;
}

/** A few letters only, so that values overlap, contain and nearly match each other. */
const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 60 });
const values = fc.array(fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 1, maxLength: 7 }), {
  minLength: 1,
  maxLength: 4,
});

function cut(text: string, cuts: readonly number[]): string[] {
  const at = [0, ...cuts.map((cutAt) => cutAt % (text.length + 1)).sort((a, b) => a - b), text.length];
  return at.slice(1).map((end, index) => text.slice(at[index], end));
}

describe('the mask', () => {
  it('hides the same in whatever chunks the output comes', () => {
    fc.assert(
      fc.property(letters, values, fc.array(fc.nat(60), { maxLength: 12 }), (text, secrets, cuts) => {
        const mask = createMask(formsOf(secrets));
        const out = cut(text, cuts).map((chunk) => mask.push(Buffer.from(chunk)).toString());
        expect(out.join('') + mask.end().toString()).toBe(reference(text, secrets));
      }),
      { numRuns: 2000 },
    );
  });

  it('works byte by byte on any bytes', () => {
    const value = Buffer.from([0xff, 0x00, 0xe2, 0x9c, 0xff, 0x00]);
    const text = Buffer.concat([Buffer.from('é'), value.subarray(0, 5), value, value.subarray(0, 2)]);
    const mask = createMask([{ name: 'K', bytes: value }]);
    const out = Buffer.concat([...[...text].map((byte) => mask.push(Buffer.from([byte]))), mask.end()]);
    expect(out).toEqual(
      Buffer.concat([
        Buffer.from('é'),
        value.subarray(0, 5),
        Buffer.from('[hidden K]'),
        value.subarray(0, 2),
      ]),
    );
  });

  it('shows a prompt whole after a rest, and still hides the value that it began', () => {
    const mask = createMask(formsOf(['abcdefgh']));
    expect(mask.push(Buffer.from('x ab')).toString()).toBe('x ');
    expect(mask.rest().toString()).toBe('ab');
    expect(mask.rest().toString()).toBe('');
    expect(mask.push(Buffer.from('cdefgh!')).toString()).toBe('[hidden K0]!');
  });

  it('does not let go of a longer beginning, however long nothing comes', () => {
    const mask = createMask(formsOf(['abcdefgh']));
    expect(mask.push(Buffer.from('abcd')).toString()).toBe('');
    expect(mask.rest().toString()).toBe('');
    expect(mask.push(Buffer.from('x')).toString()).toBe('abcdx');
  });

  it('shows no more than three bytes of a value, wherever the output rests', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('abcabdab', 'a', 'ab', 'abc', 'x'), { maxLength: 12 }),
        fc.array(fc.nat(90), { maxLength: 20 }),
        (parts, cuts) => {
          const mask = createMask(formsOf(['abcabdab']));
          const out = cut(parts.join(''), cuts).map((chunk) =>
            Buffer.concat([mask.push(Buffer.from(chunk)), mask.rest()]).toString(),
          );
          expect(out.join('') + mask.end().toString()).not.toContain('abcabdab');
        },
      ),
      { numRuns: 2000 },
    );
  });

  it('is quick enough for a flood', () => {
    const mask = createMask(maskedForms({ KEY: Buffer.from('sk-0123456789abcdefghijklmnopqrstuvwxyz') }));
    const chunk = Buffer.from(
      'the quick brown fox jumps over the lazy dog, skipping ski after ski\n'.repeat(1000),
    );
    const started = performance.now();
    for (let round = 0; round < 50; round += 1) mask.push(chunk);
    expect(performance.now() - started).toBeLessThan(3000);
  });
});

describe('the forms of a value', () => {
  function masked(value: string, text: string): string {
    const mask = createMask(maskedForms({ KEY: Buffer.from(value) }));
    return Buffer.concat([mask.push(Buffer.from(text)), mask.end()]).toString();
  }

  it('are JSON, an address, and a terminal’s line ends', () => {
    const value = 'pass "word"\n&second';
    expect(masked(value, JSON.stringify({ value }))).toBe('{"value":"[hidden KEY]"}');
    expect(masked(value, `?key=${encodeURIComponent(value)}&x`)).toBe('?key=[hidden KEY]&x');
    expect(masked(value, `${value.replaceAll('\n', '\r\n')}.`)).toBe('[hidden KEY].');
  });

  it('are the lines of a value that has several', () => {
    expect(masked('-----BEGIN KEY-----\nAAAABBBBCCCC\n-----END KEY-----\n', '> AAAABBBBCCCC <')).toBe(
      '> [hidden KEY] <',
    );
  });

  it('are base64, wherever the value stands in what is encoded', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 9 }), fc.string({ maxLength: 9 }), (before, after) => {
        const value = 'correct-horse-battery';
        const encoded = Buffer.from(`${before}${value}${after}`).toString('base64url');
        const shown = masked(value, encoded);
        expect(shown).toContain('[hidden KEY]');
        // At each side stand at most the characters that also depend on a neighbour.
        expect(Buffer.from(shown.replace('[hidden KEY]', ''), 'base64').toString()).not.toContain('horse');
      }),
    );
  });

  it('are none for a value of fewer than four bytes', () => {
    expect(
      maskedForms({ KEY: Buffer.from('abc'), OTHER: Buffer.from('abcd') }).map(({ name }) => name),
    ).toEqual(['OTHER']);
  });
});
