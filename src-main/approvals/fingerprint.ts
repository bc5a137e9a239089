import { createHash } from 'node:crypto';
import type { Dialog } from '../runtimes/runtime.ts';

/**
 * Hash over what a dialog shows. Two dialogs that differ in a letter, or stand in two launches, differ here; the
 * same dialog drawn again does not.
 */
export function dialogFingerprint(launchId: string, dialog: Dialog): string {
  return fingerprint([launchId, dialog.kind, ...dialog.rows.map((row) => row.trimEnd())]);
}

/** Hash over an event's request, for a dialog that the screen does not show whole. */
export function requestFingerprint(launchId: string, at: number, request: object): string {
  return fingerprint([launchId, String(at), JSON.stringify(request)]);
}

function fingerprint(parts: readonly string[]): string {
  const hash = createHash('sha256');
  // Each part with its length, so that no text can pass for two.
  for (const part of parts) hash.update(`${Buffer.byteLength(part)}:${part}`);
  return hash.digest('hex');
}
