import { plainLine } from '../../base/plain-text.ts';
import type { UnreadReason } from '../../contract/old-audit.ts';

/** What became of an old log. */
export interface Imported {
  readonly file: string;
  readonly digest: string;
  /** Numbers of the first and the last entry that was made. */
  readonly first: number;
  readonly last: number;
  readonly read: number;
  /** How many of the lines that were read anyone could have read and written. */
  readonly published: number;
  readonly unread: readonly { readonly line: number; readonly why: UnreadReason }[];
}

const reasons: Readonly<Record<UnreadReason, string>> = {
  too_long: 'longer than any line of Backpack',
  malformed: 'not as Backpack wrote it',
  not_opened: 'changed since it was written, or sealed with another key',
  no_entry: 'opened, but what is inside is no entry of Backpack',
};

/** Lines that are named one by one; the log and `--json` have them all. */
const mostNamed = 20;

export function importedText({ file, first, last, read }: Imported): string {
  const taken = `${read} ${read === 1 ? 'entry' : 'entries'}`;
  return `Took over ${taken} of ${plainLine(file, 4096)}: entries ${first} to ${last} of the audit log.`;
}

/** What a person must know of an import beside that it was done. */
export function importWarnings({ published, unread }: Imported): string[] {
  const named = unread.slice(0, mostNamed).map(({ line, why }) => `  line ${line}: ${reasons[why]}`);
  const more = unread.length - named.length;
  return [
    ...(published === 0
      ? []
      : [
          `Sealed with the published default key of Backpack: ${published}. Anyone could have read and written them; every value that was sealed with it counts as leaked.`,
        ]),
    ...(unread.length === 0 ? [] : [`Not read, and recorded as such: ${unread.length}`, ...named]),
    ...(more === 0 ? [] : [`  and ${more} more, see: backbone audit list --kind audit.imported`]),
  ];
}
