import { z } from 'zod';
import { BackboneError } from '../base/errors.ts';
import { type SecretPlace, secretError } from '../vault/secret-place.ts';
import type { CheckpointStore } from './checkpoint.ts';
import { headLine, readLine } from './export-format.ts';
import { hex } from './record.ts';

const name = 'BACKBONE_AUDIT_CHECKPOINT';

/** The checkpoint as an item beside the machine's identity. */
export function keychainCheckpoint(place: SecretPlace): CheckpointStore {
  return {
    place: 'keychain',
    async read() {
      const reading = await place.read(name);
      if (reading.is === 'missing') return null;
      if (reading.is !== 'found') throw secretError(name, reading);
      const head = headLine.shape.head.safeParse(readLine(reading.value));
      if (head.success) return head.data;
      throw new BackboneError('key_empty', `${name} in the keychain is no checkpoint.`, {
        cause: z.prettifyError(head.error),
      });
    },
    async write({ log, first, number, hash }) {
      await place.write(name, JSON.stringify({ log: hex(log), first, number, hash: hex(hash) }));
    },
  };
}
