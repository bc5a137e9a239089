import type { Damage } from '../contract/audit.ts';
import { errorKinds } from '../contract/errors.ts';
import type { Output } from './output.ts';

/** Says aloud that the log was touched, and lets the exit status say so too. */
export function tellDamage(output: Output, damage: Damage | null): void {
  if (damage === null) return;
  output.notice(`The audit log was touched: ${damage.says} See all of it with: backbone audit verify`);
  output.status = errorKinds.audit_damaged.exit;
}
