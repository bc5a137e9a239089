import path from 'node:path';
import { createInterface } from 'node:readline';
import { keychainCheckpoint } from '../../src-main/audit/keychain-checkpoint.ts';
import { BackboneError } from '../../src-main/base/errors.ts';
import { runCommand } from '../../src-main/base/run-command.ts';
import { keychainPlace } from '../../src-main/vault/keychain.ts';
import { openMachineIdentity } from '../../src-main/vault/machine-identity.ts';
import { vaultRequests } from './vault-requests.ts';

/** Runs inside of a private D-Bus session: one JSON array a line is one request, one JSON value a line its answer. */
const root = process.argv[2] ?? '';
const place = keychainPlace(root);
const machine = () =>
  openMachineIdentity({
    root,
    machine: path.join(root, 'machine.json'),
    environmentFile: path.join(root, '.env'),
  });

/** Exit status of a program; null when it could not be started. */
const run = async (program: string, args: string[]): Promise<number | null> =>
  (await runCommand(program, args)).status;

const requests: Record<string, (name: string, value: string) => Promise<unknown>> = {
  ...vaultRequests(root, process.argv[1] ?? ''),
  read: (name) => place.read(name),
  write: async (name, value) => void (await place.write(name, value)),
  machine: async () => {
    const { recipient, backend } = await machine();
    return { recipient, backend };
  },
  identity: async () => (await machine()).identity(),
  checkpoint: async () => {
    const store = keychainCheckpoint(place);
    const head = { log: Buffer.alloc(16, 1), first: 1, number: 7, hash: Buffer.alloc(32, 2) };
    const before = await store.read();
    await store.write(head);
    const after = await store.read();
    return { before, number: after?.number };
  },
  lock: async () =>
    run('gdbus', [
      'call',
      '--session',
      '--dest=org.freedesktop.secrets',
      '--object-path=/org/freedesktop/secrets',
      '--method=org.freedesktop.Secret.Service.Lock',
      "['/org/freedesktop/secrets/collection/login']",
    ]),
};

for await (const line of createInterface({ input: process.stdin })) {
  const [what = '', name = '', value = ''] = JSON.parse(line) as string[];
  const answer = await requests[what]?.(name, value).catch((error: unknown) => ({
    code: error instanceof BackboneError ? error.code : String(error),
  }));
  process.stdout.write(`${JSON.stringify(answer ?? null)}\n`);
}
