import { expect, test } from 'vitest';
import { type Caller, mayCall, operatorAt } from '../../../src-main/authority/caller.ts';

const agent: Caller = {
  authority: 'agent',
  actor: { door: 'agent', name: 'a' },
  agentId: '1',
  launchId: '2',
};

test.each([
  ['public', [true, true, true]],
  ['agent', [false, true, true]],
  ['operator', [false, false, true]],
] as const)('%s: nobody, an agent, the operator', (authority, expected) => {
  expect([null, agent, operatorAt('cli')].map((caller) => mayCall(caller, { authority }))).toEqual(expected);
});
