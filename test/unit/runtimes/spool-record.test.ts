import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseSpoolRecord } from '../../../src-main/runtimes/spool-record.ts';

const id = '0123456789abcdef0123456789abcdef';
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

describe('a file of the spool', () => {
  it('is one event of a launch', () => {
    const record = parseSpoolRecord(`${id}.claude-123-0.json`, bytes('{"a":[1]}'), 5);
    expect(record).toEqual({ launchId: id, runtime: 'claude', at: 5, payload: { a: [1] } });
  });

  it.each([
    `${id}.json`,
    `${id}.claude.json`,
    `.${id}.claude-1-0.json`,
    `${id.toUpperCase()}.claude-1-0.json`,
    `${id}0.claude-1-0.json`,
    `${id}.claude-1-0.json\n`,
    `../${id}.claude-1-0.json`,
    `${id}.claude-1-0.json.part`,
  ])('with another name is none: %j', (name) => {
    expect(parseSpoolRecord(name, bytes('{}'), 0)).toBeNull();
  });

  it.each(['', '{"a":', 'null x', '\u0000'])('with broken JSON is none: %j', (text) => {
    expect(parseSpoolRecord(`${id}.claude-1-0.json`, bytes(text), 0)).toBeNull();
  });

  it('that is no UTF-8 is none', () => {
    expect(parseSpoolRecord(`${id}.claude-1-0.json`, Uint8Array.of(0x22, 0xff, 0x22), 0)).toBeNull();
  });

  it('never throws and gives back what was written', () => {
    const name = `${id}.practice-9-1.json`;
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.uint8Array(), (any, content) => {
        parseSpoolRecord(any, content, 0);
        parseSpoolRecord(name, content, 0);
      }),
    );
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value);
        expect(parseSpoolRecord(name, bytes(text), 1)?.payload).toEqual(JSON.parse(text));
      }),
    );
  });
});
