import { statSync } from 'node:fs';
import { z } from 'zod';
import type { DataDirectory } from '../base/data-directory.ts';
import { BackboneError } from '../base/errors.ts';
import { readPrivateFile } from '../base/private-files.ts';

function isLoopback(address: string): boolean {
  const [, port] = /^http:\/\/(?:127\.0\.0\.1|localhost|\[::1\]):(\d{1,5})$/.exec(address) ?? [];
  return port !== undefined && Number(port) >= 1 && Number(port) <= 65_535;
}

/** What a running daemon writes about itself into `daemon.json`. */
export const endpoint = z.strictObject({
  pid: z.number().int().positive(),
  /** Where this machine reaches it. A credential goes there, so it can only be this machine itself. */
  address: z.string().refine(isLoopback, 'The address is not one of this machine.'),
  /** Epoch milliseconds. */
  startedAt: z.number().int().nonnegative(),
  version: z.string().regex(/^[0-9A-Za-z.+-]{1,64}$/),
});
export type Endpoint = z.infer<typeof endpoint>;

function parseEndpoint(text: string): Endpoint | null {
  try {
    const parsed = endpoint.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

/**
 * Where the daemon of a data directory says that it listens. It may have ended since: only an answer proves it.
 * @throws not_initialised without a data directory, daemon_unreachable when no daemon left its address or what
 * stands there is not a daemon's, not_private when the file is not ours
 */
export function findDaemon({ root, endpoint: file }: DataDirectory): Endpoint {
  if (statSync(root, { throwIfNoEntry: false }) === undefined) {
    throw new BackboneError(
      'not_initialised',
      `There is no data directory at ${root}. Start Backbone with: backbone up --detach`,
    );
  }
  const bytes = readPrivateFile(file);
  if (bytes === null) {
    throw new BackboneError(
      'daemon_unreachable',
      `No daemon runs for ${root}. Start one with: backbone up --detach`,
    );
  }
  const found = parseEndpoint(bytes.toString('utf8'));
  if (found !== null) return found;
  throw new BackboneError(
    'daemon_unreachable',
    `${file} does not say where a daemon listens on this machine. Remove the file and run: backbone up --detach`,
  );
}
