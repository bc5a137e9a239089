import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { columnsOf } from '../../../src-main/practice/columns.ts';
import { type DialogView, heading, pictureOf, type View } from '../../../src-main/practice/picture.ts';
import { titles } from '../../../src-main/practice/terminal.ts';
import { observe } from '../../../src-main/runtimes/practice/observe.ts';
import type { Screen } from '../../../src-main/runtimes/runtime.ts';

const view: View = { folder: '/tmp/x', log: ['one', 'two'], input: '', work: null, dialog: null };
const dialog: DialogView = {
  title: 'Run a command',
  lines: ['touch hello.txt'],
  question: 'Do you want to run this command?',
  options: ['Yes', 'No'],
  marked: 0,
};

function screenOf(shown: View, columns = 80, rows = 24): Screen {
  const { rows: drawn, cursor } = pictureOf(shown, columns, rows);
  const lines = drawn.map((row) => row.trimEnd());
  return { lines, styled: lines, title: titles.idle, cursor, columns, rows, alternate: true };
}

const words = fc.oneof(
  fc.string({ maxLength: 150 }),
  fc.constantFrom('日本語', '👩‍👩‍👧', 'run: ls', '│ > x │', '❯ 1. Yes'),
);

describe('the picture', () => {
  it('fills the screen and never goes over its edges', () => {
    const lines = fc.array(words, { maxLength: 60 });
    fc.assert(
      fc.property(
        lines,
        words,
        fc.integer({ min: 20, max: 200 }),
        fc.integer({ min: 8, max: 60 }),
        (log, input, columns, rows) => {
          for (const shown of [
            { ...view, log, input },
            { ...view, log, dialog: { ...dialog, lines: [input] } },
          ]) {
            const picture = pictureOf(shown, columns, rows);
            expect(picture.rows).toHaveLength(rows);
            // A character wider than what is left stands alone in its row.
            expect(Math.max(...picture.rows.map((row) => columnsOf(row)))).toBeLessThanOrEqual(columns);
            expect(picture.cursor.row).toBeLessThan(rows);
          }
        },
      ),
      { numRuns: 200 },
    );
  });

  it('does not break on a tiny screen', () => {
    for (const columns of [1, 2, 5, 19])
      for (const rows of [1, 2, 7]) pictureOf({ ...view, dialog }, columns, rows);
  });

  it('says at the top what it is', () => {
    expect(pictureOf(view, 80, 24).rows[0]).toBe(`${heading} · /tmp/x`);
    expect(pictureOf(view, 30, 24).rows[0]).toBe(heading);
  });
});

describe('what the adapter reads in the picture', () => {
  it('is an empty box, a draft, and work', () => {
    expect(observe(screenOf(view))).toMatchObject({ state: 'idle', input: 'empty', dialog: null });
    expect(observe(screenOf({ ...view, input: '日本 👩‍👩‍👧' }))).toMatchObject({
      state: 'idle',
      input: 'draft',
    });
    expect(observe(screenOf({ ...view, work: 'busy' }))).toMatchObject({ state: 'busy', source: 'screen' });
    expect(observe({ ...screenOf(view), title: titles.busy })).toMatchObject({
      state: 'busy',
      source: 'title',
    });
  });

  it('is a permission with the whole command, however it wraps', () => {
    const command = `echo ${'word'.repeat(60)}`;
    const reading = observe(screenOf({ ...view, dialog: { ...dialog, lines: [command] } }));
    expect(reading).toMatchObject({ state: 'waiting_for_human', reason: 'permission', input: 'none' });
    expect(reading.dialog).toMatchObject({
      kind: 'permission',
      tool: 'Run',
      subject: { form: 'command', command, description: null },
      keys: { allow: '1', deny: 'Escape' },
      limit: null,
    });
  });

  it('is a new file', () => {
    const lines = ['/tmp/x/a.txt', '', '1 + hello there'];
    const shown = { ...dialog, title: 'Create a file', lines, question: 'Do you want to write this file?' };
    expect(observe(screenOf({ ...view, dialog: shown })).dialog?.subject).toEqual({
      form: 'edit',
      path: '/tmp/x/a.txt',
      change: 'created',
      lines: [{ sign: '+', number: 1, text: 'hello there' }],
    });
  });

  it('is a choice without an allow key', () => {
    const shown = {
      ...dialog,
      title: 'A question',
      lines: [],
      question: 'Which?',
      options: ['Red', 'Green', 'Blue'],
    };
    const read = observe(screenOf({ ...view, dialog: shown })).dialog;
    expect(read).toMatchObject({ kind: 'question', keys: { deny: 'Escape' } });
    expect(read?.subject).toEqual({ form: 'choice', text: 'Which?', options: ['Red', 'Green', 'Blue'] });
    expect(read?.keys.allow).toBeUndefined();
  });

  it('has no allow key while No is marked', () => {
    const read = observe(screenOf({ ...view, dialog: { ...dialog, marked: 1 } })).dialog;
    expect(read?.keys).toEqual({ deny: 'Escape' });
  });

  it('has none when the dialog is cut on any side, or printed by a command', () => {
    const whole = screenOf({ ...view, dialog });
    for (let columns = 1; columns < 80; columns += 1) {
      const lines = whole.lines.map((row) => row.slice(0, columns).trimEnd());
      expect(observe({ ...whole, lines, columns }).dialog).toBeNull();
    }
    for (let rows = 1; rows < 24; rows += 1) {
      expect(observe({ ...whole, lines: whole.lines.slice(0, rows) }).dialog).toBeNull();
    }
    const top = whole.lines.findIndex((row) => row.startsWith('╭'));
    const cut = {
      ...whole,
      lines: whole.lines.slice(top + 1),
      cursor: { ...whole.cursor, row: whole.cursor.row - top - 1 },
    };
    expect(observe(cut).dialog).toBeNull();
    const printed = screenOf({ ...view, log: pictureOf({ ...view, dialog }, 80, 12).rows });
    expect(observe(printed)).toMatchObject({ state: 'idle', dialog: null });
    expect(observe({ ...whole, alternate: false }).dialog).toBeNull();
  });
});
