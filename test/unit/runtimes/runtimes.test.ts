import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { runtimeId, runtimeInfo } from '../../../src-main/contract/runtime.ts';
import { capabilities, capabilityNames, isVerified } from '../../../src-main/runtimes/capabilities.ts';
import { runtimes } from '../../../src-main/runtimes/runtimes.ts';
import { claudeScreen } from '../../support/claude-screens.ts';

describe('the runtimes', () => {
  it('are those of the contract, each with a row in the table', () => {
    expect(Object.keys(runtimes).sort()).toEqual([...runtimeId.options].sort());
    for (const [id, runtime] of Object.entries(runtimes)) {
      expect(runtime.id).toBe(id);
      expect(runtime.capabilities).toBe(capabilities[runtime.id]);
      expect(Object.keys(runtime.capabilities).sort()).toEqual(Object.keys(capabilityNames).sort());
    }
  });

  it('each come from PATH or with us', () => {
    for (const { program, bundled } of Object.values(runtimes))
      expect((program === null) !== (bundled === null)).toBe(true);
    expect(existsSync(runtimes.practice.bundled ?? '')).toBe(true);
  });

  it('have capabilities that the contract takes', () => {
    for (const row of Object.values(capabilities)) {
      expect(runtimeInfo.shape.capabilities.safeParse(row).success).toBe(true);
    }
  });
});

describe('a shell', () => {
  it('is started as it is, and nothing on its screen is taken for a sign', () => {
    const context = { program: '/bin/bash', dir: '/', model: 'x', hooks: '/h', instructions: null };
    expect(runtimes.shell.argumentsFor(context)).toEqual(['/bin/bash']);
    expect(runtimes.shell.observe(claudeScreen('permission-shell'))).toMatchObject({
      state: 'unknown',
      dialog: null,
    });
    expect(runtimes.shell.readHook({ hook_event_name: 'Stop', session_id: 'x' })).toBeNull();
  });
});

describe('a capability', () => {
  it('is verified on its own version only', () => {
    const { allow } = capabilities.claude;
    expect(isVerified(allow, '2.1.197')).toBe(true);
    expect(isVerified(allow, '2.1.198')).toBe(false);
    expect(isVerified(allow, null)).toBe(false);
    expect(isVerified(capabilities.practice.allow, null)).toBe(true);
    expect(isVerified(capabilities.shell.allow, null)).toBe(false);
  });
});
