import { describe, expect, it } from 'vitest';
import { claude } from '../../../../src-main/runtimes/claude.ts';

const context = { program: '/usr/bin/claude', dir: '/tmp/project', model: null, hooks: '/data/my hooks' };

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
