import { expect, test } from 'vitest';
import { createLogger } from '../../../src-main/base/logger.ts';
import type { AuditEntry } from '../../../src-main/contract/audit.ts';
import { recordRefusals } from '../../../src-main/daemon/refusals.ts';
import { setClock } from '../../support/audit-log.ts';

function recorder(append: (entry: AuditEntry) => Promise<{ number: number; hash: string }>) {
  const clock = setClock();
  const logged: string[] = [];
  const logger = createLogger((line) => logged.push(line), clock.now);
  return { refuse: recordRefusals({ append }, clock, logger), clock, logged };
}

const agent = {
  authority: 'agent',
  actor: { door: 'agent', name: 'app' },
  agentId: 'agent-1',
  launchId: 'launch-1',
} as const;

test('a flood of unknown credentials does not hide what an agent tried', () => {
  const entries: AuditEntry[] = [];
  const { refuse, clock } = recorder(async (entry) => ({ number: entries.push(entry), hash: '' }));
  for (let count = 0; count < 100; count += 1) refuse({ why: 'unknown', door: 'socket' });
  refuse({ why: 'forbidden', caller: agent, procedure: 'agents.approve' });
  refuse({ why: 'ended', door: 'http', launch: 'a'.repeat(32) });
  expect(entries.map(({ kind }) => kind)).toEqual([
    ...Array.from({ length: 10 }, () => 'authentication.failed'),
    'credential.refused',
    'credential.refused',
  ]);
  expect(entries[10]).toEqual({
    kind: 'credential.refused',
    actor: agent.actor,
    agent: { id: 'agent-1', name: 'app' },
    launch: 'launch-1',
    details: { why: 'forbidden', procedure: 'agents.approve', unrecorded: 0 },
  });
  // A claim is no fact: it belongs to no launch.
  expect(entries[11]).toMatchObject({ agent: null, launch: null, details: { claims: 'a'.repeat(32) } });
  clock.pass(60_000);
  refuse({ why: 'unknown', door: 'http' });
  expect(entries.at(-1)?.details).toEqual({ door: 'http', unrecorded: 90 });
});

test('a refusal that cannot be recorded goes into the log and nowhere else', async () => {
  const { refuse, logged } = recorder(() => Promise.reject(new Error('full')));
  refuse({ why: 'unknown', door: 'http' });
  await new Promise((resolve) => setImmediate(resolve));
  expect(logged.join('')).toContain('audit.append');
});
