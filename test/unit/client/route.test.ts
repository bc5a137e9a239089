import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { routeOf } from '../../../src-main/client/route.ts';

describe('routeOf', () => {
  it('puts fields into the path, the query or the body', () => {
    const input = { name: 'app', lines: 5 };
    expect(routeOf({ method: 'GET', path: '/a/{name}/screen' }, input)).toEqual({
      path: '/a/app/screen?lines=5',
      body: null,
    });
    expect(routeOf({ method: 'PATCH', path: '/a/{name}' }, { name: 'app', model: null })).toEqual({
      path: '/a/app',
      body: '{"model":null}',
    });
    expect(routeOf({ method: 'DELETE', path: '/a/{name}' }, { name: 'app' })).toEqual({
      path: '/a/app',
      body: null,
    });
    expect(routeOf({ method: 'POST', path: '/a' }, {})).toEqual({ path: '/a', body: '{}' });
  });

  it('leaves out what is not given', () => {
    const input = { name: 'app', lines: undefined };
    expect(routeOf({ method: 'GET', path: '/a/{name}' }, input).path).toBe('/a/app');
  });

  it('keeps every text inside its own segment, and gives it back whole', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (key) => {
        const { path } = routeOf({ method: 'DELETE', path: '/settings/{key}' }, { key });
        const segment = path.slice('/settings/'.length);
        expect(segment).not.toMatch(/[/?#]/);
        expect(decodeURIComponent(segment)).toBe(key);
      }),
    );
  });
});
