import { describe, expect, it } from 'vitest';
import { codex } from '../../../../src-main/runtimes/codex.ts';

const context = {
  program: '/usr/bin/codex',
  dir: '/tmp/project',
  model: null,
  hooks: '/data/my hooks',
  instructions: null,
};

describe('the launch of Codex', () => {
  it('names our hooks and trusts just them, without a file', () => {
    const [program, ...words] = codex.argumentsFor(context);
    expect(program).toBe('/usr/bin/codex');
    expect(words.filter((_, index) => index % 2 === 0).every((word) => word === '--config')).toBe(true);
    const settings = words.filter((_, index) => index % 2 === 1);
    expect(settings).toContain(
      `hooks.Stop=[{hooks=[{type="command",command="'/data/my hooks/report' codex",timeout=3}]}]`,
    );
    expect(settings.join(' ')).not.toContain('bypass');
    expect(codex.hookFiles('/data')).toEqual({});
  });

  it('gives each hook the digest that Codex 0.171.0 wrote for it when a person trusted it', () => {
    // Written by the program into its config.toml for this very command.
    const settings = codex.argumentsFor({ ...context, hooks: '/data/hooks' }).join('\n');
    expect(settings).toContain(
      '"/<session-flags>/config.toml:session_start:0:0"={trusted_hash="sha256:77a4523625f2680bfaa810798be97256fe97aa01530ab71b3386fd5bd0b421f3"}',
    );
  });

  it('names the model', () => {
    expect(codex.argumentsFor({ ...context, model: 'gpt-5.5' }).slice(-2)).toEqual(['--model', 'gpt-5.5']);
  });

  it('has our script put instructions there from their file', () => {
    const instructions = { text: 'Be brief.', file: '/data/launches/1.instructions' };
    expect(codex.argumentsFor({ ...context, instructions }).slice(0, 4)).toEqual([
      '/bin/sh',
      '/data/my hooks/instruct-codex',
      '/data/launches/1.instructions',
      '/usr/bin/codex',
    ]);
  });

  it('refuses instructions that no argument can hold', () => {
    const instructions = { text: 'x'.repeat(60_001), file: '/f' };
    expect(() => codex.argumentsFor({ ...context, instructions })).toThrow(/longer than Codex can be told/);
  });
});
