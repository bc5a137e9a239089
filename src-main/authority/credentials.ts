import { createHash, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { Caller } from './caller.ts';
import { operatorAt } from './caller.ts';

/** Doors that come over the network with a credential of their own, so that a record can name them. */
export const credentialDoors = ['panel', 'tray', 'notification', 'cli'] as const;
export type CredentialDoor = (typeof credentialDoors)[number];

/** What binds an agent's credential: one launch of one registration. */
export interface LaunchBinding {
  readonly agentId: string;
  readonly launchId: string;
}

/** What a credential is checked against. */
export interface AuthorityFacts {
  readonly operatorKey: string;
  /** The agent of a launch that goes on; null for an ended or unknown one. */
  liveLaunch(launchId: string): { readonly agentId: string; readonly name: string } | null;
}

/** Length of an HMAC-SHA256 in base64url. */
const macLength = 43;

/** HMAC over parts that cannot run into each other, with a key made for one audience from the operator's. */
function mac(operatorKey: string, audience: string, parts: readonly string[]): string {
  const key = Buffer.from(hkdfSync('sha256', operatorKey, '', `backbone ${audience} credential 1`, 32));
  const hmac = createHmac('sha256', key);
  for (const part of parts) hmac.update(`${Buffer.byteLength(part)}:${part}`);
  return hmac.digest('base64url');
}

/** A credential of the operator that names the door it comes through; the same power as the key itself. */
export function doorCredential(operatorKey: string, door: CredentialDoor): string {
  return `bbo_${door}_${mac(operatorKey, 'door', [door])}`;
}

/** The credential of one launch. It names its agent and is worth nothing once the launch has ended. */
export function agentCredential(operatorKey: string, binding: LaunchBinding): string {
  return `bba_${binding.launchId}_${mac(operatorKey, 'agent', [binding.agentId, binding.launchId])}`;
}

/** Compares digests: equal lengths, and the time tells nothing of the text. */
function same(a: string, b: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}

function agentBehind(bearer: string, facts: AuthorityFacts): Caller | null {
  const launchId = bearer.slice('bba_'.length, -(macLength + 1));
  const live = facts.liveLaunch(launchId);
  // The work is the same for an unknown launch, so that the time does not tell which launches exist.
  const expected = agentCredential(facts.operatorKey, { agentId: live?.agentId ?? '', launchId });
  if (!same(bearer, expected) || live === null) return null;
  return {
    authority: 'agent',
    actor: { door: 'agent', name: live.name },
    agentId: live.agentId,
    launchId,
  };
}

/** Who stands behind a bearer credential; null when it is not valid, or no longer. */
export function identify(bearer: string, facts: AuthorityFacts): Caller | null {
  if (bearer.length === 0 || bearer.length > 512) return null;
  if (same(bearer, facts.operatorKey)) return operatorAt('http');
  if (bearer.startsWith('bba_')) return agentBehind(bearer, facts);
  for (const door of credentialDoors) {
    if (bearer.startsWith(`bbo_${door}_`)) {
      return same(bearer, doorCredential(facts.operatorKey, door)) ? operatorAt(door) : null;
    }
  }
  return null;
}
