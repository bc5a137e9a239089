import type { Procedure } from '../contract/procedure.ts';
import type { Actor } from '../contract/question.ts';

/** Who calls, after the credential was checked. */
export type Caller =
  | { readonly authority: 'operator'; readonly actor: Actor }
  | {
      readonly authority: 'agent';
      readonly actor: Actor;
      readonly agentId: string;
      readonly launchId: string;
    };

/** The operator coming through a door of this process, such as the tray. */
export function operatorAt(door: Actor['door']): Caller {
  return { authority: 'operator', actor: { door, name: null } };
}

/** Whether `caller` may call `procedure`; null is a caller without a valid credential. */
export function mayCall(caller: Caller | null, procedure: Pick<Procedure, 'authority'>): boolean {
  switch (procedure.authority) {
    case 'public':
      return true;
    case 'agent':
      return caller !== null;
    case 'operator':
      return caller?.authority === 'operator';
  }
}
