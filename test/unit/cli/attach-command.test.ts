import { describe, expect, it } from 'vitest';
import { attachCommand } from '../../../src-main/cli/attach-command.ts';

const words = ['tmux', '-L', 'backbone', 'attach-session', '-t', '=app'];

function command(from: readonly string[], readOnly = false, environment: NodeJS.ProcessEnv = {}) {
  return attachCommand(from, 'app', { readOnly, environment });
}

describe('attachCommand', () => {
  it('is what the daemon says, with -r where a person only looks', () => {
    expect(command(words).args).toEqual(['-L', 'backbone', 'attach-session', '-t', '=app']);
    expect(command(words, true).args).toEqual(['-L', 'backbone', 'attach-session', '-r', '-t', '=app']);
    expect(command(['tmux', '-u', '-S', '/tmp/socket', 'attach-session', '-t', '=app:']).args[0]).toBe('-u');
  });

  it.each([
    [[]],
    [['sh', '-c', 'id']],
    [['/bin/tmux', '-L', 'backbone', 'attach-session', '-t', '=app']],
    [['tmux', '-L', 'backbone', 'new-session', 'id']],
    [['tmux', '-L', 'backbone', '-f', '/tmp/hostile.conf', 'attach-session', '-t', '=app']],
    [['tmux', '-c', 'id', 'attach-session', '-t', '=app']],
    [['tmux', '-L', '../x', 'attach-session', '-t', '=app']],
    [['tmux', '-L', 'attach-session', '-t', '=app']],
    [['tmux', 'attach-session', '-t', '=app']],
    [[...words, ';', 'run-shell', 'id']],
    [['tmux', '-L', 'backbone', 'attach-session', '-t', '=app;run-shell id']],
    [['tmux', '-L', 'backbone', 'attach-session', '-t', '=other']],
    [['tmux', '-L', 'backbone', 'attach-session', '-t', 'app']],
    [['tmux', '-L', 'backbone', 'attach-session', '-c', '/tmp', '-t', '=app']],
  ])('does not run %j', (hostile) => {
    expect(() => command(hostile)).toThrow(expect.objectContaining({ code: 'internal' }));
  });

  it('leaves another tmux around it, but does not nest a server in itself', () => {
    const other = { TMUX: '/tmp/tmux-0/default,1,0', TERM: 'screen' };
    expect(command(words, false, other).environment).toEqual({ TERM: 'screen' });
    const same = { TMUX: '/tmp/tmux-0/backbone,1,0' };
    expect(command(words, false, same).environment).toEqual(same);
  });
});
