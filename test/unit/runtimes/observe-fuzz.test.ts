import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { observe } from '../../../src-main/runtimes/claude/observe.ts';
import { readHook } from '../../../src-main/runtimes/claude/read-hook.ts';
import { observe as observeCodex } from '../../../src-main/runtimes/codex/observe.ts';
import { readHook as readCodexHook } from '../../../src-main/runtimes/codex/read-hook.ts';
import { observe as observePractice } from '../../../src-main/runtimes/practice/observe.ts';
import { readHook as readPracticeHook } from '../../../src-main/runtimes/practice/read-hook.ts';
import type { Screen } from '../../../src-main/runtimes/runtime.ts';
import { capturedScreens } from '../../support/captured-screens.ts';
import { claudeScreens } from '../../support/claude-screens.ts';

const pieces = [...claudeScreens.values(), ...capturedScreens('codex-0.171.0').values()].flatMap(
  ({ lines, styled }) => [...lines, ...styled],
);
const row = fc.oneof(fc.constantFrom(...pieces), fc.string({ unit: 'binary', maxLength: 200 }));
const screen: fc.Arbitrary<Screen> = fc.record({
  lines: fc.array(row, { maxLength: 60 }),
  styled: fc.array(row, { maxLength: 60 }),
  title: fc.oneof(fc.constantFrom('✳ Lab', '⠂ Lab', '', '◆ Practice agent'), fc.string({ unit: 'binary' })),
  cursor: fc.record({ column: fc.integer(), row: fc.integer({ min: -2, max: 62 }), visible: fc.boolean() }),
  columns: fc.constantFrom(0, 1, 60, 120),
  rows: fc.nat({ max: 60 }),
  alternate: fc.boolean(),
});

describe.each([
  ['claude', observe],
  ['codex', observeCodex],
  ['practice', observePractice],
])('observe of %s', (_, look) => {
  it('never throws', () => {
    fc.assert(
      fc.property(screen, (given) => {
        const { state, dialog, says } = look(given);
        expect(says.length).toBeGreaterThan(0);
        expect(dialog === null || state === 'waiting_for_human').toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });
});

describe.each([
  ['claude', observe],
  ['codex', observeCodex],
])('observe of %s', (_, look) => {
  it('takes less than 20 ms for any screen of 300 × 200', () => {
    const nasty = [
      '─'.repeat(300),
      '❯ '.repeat(150),
      ' '.repeat(300),
      '· '.repeat(150),
      '\x1b[38;5;1m'.repeat(100),
    ];
    for (const piece of [...nasty, '  ❯ 1. Yes', '● API Error: x']) {
      const lines = Array.from({ length: 200 }, () => piece);
      const given = { lines, styled: lines, title: '', columns: 300, rows: 200, alternate: false };
      for (const at of [1, 100, 199]) {
        // The quickest of several is what it costs; the machine may be busy with other things.
        const times = Array.from({ length: 5 }, () => {
          const started = performance.now();
          look({ ...given, cursor: { column: 0, row: at, visible: false } });
          return performance.now() - started;
        });
        expect(Math.min(...times), JSON.stringify(piece.slice(0, 20))).toBeLessThan(20);
      }
    }
  });
});

describe.each([
  ['claude', readHook],
  ['codex', readCodexHook],
  ['practice', readPracticeHook],
])('readHook of %s', (_, read) => {
  it('never throws, whatever it is given', () => {
    const names = fc.constantFrom(
      'PermissionRequest',
      'PreToolUse',
      'Stop',
      'StopFailure',
      'Notification',
      'asked',
      '__proto__',
    );
    const shaped = fc.record({
      hook_event_name: names,
      event: names,
      agent: fc.constant('practice'),
      session_id: fc.oneof(fc.string(), fc.anything()),
      conversation: fc.string(),
      tool_name: fc.oneof(
        fc.constantFrom(
          'Bash',
          'Write',
          'apply_patch',
          'request_user_input',
          'toString',
          '__proto__',
          'constructor',
        ),
        fc.string(),
      ),
      tool_input: fc.oneof(fc.anything(), fc.record({ command: fc.string(), file_path: fc.string() })),
    });
    fc.assert(
      fc.property(fc.oneof(fc.anything(), fc.jsonValue(), shaped), (payload) => {
        read(payload);
      }),
      { numRuns: 2_000 },
    );
  });
});
