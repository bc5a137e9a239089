import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { BackboneError } from '../../../src-main/base/errors.ts';
import { parseAnswer } from '../../../src-main/client/parse-answer.ts';

const schema = z.strictObject({ says: z.string() });
const address = 'http://127.0.0.1:7120';

function refusal(status: number, body: string): BackboneError {
  try {
    parseAnswer(schema, { status, body }, address);
  } catch (error) {
    if (error instanceof BackboneError) return error;
    throw error;
  }
  throw new Error('It was taken.');
}

describe('parseAnswer', () => {
  it('gives the output, made plain', () => {
    const body = JSON.stringify({ says: 'a\u001B]52;c;eA==\u0007b\u202E' });
    expect(parseAnswer(schema, { status: 200, body }, address)).toEqual({ says: 'a]52;c;eA==bU+202E' });
  });

  it('gives a refusal its code, its line and its details, made plain', () => {
    const body = JSON.stringify({
      error: { code: 'changed', message: 'The dialog\u001B[2J changed.', details: ['\u009B1m'] },
    });
    const error = refusal(409, body);
    expect(error).toMatchObject({ code: 'changed', message: 'The dialog[2J changed.', details: ['1m'] });
  });

  it.each([
    [200, ''],
    [200, '<html>'],
    [200, '{"says":1}'],
    [200, '{"says":"x","more":1}'],
    [200, 'null'],
    [302, ''],
    [404, 'Not Found'],
    [409, '{"error":{"code":"no_such_code","message":"x"}}'],
    [409, '{"says":"x"}'],
    [0, ''],
  ])('calls status %i with %j a breach of the contract', (status, body) => {
    expect(refusal(status, body).code).toBe('internal');
  });

  it('never fails in any other way', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999 }), fc.oneof(fc.string(), fc.json()), (status, body) => {
        try {
          parseAnswer(schema, { status, body }, address);
        } catch (error) {
          expect(error).toBeInstanceOf(BackboneError);
        }
      }),
    );
  });
});
