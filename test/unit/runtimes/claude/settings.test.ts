import { describe, expect, it } from 'vitest';
import { claude } from '../../../../src-main/runtimes/claude.ts';

const context = {
  program: '/usr/bin/claude',
  dir: '/tmp/project',
  model: null,
  hooks: '/data/my hooks',
  instructions: null,
};

describe('the launch of Claude Code', () => {
  it('names our settings and the model in words of their own', () => {
    const settings = ['--settings', '/data/my hooks/claude-settings.json'];
    expect(claude.argumentsFor(context)).toEqual(['/usr/bin/claude', ...settings]);
    expect(claude.argumentsFor({ ...context, model: 'opus' })).toEqual([
      '/usr/bin/claude',
      ...settings,
      '--model',
      'opus',
    ]);
  });

  it('names the file of the instructions, never their text', () => {
    const instructions = { text: 'Be brief.', file: '/data/launches/1.instructions' };
    const words = claude.argumentsFor({ ...context, instructions });
    expect(words.slice(-2)).toEqual(['--append-system-prompt-file', '/data/launches/1.instructions']);
    expect(words).not.toContain('Be brief.');
  });

  it('writes one file, below the hooks folder, that reports each event', () => {
    const hooks = "/data/it's here";
    const files = claude.hookFiles(hooks);
    expect(Object.keys(files)).toEqual(['claude-settings.json']);
    const settings = JSON.parse(files['claude-settings.json'] ?? '') as { hooks: Record<string, unknown> };
    expect(Object.keys(settings)).toEqual(['hooks']);
    const entry = [
      { hooks: [{ type: 'command', command: `'/data/it'\\''s here/report' claude`, timeout: 5 }] },
    ];
    for (const event of ['SessionStart', 'PermissionRequest', 'Stop', 'StopFailure', 'SessionEnd']) {
      expect(settings.hooks[event]).toEqual(entry);
    }
  });
});
