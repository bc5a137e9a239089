import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeEntry, encodeEntry } from '../../../src-main/audit/entry.ts';
import { decodeHeader, encodeHeader, type Header, headerLength } from '../../../src-main/audit/record.ts';
import { newSegmentKey, openEntry, sealEntry } from '../../../src-main/audit/seal.ts';
import { auditKind } from '../../../src-main/contract/audit.ts';

const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });
const header: fc.Arbitrary<Header> = fc.record({
  log: bytes(16),
  type: fc.constantFrom('segment', 'entry'),
  number: fc.maxSafeNat(),
  segment: fc.maxSafeNat(),
  at: fc.maxSafeInteger(),
  previous: bytes(32),
});
const plain = (value: Uint8Array): number[] => [...value];

test('a header is read back as it was written', () => {
  fc.assert(
    fc.property(header, (written) => {
      const read = decodeHeader(encodeHeader(written));
      expect({
        ...read,
        log: plain(read?.log ?? written.log),
        previous: plain(read?.previous ?? written.log),
      }).toEqual({
        ...written,
        log: plain(written.log),
        previous: plain(written.previous),
      });
    }),
  );
});

test('any bytes are a header or none, and never an exception', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: headerLength + 3 }), (noise) => {
      const read = decodeHeader(noise);
      expect(read === null || noise.length === headerLength).toBe(true);
    }),
  );
});

test('the bytes of a header stand where the format says', () => {
  const written = encodeHeader({
    log: Buffer.alloc(16, 0xaa),
    type: 'entry',
    number: 258,
    segment: 2,
    at: -1,
    previous: Buffer.alloc(32, 0xbb),
  });
  expect(written.toString('hex')).toBe(
    `4242413102${'aa'.repeat(16)}00000000000001020000000000000002${'ff'.repeat(8)}${'bb'.repeat(32)}`,
  );
});

test('a sealed entry opens with its key and its header alone', () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 300 }),
      fc.nat(),
      fc.integer({ min: 1, max: 255 }),
      (text, where, change) => {
        const key = newSegmentKey();
        const place = Buffer.alloc(headerLength, 1);
        const sealed = sealEntry(key, place, text);
        expect(plain(openEntry(key, place, sealed) ?? Buffer.from('none'))).toEqual(plain(text));
        const position = where % sealed.length;
        const touched = Buffer.from(sealed);
        touched[position] = (touched[position] ?? 0) ^ change;
        expect(openEntry(key, place, touched)).toBeNull();
        expect(openEntry(key, Buffer.alloc(headerLength, 2), sealed)).toBeNull();
        expect(openEntry(newSegmentKey(), place, sealed)).toBeNull();
        expect(openEntry(key, place, sealed.subarray(0, position))).toBeNull();
      },
    ),
    { numRuns: 50 },
  );
});

test('whatever an agent says, an entry holds no control character and stays in bounds', () => {
  const text = fc.string({ unit: 'binary', maxLength: 4000 });
  fc.assert(
    fc.property(
      text,
      fc.array(text, { maxLength: 300 }),
      fc.constantFrom(...auditKind.options),
      (one, lines, kind) => {
        const actor = { door: 'agent' as const, name: one };
        const bytesOf = encodeEntry(
          { kind, actor, agent: null, launch: one, details: { one, lines } },
          (same) => same,
        );
        expect(bytesOf.length).toBeLessThan(200 * 2000 * 6);
        const read = decodeEntry(bytesOf);
        const seen = [read?.actor.name, read?.launch, read?.details['one'], read?.details['lines']].flat();
        for (const value of seen) {
          expect(String(value)).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202e\u2028]/);
          expect([...String(value)].length).toBeLessThanOrEqual(2000);
        }
        expect(seen.length).toBeLessThanOrEqual(203);
      },
    ),
    { numRuns: 50 },
  );
});
