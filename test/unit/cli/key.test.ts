import { describe, expect, it } from 'vitest';
import { expiryCell } from '../../../src-main/cli/commands/key/list.ts';
import { dayOption, requireKeyName } from '../../../src-main/cli/commands/key/options.ts';

const day = 86_400_000;
const now = Date.parse('2026-11-30T12:00:00Z');

describe('when a key expires', () => {
  it.each([
    [null, ''],
    [now + 8 * day, 'in 8 d'],
    [now + 3 * day, { look: 'warning', text: 'in 3 d' }],
    [now + 1000, { look: 'warning', text: 'today' }],
    [now, { look: 'bad', text: 'expired 0 s ago' }],
    [now - 2 * day, { look: 'bad', text: 'expired 2 d ago' }],
  ])('%s is shown as %o', (at, cell) => {
    expect(expiryCell(at, now)).toEqual(cell);
  });

  it.each([
    ['2026-11-30', Date.parse('2026-11-30T23:59:59Z')],
    ['2027-01-31T18:00Z', Date.parse('2027-01-31T18:00:00Z')],
    ['2027-01-31T18:00:30+02:00', Date.parse('2027-01-31T16:00:30Z')],
  ])('%s is read', (text, at) => {
    expect(dayOption(text, now)).toBe(at);
  });

  it.each([
    '',
    'soon',
    '2027-13-01',
    '2027-02-30',
    '2027-02-30T18:00Z',
    '2027-01-31T18:00',
    '31.01.2027',
    '90d',
  ])('%j is no day', (text) => {
    expect(() => dayOption(text, now)).toThrow(/It takes a day/);
  });

  it.each(['2026-11-29', '2026-11-30T12:00Z'])('%s has passed', (text) => {
    expect(() => dayOption(text, now)).toThrow(/passed/);
  });
});

it('a name that no key may have is refused without being shown', () => {
  expect(() => requireKeyName('sk-secret-value')).toThrow(/letters, digits/);
  expect(() => requireKeyName('sk-secret-value')).not.toThrow(/sk-secret/);
  expect(() => requireKeyName('API_TOKEN')).not.toThrow();
});
