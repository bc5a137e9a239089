import type { AuditVerification } from '../contract/audit.ts';
import { hex } from './record.ts';
import type { ChainResult, KnownHead } from './verify-chain.ts';

/** What a verification found, as the doors show it. */
export function summary(
  { chain, damage }: ChainResult,
  heads: readonly KnownHead[],
  facts: { contents: boolean; signer: string | null },
): AuditVerification {
  return {
    whole: damage === null,
    damage,
    records: chain.count,
    first: chain.first,
    last: chain.first === null || chain.expected === null ? null : chain.expected - 1,
    hash: chain.first === null || chain.hash === null ? null : hex(chain.hash),
    previous: chain.first === null || chain.first === 1 || chain.before === null ? null : hex(chain.before),
    against: heads.map(({ from }) => from),
    ...facts,
  };
}
