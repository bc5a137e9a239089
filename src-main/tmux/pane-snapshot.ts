import { z } from 'zod';
import { BackboneError } from '../base/errors.ts';
import { lengthPrefixed, readLengthPrefixed } from './netstrings.ts';
import { unescapeOctal } from './octal.ts';
import type { PaneCapture, PaneSnapshot } from './tmux.ts';

const count = z.coerce.number().int().min(0);
const flag = z.string().transform((text) => text === '1');

const variables = {
  cursor_x: count,
  cursor_y: count,
  cursor_flag: flag,
  pane_width: count,
  pane_height: count,
  alternate_on: flag,
  alternate_saved_x: z.coerce.number().int(),
  alternate_saved_y: z.coerce.number().int(),
  scroll_region_upper: count,
  scroll_region_lower: count,
  origin_flag: flag,
  insert_flag: flag,
  wrap_flag: flag,
  pane_title: z.string(),
};
const names = Object.keys(variables);
const record = z.object(variables);
const format = lengthPrefixed(names);

function text(line: Uint8Array): string {
  return Buffer.from(line.buffer, line.byteOffset, line.byteLength).toString('utf8');
}

function factsOf(lines: readonly Uint8Array[] | undefined): z.output<typeof record> {
  const values = readLengthPrefixed(lines?.[0] ?? new Uint8Array(), names.length)?.[0] ?? [];
  const parsed = record.safeParse(Object.fromEntries(names.map((name, index) => [name, values[index]])));
  if (parsed.success) return parsed.data;
  throw new BackboneError('tmux_failed', 'tmux described a pane in a way that Backbone cannot read.', {
    cause: parsed.error,
  });
}

function pictureOf(facts: z.output<typeof record>, rows: readonly Uint8Array[] | undefined): PaneCapture {
  return {
    styled: (rows ?? []).map(text),
    cursor: { column: facts.cursor_x, row: facts.cursor_y, visible: facts.cursor_flag },
    columns: facts.pane_width,
    rows: facts.pane_height,
    title: facts.pane_title,
    alternate: facts.alternate_on,
  };
}

function describe(pane: string): string[] {
  return ['display-message', '-p', '-t', pane, format];
}

/** Commands whose answers `readCapture` reads. */
export function captureCommands(pane: string, history: number): string[][] {
  return [describe(pane), ['capture-pane', '-p', '-e', '-S', String(-history), '-t', pane]];
}

/** @throws tmux_failed when the answer has not the form that was asked for. */
export function readCapture(replies: readonly (readonly Uint8Array[])[]): PaneCapture {
  return pictureOf(factsOf(replies[0]), replies[1]);
}

/** Commands whose answers `readSnapshot` reads: trailing blanks kept, for they may have a colour. */
export function snapshotCommands(pane: string, history: number): string[][] {
  return [
    describe(pane),
    ['capture-pane', '-p', '-e', '-N', '-S', String(-history), '-t', pane],
    ['capture-pane', '-p', '-e', '-N', '-q', '-a', '-t', pane],
    ['capture-pane', '-p', '-P', '-C', '-t', pane],
  ];
}

/** @throws tmux_failed when the answer has not the form that was asked for. */
export function readSnapshot(replies: readonly (readonly Uint8Array[])[]): PaneSnapshot {
  const facts = factsOf(replies[0]);
  return {
    ...pictureOf(facts, replies[1]),
    main: facts.alternate_on
      ? {
          styled: (replies[2] ?? []).map(text),
          cursor: { column: facts.alternate_saved_x, row: facts.alternate_saved_y },
        }
      : null,
    region: { top: facts.scroll_region_upper, bottom: facts.scroll_region_lower },
    origin: facts.origin_flag,
    insert: facts.insert_flag,
    wrap: facts.wrap_flag,
    unfinished: unescapeOctal(replies[3]?.[0] ?? new Uint8Array()),
  };
}
