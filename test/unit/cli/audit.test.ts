import { describe, expect, it } from 'vitest';
import { actorDoors, filterOf } from '../../../src-main/cli/audit-options.ts';
import { momentOption } from '../../../src-main/cli/moment-option.ts';
import { entryLine, receiptText, summaryOf, verificationText } from '../../../src-main/cli/text/audit.ts';
import { painter } from '../../../src-main/cli/text/paint.ts';
import type { AuditRecord, AuditVerification } from '../../../src-main/contract/audit.ts';
import { actor } from '../../../src-main/contract/question.ts';

const plain = painter(false);
const record: AuditRecord = {
  number: 12,
  at: 1_700_000_000_000,
  kind: 'answer.intended',
  actor: { door: 'panel', name: null },
  agent: { id: 'agent-1', name: 'app' },
  launch: 'launch-1',
  details: {
    question: 'question-1',
    fingerprint: 'f00d',
    decision: 'allow',
    key: 'Enter',
    tool: null,
    asks: 'git push',
    shown: ['Do you want to proceed?', '', '❯ 1. Yes'],
  },
  hash: 'ab'.repeat(32),
};

describe('the options of the audit log', () => {
  it('offer what the contract knows', () => {
    expect(actorDoors).toEqual(actor.shape.door.options);
  });

  it('narrow by what was given, and by nothing else', () => {
    expect(filterOf({})).toEqual({});
    expect(filterOf({ agent: 'app', actor: 'tray', kind: 'launch.ended', since: 0, until: 5 })).toEqual({
      agent: 'app',
      door: 'tray',
      kind: 'launch.ended',
      since: 0,
      until: 5,
    });
  });
});

describe('a moment', () => {
  const now = Date.UTC(2026, 0, 31, 18);
  it.each([
    ['30s', now - 30_000],
    ['90min', now - 5_400_000],
    ['2h', now - 7_200_000],
    ['3d', now - 259_200_000],
    ['2026-01-31', Date.UTC(2026, 0, 31)],
    ['2026-01-31T17:30', Date.UTC(2026, 0, 31, 17, 30)],
    ['2026-01-31T17:30:05.5', Date.UTC(2026, 0, 31, 17, 30, 5, 500)],
    ['2026-01-31T17:30:05Z', Date.UTC(2026, 0, 31, 17, 30, 5)],
    ['2026-01-31T17:30+02:00', Date.UTC(2026, 0, 31, 15, 30)],
  ])('%s is read', (text, at) => {
    expect(momentOption(text, now)).toBe(at);
  });

  it.each(['', '5', '3 d', '3m', '-1h', 'yesterday', '2026-13-01', '2026-01-31 17:30', '1700000000000'])(
    '%j is refused',
    (text) => {
      expect(() => momentOption(text, now)).toThrow(/It takes an age/);
    },
  );
});

describe('an entry', () => {
  it('is one line of what a person reads', () => {
    expect(summaryOf(record)).toBe('decision: allow, key: Enter, asks: git push');
    expect(entryLine(record, plain)).toBe(
      '    12  2023-11-14T22:13:20Z  answer.intended  app  by panel  decision: allow, key: Enter, asks: git push',
    );
  });

  it('lets nothing through that a terminal acts on', () => {
    const hostile = 'a\u001B[2J\nb\u202E\u009B1m';
    const said: AuditRecord = {
      ...record,
      actor: { door: 'agent', name: hostile },
      agent: { id: hostile, name: hostile },
      launch: hostile,
      details: { asks: hostile, shown: [hostile] },
    };
    const texts = [entryLine(said, plain), receiptText({ record: said, previous: '', segment: 1 }, plain)];
    for (const text of texts) expect(text).not.toMatch(/[\u0000-\u0009\u000B-\u001F\u007F-\u009F\u202E]/u);
    expect(texts[0]).not.toContain('\n');
  });

  it('is told in full, screen rows as they stood, with its place in the chain', () => {
    const text = receiptText({ record, previous: 'cd'.repeat(32), segment: 3 }, plain);
    for (const line of [
      /^entry +12$/m,
      /^time +2023-11-14T22:13:20\.000Z$/m,
      /^by +panel$/m,
      /^agent +app \(agent-1\)$/m,
      /^fingerprint +f00d$/m,
      /^tool +none$/m,
      /^hash +(?:ab){32}$/m,
      /^after +(?:cd){32}$/m,
      /^segment +begins at 3$/m,
    ])
      expect(text).toMatch(line);
    expect(text).toContain('shown\n  Do you want to proceed?\n\n  ❯ 1. Yes');
  });
});

describe('a verification', () => {
  const whole: AuditVerification = {
    whole: true,
    damage: null,
    records: 3,
    first: 2,
    last: 4,
    hash: 'ab',
    contents: false,
    previous: null,
    against: ['anchor', 'keychain'],
    signer: 'cd',
  };

  it('says what was looked at and against what', () => {
    expect(verificationText(whole, plain).split('\n')).toEqual([
      'The audit log is whole: records 2 to 4 (3).',
      'contents      not opened: the chain alone',
      'held against  anchor, keychain',
      'last hash     ab',
      'signed by     cd',
    ]);
  });

  it('says what was done to the log, and that nothing else was there to hold it against', () => {
    const damage = { kind: 'changed', number: 3, says: 'Entry 3 was changed.' } as const;
    const text = verificationText({ ...whole, whole: false, damage, against: [], contents: true }, plain);
    expect(text).toMatch(/^The audit log was touched: Entry 3 was changed\.$/m);
    expect(text).toMatch(/^held against +nothing outside of the log$/m);
  });

  it('has a word for a log without records', () => {
    const empty = { ...whole, records: 0, first: null, last: null, hash: null };
    expect(verificationText(empty, plain)).toContain('whole: no record.');
  });
});
