import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  agentCredential,
  credentialDoors,
  doorCredential,
  identify,
} from '../../../src-main/authority/credentials.ts';
import { newOperatorKey, operatorKeyIn } from '../../../src-main/authority/operator-key.ts';

const operatorKey = newOperatorKey();
const live = { agentId: 'agent-1', name: 'builder' };
const facts = {
  operatorKey,
  liveLaunch: (launchId: string) => (launchId === 'launch-1' ? live : null),
};
const credential = agentCredential(operatorKey, { agentId: 'agent-1', launchId: 'launch-1' });

test('the operator’s key and each door’s credential are the operator, and name the door', () => {
  expect(identify(operatorKey, facts)).toEqual({
    authority: 'operator',
    actor: { door: 'http', name: null },
  });
  for (const door of credentialDoors) {
    expect(identify(doorCredential(operatorKey, door), facts)?.actor.door).toBe(door);
  }
});

test('a launch’s credential names its agent', () => {
  expect(identify(credential, facts)).toEqual({
    authority: 'agent',
    actor: { door: 'agent', name: 'builder' },
    agentId: 'agent-1',
    launchId: 'launch-1',
  });
});

test('it dies with the launch, and holds for no other registration, launch or operator', () => {
  expect(identify(credential, { operatorKey, liveLaunch: () => null })).toBeNull();
  expect(
    identify(credential, { operatorKey, liveLaunch: () => ({ ...live, agentId: 'agent-2' }) }),
  ).toBeNull();
  expect(
    identify(credential.replace('launch-1', 'launch-2'), { operatorKey, liveLaunch: () => live }),
  ).toBeNull();
  expect(identify(credential, { ...facts, operatorKey: newOperatorKey() })).toBeNull();
});

test('an ended launch cannot be forged with an empty agent', () => {
  const forged = agentCredential(operatorKey, { agentId: '', launchId: 'launch-9' });
  expect(identify(forged, facts)).toBeNull();
});

test('a door’s credential is worth nothing for another door, and nothing as an agent’s', () => {
  const cli = doorCredential(operatorKey, 'cli');
  expect(identify(cli.replace('bbo_cli_', 'bbo_panel_'), facts)).toBeNull();
  expect(identify(cli.replace('bbo_cli_', 'bba_launch-1_'), facts)).toBeNull();
});

test('nothing but the credential itself is accepted', () => {
  const valid = [operatorKey, credential, doorCredential(operatorKey, 'panel')];
  fc.assert(
    fc.property(fc.constantFrom(...valid), fc.nat(200), fc.string({ maxLength: 3 }), (text, at, other) => {
      const changed = text.slice(0, at) + other + text.slice(at + 1);
      fc.pre(changed !== text);
      expect(identify(changed, facts)).toBeNull();
    }),
    { numRuns: 2000 },
  );
});

test('any text is refused without a failure', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary', maxLength: 600 }),
      fc.constantFrom('', 'bba_', 'bbo_cli_'),
      (text, start) => {
        expect(identify(start + text, facts)).toBeNull();
      },
    ),
  );
  expect(identify('', facts)).toBeNull();
});

test('there is no default key: a missing, an empty and a short one are refused', () => {
  expect(operatorKeyIn({ BACKBONE_API_KEY: operatorKey })).toBe(operatorKey);
  expect(() => operatorKeyIn({})).toThrow(expect.objectContaining({ code: 'not_initialised' }));
  expect(() => operatorKeyIn({ BACKBONE_API_KEY: '' })).toThrow(
    expect.objectContaining({ code: 'not_initialised' }),
  );
  for (const bad of ['short', 'a'.repeat(31), `${'a'.repeat(20)} ${'b'.repeat(20)}`]) {
    expect(() => operatorKeyIn({ BACKBONE_API_KEY: bad })).toThrow(
      expect.objectContaining({ code: 'invalid_input', message: expect.not.stringContaining(bad) as string }),
    );
  }
});

test('keys are 32 random bytes', () => {
  expect(Buffer.from(operatorKey, 'base64url')).toHaveLength(32);
  expect(newOperatorKey()).not.toBe(operatorKey);
});
