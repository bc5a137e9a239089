import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isDeeperThan } from '../../../src-main/api/json-body.ts';
import { assertOwnHost } from '../../../src-main/api/own-host.ts';
import { requestInput, routerPath } from '../../../src-main/api/request-input.ts';

test('a path of the contract becomes a path of the router', () => {
  expect(routerPath('/api/agents/{name}/screen')).toBe('/api/agents/:name/screen');
});

test('no field changes the prototype of the input', () => {
  const body: unknown = JSON.parse('{"__proto__":{"polluted":1},"a":1}');
  const input = requestInput({ method: 'POST' }, { params: {}, query: {}, body });
  expect(Object.getPrototypeOf(input)).toBe(Object.prototype);
  expect('polluted' in input).toBe(false);
});

test('the depth of JSON is the deepest nesting outside of strings', () => {
  const depthOf = (value: unknown): number =>
    typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0;
  fc.assert(
    fc.property(fc.jsonValue(), fc.nat(6), (value, bound) => {
      expect(isDeeperThan(JSON.stringify(value), bound)).toBe(depthOf(value) > bound);
    }),
    { numRuns: 500 },
  );
  expect(isDeeperThan('["[[[[\\"[[["]', 1)).toBe(false);
  expect(isDeeperThan('['.repeat(1_000_000), 32)).toBe(true);
});

test('an address that the person has set is ours, by its name and where the connection arrived', () => {
  const arrive = (host: string, localAddress: string, configured: string) => () =>
    assertOwnHost({ host, origin: undefined, localAddress }, configured);
  expect(arrive('my-machine:7120', '10.0.0.5', 'my-machine')).not.toThrow();
  expect(arrive('10.0.0.5:7120', '::ffff:10.0.0.5', '0.0.0.0')).not.toThrow();
  expect(arrive('[fd00::1]:7120', 'fd00::1', '::')).not.toThrow();
  expect(arrive('other:7120', '10.0.0.5', '0.0.0.0')).toThrow(expect.objectContaining({ code: 'forbidden' }));
});

test('no header at all passes but ours', () => {
  fc.assert(
    fc.property(fc.string(), (host) => {
      fc.pre(!/^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i.test(host));
      expect(() =>
        assertOwnHost({ host, origin: undefined, localAddress: '127.0.0.1' }, '127.0.0.1'),
      ).toThrow();
    }),
  );
});
