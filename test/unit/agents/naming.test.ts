import fc from 'fast-check';
import { expect, test } from 'vitest';
import { freeName, nameForFolder } from '../../../src-main/agents/naming.ts';
import { agentName } from '../../../src-main/contract/agent-name.ts';

test.each([
  ['/home/mira/project', 'project'],
  ['/srv/a.b.c', 'a-b-c'],
  ['/srv/10.0.0.5', '10-0-0-5'],
  ['/srv/proj:x', 'proj-x'],
  ['/srv/app_3.1.9', 'app_3-1-9'],
  ['/srv/.hidden', 'hidden'],
  ['/srv/_-leading', 'leading'],
  ['/srv/user@host', 'user-host'],
  ['/srv/trailing...', 'trailing'],
  ['/srv/日本語', 'agent'],
  ['/srv/a b\nc', 'a-b-c'],
  ['/', 'agent'],
  [`/srv/${'x'.repeat(100)}`, 'x'.repeat(64)],
])('the folder %j gives the name %j', (dir, name) => {
  expect(nameForFolder(dir)).toBe(name);
});

test('whatever a folder is called, its agent has a name that tmux keeps', () => {
  const part = fc.string({ unit: 'binary' }).filter((text) => !text.includes('/') && text !== '');
  fc.assert(
    fc.property(part, (name) => {
      expect(agentName.safeParse(nameForFolder(`/srv/${name}`)).success).toBe(true);
    }),
  );
});

test('a free name is kept, a taken one is numbered, and case makes no difference', () => {
  expect(freeName('app', ['other'])).toBe('app');
  expect(freeName('app', ['app'])).toBe('app-2');
  expect(freeName('app', ['App', 'APP-2'])).toBe('app-3');
  expect(freeName('app', ['app', 'app-3'])).toBe('app-2');
});

test('a numbered name is free, valid and not too long', () => {
  const name = fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/);
  fc.assert(
    fc.property(name, fc.array(name), (wanted, others) => {
      const taken = [...others, wanted];
      const free = freeName(wanted, taken);
      expect(agentName.safeParse(free).success).toBe(true);
      expect(taken.map((other) => other.toLowerCase())).not.toContain(free.toLowerCase());
    }),
  );
});
