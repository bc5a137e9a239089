import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Announced, askedIn, type QuestionFacts } from '../../../src-main/approvals/question-facts.ts';
import type { QuestionSubject } from '../../../src-main/contract/question.ts';
import type { Dialog } from '../../../src-main/runtimes/runtime.ts';
import { screenReading } from '../../support/agent-records.ts';

const edit = (path: string): QuestionSubject => ({ form: 'edit', path, change: 'changed', lines: [] });
const command = (text: string): QuestionSubject => ({ form: 'command', command: text, description: null });

function dialogOf(subject: QuestionSubject, more: Partial<Dialog> = {}): Dialog {
  return {
    kind: 'permission',
    tool: 'Bash',
    subject,
    rows: ['Do you want to proceed?'],
    keys: { allow: '1', deny: 'Escape' },
    limit: null,
    ...more,
  };
}

function announcedAs(subject: QuestionSubject, more: Partial<Announced> = {}): Announced {
  return { at: 0, shown: false, request: { kind: 'permission', tool: 'Bash', subject }, ...more };
}

function asked(dialog: Dialog | null, announced: Announced | null, more: Partial<QuestionFacts> = {}) {
  const found = askedIn({
    launchId: 'f'.repeat(32),
    at: 10_000,
    screen: screenReading({ state: dialog === null ? null : 'waiting_for_human', dialog }),
    announced,
    state: 'waiting_for_human',
    unclearSince: null,
    ...more,
  });
  if (found === null || found === 'unclear') throw new Error('Nothing is asked.');
  return found;
}

describe('what a dialog asks', () => {
  test.each([
    ['says more behind a long beginning', `${'x'.repeat(60)} /tmp/a`, `${'x'.repeat(60)} /tmp/a --dry-run`],
    ['has no line break where one is drawn', 'echo hello\nrm -rf project', 'echo hello rm -rf project'],
    ['has no blank where one is drawn', 'rm -r build /data', 'rm -r build/data'],
    ['is another command', 'rm -rf project', 'ls'],
  ])('is what stands in it, when an event %s', (_, drawn, reported) => {
    const question = asked(dialogOf(command(drawn)), announcedAs(command(reported)));
    expect(question).toMatchObject({ subject: { command: drawn }, answers: ['allow', 'deny'] });
  });

  test('is what stands in it, whatever an event says', () => {
    const subject = fc.oneof(
      fc.string().map(command),
      fc.string().map((text): QuestionSubject => ({ form: 'other', text })),
      fc.string().map(edit),
      fc.string().map((address): QuestionSubject => ({ form: 'fetch', address })),
    );
    fc.assert(
      fc.property(subject, subject, (drawn, reported) => {
        const alone = asked(dialogOf(drawn), null);
        const both = asked(dialogOf(drawn), announcedAs(reported));
        expect(both).toEqual({ ...alone, sources: both.sources });
      }),
    );
  });

  test.each([
    ['the whole command', command('git push\n  origin main'), command('git push origin main'), true],
    ['a beginning of it', command('y'.repeat(60)), command(`${'y'.repeat(60)}; ls`), false],
    ['another form', { form: 'other', text: 'ls' } as const, command('ls'), false],
    ['the path that the screen shortens', edit('src/a.ts'), edit('/home/user/src/a.ts'), true],
    ['the end of another name', edit('a.ts'), edit('/home/user/data.ts'), false],
  ])('is confirmed by an event with %s', (_, drawn, reported, confirmed) => {
    expect(asked(dialogOf(drawn), announcedAs(reported))).toMatchObject({
      sources: confirmed ? ['hook', 'screen'] : ['screen'],
    });
  });

  test('is told by the event only when the screen cuts it, and then not allowed', () => {
    const cut = dialogOf(
      { form: 'other', text: 'the lower half' },
      { kind: 'other', tool: null, keys: { deny: 'Escape' }, limit: 'Too tall.' },
    );
    expect(asked(cut, announcedAs(command('the whole')))).toMatchObject({
      subject: { command: 'the whole' },
      answers: ['deny'],
      limit: 'Too tall.',
    });
    const trust = dialogOf({ form: 'other', text: 'Trust this?' }, { kind: 'other', tool: null, keys: {} });
    expect(asked(trust, announcedAs(command('ls')))).toMatchObject({
      subject: { form: 'other', text: 'Trust this?' },
      sources: ['screen'],
      answers: [],
    });
  });
});
