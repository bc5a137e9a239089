import { expect, test, vi } from 'vitest';
import { PanelSession } from '../../src-main/desktop/panel-session.ts';
import { CoreDouble } from './support/core-double.ts';

vi.mock('electron', () => import('./stand-in/electron.ts'));

function session(): { core: CoreDouble; send: ReturnType<typeof vi.fn>; panel: PanelSession } {
  const core = new CoreDouble();
  const send = vi.fn();
  const contents = { isDestroyed: () => false, send } as unknown as Electron.WebContents;
  return { core, send, panel: new PanelSession(contents, core) };
}

test('bytes leave alone, not with the pool they lie in', () => {
  const { core, send, panel } = session();
  panel.join('v', 'demo');
  const pool = Buffer.from('a secret of someone else, and output');
  core.terminals[0]?.sink.output({ sequence: 2, data: pool.subarray(26) });
  const message = send.mock.lastCall?.[2] as { data: { data: Uint8Array } };
  expect(Buffer.from(message.data.data).toString()).toBe('and output');
  expect(message.data.data.buffer.byteLength).toBe(10);
});

test('a page that leaves while its terminal is opened leaves nothing open, and hears nothing', async () => {
  const { core, send, panel } = session();
  panel.join('v', 'demo');
  panel.end();
  send.mockClear();
  core.terminals[0]?.sink.output({ sequence: 2, data: Buffer.from('late') });
  await vi.waitFor(() => {
    expect(core.terminals[0]?.left).toBe(true);
  });
  expect(send).not.toHaveBeenCalled();
});

test('a terminal that ended is told once and then forgotten', async () => {
  const { core, send, panel } = session();
  panel.join('v', 'demo');
  await Promise.resolve();
  core.terminals[0]?.sink.ended();
  core.terminals[0]?.sink.output({ sequence: 3, data: Buffer.from('late') });
  expect(send.mock.lastCall?.[2]).toEqual({
    event: 'terminal.ended',
    data: { viewer: 'v', reason: 'offline' },
  });
});

test('an id is used once, and there are only so many', () => {
  const { panel } = session();
  panel.join('v', 'demo');
  expect(() => panel.join('v', 'demo')).toThrow('in use');
  for (let count = 1; count < 64; count += 1) panel.join(`v${count}`, 'demo');
  expect(() => panel.join('one more', 'demo')).toThrow('too much');
  panel.subscribe('s');
  expect(() => panel.subscribe('s')).toThrow('in use');
  panel.unsubscribe('s');
  expect(() => panel.subscribe('s')).not.toThrow();
});
