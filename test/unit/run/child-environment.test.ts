import { describe, expect, it } from 'vitest';
import { childEnvironment, injectedNames } from '../../../src-main/run/child-environment.ts';

const facts = {
  inherited: {
    PATH: '/bin',
    AGENT_MASTER_KEY: 'master',
    BACKBONE_API_KEY: 'ours',
    OLD: 'x',
    BACKBONE_SECRETS_FD: '3',
  },
  stripped: ['BACKBONE_API_KEY', 'GITHUB_TOKEN'],
  refused: ['OLD'],
  secrets: { KEY: Buffer.from('välue') },
  personality: { system_prompt: 'Be brief.', tone: 'dry', other: 'carried' },
  injection: 'env',
} as const;

describe('the environment of a program', () => {
  it('has what the caller had, without our secrets and what was refused, with the keys and the personality', () => {
    expect(childEnvironment(facts)).toEqual({
      PATH: '/bin',
      KEY: 'välue',
      AGENT_SYSTEM_PROMPT: 'Be brief.',
      AGENT_TONE: 'dry',
      BACKBONE_INJECTED: 'KEY',
    });
  });

  it.each(['fd', 'file'] as const)('has no key that travels by %s, also not from the caller', (injection) => {
    const environment = childEnvironment({ ...facts, injection, inherited: { KEY: 'caller', A: 'b' } });
    expect(Object.values(environment)).not.toContain('caller');
    expect(environment).toMatchObject({ A: 'b', BACKBONE_INJECTED: 'KEY' });
    expect(environment['KEY']).toBeUndefined();
  });

  it('gives a key that is also the name of a secret of ours, once it was granted', () => {
    const environment = childEnvironment({
      ...facts,
      inherited: { GITHUB_TOKEN: 'ours' },
      secrets: { GITHUB_TOKEN: Buffer.from('granted') },
    });
    expect(environment['GITHUB_TOKEN']).toBe('granted');
  });

  it('adds to what an outer run has injected, less what is refused', () => {
    const inherited = { BACKBONE_INJECTED: 'OUTER,OLD,bad name,KEY', OUTER: '1' };
    expect(childEnvironment({ ...facts, inherited })['BACKBONE_INJECTED']).toBe('OUTER,KEY');
    expect(injectedNames(inherited)).toEqual(['OUTER', 'OLD', 'KEY']);
    const none = childEnvironment({ ...facts, inherited: { BACKBONE_INJECTED: 'OLD' }, secrets: {} });
    expect(none).not.toHaveProperty('BACKBONE_INJECTED');
  });

  it('refuses a value that no program can be given, without telling it', () => {
    const secrets = { KEY: Buffer.alloc(131_068, 'v') };
    expect(() => childEnvironment({ ...facts, secrets })).toThrow(
      /^The value of KEY is longer than 131071 bytes/,
    );
    expect(childEnvironment({ ...facts, secrets: { KEY: Buffer.alloc(131_067, 'v') } })['KEY']).toHaveLength(
      131_067,
    );
  });
});
