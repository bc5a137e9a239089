import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { AgentRecord } from '../../../src-main/agents/agent-record.ts';
import { planRegistration } from '../../../src-main/agents/registration.ts';
import { BackboneError } from '../../../src-main/base/errors.ts';
import { procedures } from '../../../src-main/contract/procedures.ts';
import { agentRecord } from '../../support/agent-records.ts';

const app = agentRecord('app');
const there = (): boolean => true;
const gone = (): boolean => false;

function plan(
  agents: readonly AgentRecord[],
  request: { dir?: string; name?: string },
  exists: (dir: string) => boolean = there,
) {
  return planRegistration(agents, { dir: request.dir ?? null, name: request.name ?? null }, exists);
}

function refusal(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (error instanceof BackboneError) return error.code;
  }
  return 'none';
}

describe('by folder', () => {
  test('a new folder is registered under its own name', () => {
    expect(plan([], { dir: '/srv/app' })).toEqual({ act: 'register', name: 'app', dir: '/srv/app' });
  });

  test('the same folder is the same agent, also when it was renamed since', () => {
    const renamed = agentRecord('other', { dir: '/srv/app' });
    expect(plan([renamed], { dir: '/srv/app' })).toEqual({ act: 'use', agent: renamed });
  });

  test('with several agents in it a name must be given', () => {
    const second = agentRecord('second', { dir: app.dir });
    expect(refusal(() => plan([app, second], { dir: app.dir }))).toBe('ambiguous');
    expect(plan([app, second], { dir: app.dir, name: 'second' })).toEqual({ act: 'use', agent: second });
    expect(plan([app], { dir: app.dir, name: 'third' })).toMatchObject({ act: 'register', name: 'third' });
  });

  test('another folder of the same last part is another agent while the first exists', () => {
    expect(plan([app], { dir: '/elsewhere/app' })).toEqual({
      act: 'register',
      name: 'app-2',
      dir: '/elsewhere/app',
    });
  });

  test('a folder that moved takes its agent along', () => {
    expect(plan([app], { dir: '/elsewhere/app' }, gone)).toEqual({
      act: 'move',
      agent: app,
      dir: '/elsewhere/app',
    });
  });

  test('a folder whose name differs by case from a known one is numbered, and takes nothing over', () => {
    expect(plan([app], { dir: '/elsewhere/App' }, gone)).toMatchObject({ act: 'register', name: 'App-2' });
  });
});

describe('by name', () => {
  test('a known name is that agent', () => {
    expect(plan([app], { name: 'app' })).toEqual({ act: 'use', agent: app });
  });

  test('an unknown name alone is refused', () => {
    expect(refusal(() => plan([app], { name: 'nobody' }))).toBe('not_found');
  });

  test('a name that differs from a known one by case alone is refused, and the known one is named', () => {
    expect(() => plan([app], { name: 'APP', dir: '/srv/new' })).toThrow(/called "app"/);
    expect(refusal(() => plan([app], { name: 'APP' }))).toBe('name_taken');
  });

  test('a known name with another folder: a second agent while the first folder exists, else it moves', () => {
    expect(plan([app], { name: 'app', dir: '/srv/new' })).toMatchObject({ act: 'register', name: 'app-2' });
    expect(plan([app], { name: 'app', dir: '/srv/new' }, gone)).toEqual({
      act: 'move',
      agent: app,
      dir: '/srv/new',
    });
  });

  test('the same words again mean the same second agent', () => {
    const second = agentRecord('app-2', { dir: '/srv/new' });
    expect(plan([app, second], { name: 'app', dir: '/srv/new' })).toEqual({ act: 'use', agent: second });
    expect(
      plan([app, agentRecord('application', { dir: '/srv/new' })], { name: 'app', dir: '/srv/new' }),
    ).toEqual({
      act: 'register',
      name: 'app-2',
      dir: '/srv/new',
    });
  });

  test.each(['app.1', 'a:b', '', '-x', '_x', 'x'.repeat(65), 'a b', 'app\n'])(
    'the contract refuses the name %j',
    (name) => {
      for (const procedure of ['agents.start', 'agents.stop', 'agents.inspect'] as const) {
        expect(procedures[procedure].input.safeParse({ name }).success).toBe(false);
      }
      expect(procedures['agents.rename'].input.safeParse({ name: 'app', to: name }).success).toBe(false);
    },
  );
});

test('whatever was registered, the register holds no two names that differ by case alone, and no plan is lost', () => {
  const request = fc.record(
    {
      dir: fc.constantFrom('/a/app', '/b/app', '/c/App', '/d/app-2', '/e/other'),
      name: fc.constantFrom('app', 'App', 'app-2', 'other', 'APP-2'),
    },
    { requiredKeys: ['dir'] },
  );
  fc.assert(
    fc.property(fc.array(fc.tuple(request, fc.boolean()), { maxLength: 12 }), (requests) => {
      let agents: AgentRecord[] = [];
      for (const [wanted, exists] of requests) {
        try {
          const decided = plan(agents, wanted, () => exists);
          if (decided.act === 'register')
            agents = [...agents, agentRecord(decided.name, { dir: decided.dir })];
          if (decided.act === 'move')
            agents = agents.map((one) => (one === decided.agent ? { ...one, dir: decided.dir } : one));
          // Asking again means the same agent.
          expect(plan(agents, wanted, there).act).toBe('use');
        } catch (error) {
          if (!(error instanceof BackboneError)) throw error;
          expect(['name_taken', 'ambiguous']).toContain(error.code);
        }
        const names = agents.map((agent) => agent.name.toLowerCase());
        expect(new Set(names).size).toBe(names.length);
      }
    }),
  );
});
