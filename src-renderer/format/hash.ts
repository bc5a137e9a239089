/** A hash with its middle left out: `7f3a91d0c2e8…b3`. */
export function shortHash(hash: string): string {
  return hash.length <= 16 ? hash : `${hash.slice(0, 12)}…${hash.slice(-2)}`;
}
