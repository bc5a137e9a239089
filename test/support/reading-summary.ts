import { expect } from 'vitest';
import type { ScreenReading } from '../../src-main/runtimes/runtime.ts';

/**
 * A reading in a few words: state and reason, then the dialog's kind with the decisions it takes, or what is in the box.
 * Expects as well what holds for every reading.
 */
export function readingSummary({ state, reason, dialog, input }: ScreenReading): string {
  const said = reason === null ? `${state}` : `${state}/${reason}`;
  if (dialog === null) return `${said} ${input}`;
  expect(input).toBe('none');
  expect(dialog.limit === null).toBe(dialog.keys.allow !== undefined && dialog.keys.deny !== undefined);
  return `${said} ${dialog.kind} ${Object.keys(dialog.keys).join('+') || '-'}`;
}
