import type { VaultKey } from '../../../contract/vault.ts';
import { type Definition, define } from '../../define.ts';
import { operatorOnly } from '../../operator-only.ts';
import type { OutputOptions } from '../../output.ts';
import { age } from '../../text/age.ts';
import { type Cell, table } from '../../text/table.ts';

const day = 86_400_000;

/** When a key stops being valid, seen from now; loud from a week before. */
export function expiryCell(expiresAt: number | null, now: number): Cell {
  if (expiresAt === null) return '';
  if (expiresAt <= now) return { look: 'bad', text: `expired ${age(expiresAt, now)} ago` };
  const left = Math.floor((expiresAt - now) / day);
  const text = left === 0 ? 'today' : `in ${left} d`;
  return left < 7 ? { look: 'warning', text } : text;
}

const states: Readonly<Record<VaultKey['is'], Cell>> = {
  found: 'kept',
  unknown: 'not known while the vault is closed',
  missing: { look: 'bad', text: 'its value is missing' },
  empty: { look: 'bad', text: 'its value is empty' },
};

export const keyList: Definition = (parent, context) => {
  define(parent, 'list', 'Lists the keys by name. No value is shown, by this or any other command.').action(
    async (options: OutputOptions) => {
      operatorOnly(context, 'Use: backbone run --dry-run');
      const vault = await context.call('keys.list', {});
      const now = Date.now();
      context.output.notice(vault.says);
      if (vault.keys.length === 0)
        context.output.notice('There is no key yet. Keep one with: backbone key add NAME');
      await context.output.result(options, vault, (paint) =>
        vault.keys.length === 0
          ? ''
          : table(
              paint,
              ['KEY', 'VALUE', 'ADDED', 'ROTATED', 'USED', 'EXPIRES', 'NOTE'],
              vault.keys.map((key) => [
                key.name,
                states[key.is],
                `${age(key.addedAt, now)} ago`,
                key.rotatedAt === null ? '' : `${age(key.rotatedAt, now)} ago`,
                key.usedAt === null ? 'never' : `${age(key.usedAt, now)} ago`,
                expiryCell(key.expiresAt, now),
                key.note ?? '',
              ]),
            ),
      );
    },
  );
};
