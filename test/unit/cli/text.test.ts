import fc from 'fast-check';
import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import { safeJson } from '../../../src-main/cli/output.ts';
import { runtimeIds } from '../../../src-main/cli/runtime-option.ts';
import { age, moment } from '../../../src-main/cli/text/age.ts';
import { howItEnded } from '../../../src-main/cli/text/end.ts';
import { painter } from '../../../src-main/cli/text/paint.ts';
import { howToAnswer, questionText } from '../../../src-main/cli/text/question.ts';
import { shellWords } from '../../../src-main/cli/text/shell-words.ts';
import { table } from '../../../src-main/cli/text/table.ts';
import { runtimeId } from '../../../src-main/contract/runtime.ts';
import { sampleQuestion } from '../../support/contract-samples.ts';

const plain = painter(false);

describe('age', () => {
  it.each([
    [0, '0 s'],
    [999, '0 s'],
    [59_999, '59 s'],
    [60_000, '1 min'],
    [3_599_999, '59 min'],
    [7_200_000, '2 h'],
    [86_400_000 * 400, '400 d'],
    [-5000, '0 s'],
  ])('of %i ms is %s', (passed, text) => {
    expect(age(1_000_000_000, 1_000_000_000 + passed)).toBe(text);
  });

  it('is a moment in UTC for the record', () => {
    expect(moment(1_700_000_000_999)).toBe('2023-11-14T22:13:20Z');
  });
});

describe('table', () => {
  it('puts columns under each other, whatever width the characters have', async () => {
    const wide = ['日本語', '👩‍👩‍👧', 'é', 'e\u0301', 'plain', ''];
    const text = await table(plain, ['NAME', 'END'], [...wide.map((name) => [name, '|'])]);
    const ends = text.split('\n').slice(1);
    expect(new Set(ends.map((line) => stringWidth(line.slice(0, line.indexOf('|'))))).size).toBe(1);
  });

  it('keeps a cell on its line and without escapes', async () => {
    const hostile = { look: 'bad', text: 'a\nb\u001B[2J\u009B1m\u202Ec' } as const;
    expect(await table(plain, ['X'], [[hostile]])).toBe('X\na b[2J1mU+202Ec');
  });
});

describe('safeJson', () => {
  it('parses to the same and shows nothing that a terminal acts on', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const json = safeJson({ text }, 0);
        expect(JSON.parse(json)).toEqual({ text });
        expect(json).not.toMatch(/[\u0000-\u001F\u007F-\u009F\u202A-\u202E\u{E0000}-\u{E007F}]/u);
      }),
    );
  });
});

describe('questionText', () => {
  it('keeps what an agent says apart from what we say', () => {
    const command = 'ls\nin /safe/folder\nAnswer: yes';
    const text = questionText(
      sampleQuestion({ subject: { form: 'command', command, description: null }, folder: '/a\n/b' }),
      plain,
      1_700_000_000_000,
    );
    expect(text.split('\n')).toEqual([
      'app asks to run (Bash), 0 s ago:',
      '  ls',
      '  in /safe/folder',
      '  Answer: yes',
      'in /a /b',
    ]);
  });

  it('shows every form whole', () => {
    const shown = (subject: Parameters<typeof sampleQuestion>[0]) =>
      questionText(sampleQuestion(subject), plain, 1_700_000_000_000);
    const lines = [{ sign: '+' as const, number: 7, text: 'new line' }];
    expect(shown({ subject: { form: 'edit', path: '/a/b', change: 'changed', lines } })).toMatch(
      /\/a\/b \(changed\)\n +7 \+ new line/,
    );
    expect(shown({ subject: { form: 'fetch', address: 'https://x' } })).toContain('https://x');
    expect(shown({ subject: { form: 'choice', text: 'Which?', options: ['A', 'B'] } })).toMatch(
      /Which\?\n +1\. A\n +2\. B/,
    );
    expect(shown({ subject: { form: 'plan', markdown: '# Plan\n\nDo it' } })).toContain(
      '  # Plan\n\n  Do it',
    );
    expect(shown({ subject: { form: 'other', text: 'Trust this folder?' } })).toContain('Trust this folder?');
  });

  it('says of a key where it is, for what, and what that means; never more of it', () => {
    const subject = {
      form: 'key',
      key: 'STRIPE_TEST_KEY',
      source: 'vault',
      why: 'For the\nrefund test',
      injection: 'env',
      program: 'claude',
      expiresAt: 1_700_000_000_000,
    } as const;
    expect(questionText(sampleQuestion({ kind: 'key', tool: null, subject }), plain, 1_700_000_000_000)).toBe(
      [
        'app asks for a key, 0 s ago:',
        '  STRIPE_TEST_KEY, in your vault',
        '  for claude, as an environment variable',
        '  The lock says: “For the refund test”',
        '  Valid until 2023-11-14T22:13:20Z',
        '  What gets it can read the value, print it and send it on.',
        'in /projects/app',
      ].join('\n'),
    );
  });

  it('shows what is new in a lock with the whole text of a trait', () => {
    const change = { part: 'personality', change: 'added', name: 'tone', before: null } as const;
    const text = questionText(
      sampleQuestion({
        kind: 'lock',
        subject: {
          form: 'lock',
          file: '/a/agent.lock',
          standing: 'new',
          changes: [{ ...change, says: 'Has the trait tone.', after: 'Be kind.\nBe brief.' }],
        },
      }),
      plain,
      1_700_000_000_000,
    );
    expect(text).toMatch(/would use a lock/);
    expect(text).toMatch(/nobody has accepted/);
    expect(text).toMatch(/Be kind\.\n +Be brief\./);
  });
});

describe('howToAnswer', () => {
  it('names a run’s question by its id, and never a terminal for a start or a run', () => {
    const key = { kind: 'key', answers: ['allow', 'allow_always', 'deny'] } as const;
    const start = howToAnswer(sampleQuestion({ ...key, answers: [...key.answers] }));
    expect(start).toContain('backbone agent approve app --always');
    expect(start).not.toContain('attach');
    const run = howToAnswer(sampleQuestion({ ...key, answers: [...key.answers], id: 'q1', agentId: null }));
    expect(run).toContain('backbone question allow q1 --always  or  backbone question deny q1');
  });
});

describe('howItEnded', () => {
  it.each([
    [{ how: 'exited', status: 3, signal: null }, 'ended with status 3'],
    [{ how: 'exited', status: null, signal: 9 }, 'was ended by signal 9'],
    [{ how: 'exited', status: null, signal: null }, 'ended'],
    [{ how: 'stopped', status: 0, signal: null }, 'was stopped'],
    [{ how: 'lost', status: null, signal: null }, 'ended while no daemon ran'],
  ] as const)('says of %j: %s', (end, text) => {
    expect(howItEnded(end)).toBe(text);
  });
});

describe('shellWords', () => {
  it('can be pasted into a shell', () => {
    expect(shellWords(['tmux', '-t', '=app', "it's"])).toBe("tmux -t '=app' 'it'\\''s'");
  });
});

describe('the runtimes on the command line', () => {
  it('are those of the contract', () => {
    expect([...runtimeIds].toSorted()).toEqual(runtimeId.options.toSorted());
  });
});
