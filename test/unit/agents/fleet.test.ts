import { expect, test } from 'vitest';
import { agentView, describeEnd, Fleet, type FleetChange } from '../../../src-main/agents/fleet.ts';
import { launched, observe } from '../../../src-main/agents/state.ts';
import { BackboneError } from '../../../src-main/base/errors.ts';
import { agent as agentShape, type LaunchEnd } from '../../../src-main/contract/agent.ts';
import { agentRecord, hookReading, screenReading, startedLaunch } from '../../support/agent-records.ts';

const end: LaunchEnd = { at: 9_000, how: 'exited', status: 3, signal: null, lastLines: ['bye'] };
const app = agentRecord('app', { environment: { SECRETISH: 'value', A: '1' } });

function heardFleet(): { fleet: Fleet; heard: FleetChange[] } {
  const failures: unknown[] = [];
  const fleet = new Fleet((error) => failures.push(error));
  const heard: FleetChange[] = [];
  fleet.changed.on((change) => {
    heard.push(change);
  });
  return { fleet, heard };
}

test('a fact that only confirms another is not announced, one that people would see is', () => {
  const { fleet, heard } = heardFleet();
  fleet.add(app, null);
  const launch = startedLaunch(app.id);
  const knowledge = observe(launched(1_000), { kind: 'screen', at: 2_000, reading: screenReading() });
  fleet.update(app.id, { live: { launch, knowledge } });
  expect(heard).toHaveLength(2);

  const confirmed = observe(knowledge, { kind: 'screen', at: 60_000, reading: screenReading() });
  fleet.update(app.id, { live: { launch, knowledge: confirmed } });
  fleet.update(app.id, {});
  expect(heard).toHaveLength(2);
  expect(fleet.byId(app.id)?.live?.knowledge.screen?.at).toBe(60_000);

  const busy = observe(confirmed, { kind: 'hook', at: 60_500, reading: hookReading() });
  fleet.update(app.id, { live: { launch, knowledge: busy } });
  fleet.update(app.id, { lastMessage: 'done' });
  fleet.update(app.id, { live: null, lastEnd: end, questionId: null });
  expect(
    heard.slice(2).map(({ event, data }) => [event, 'agent' in data && data.agent.reading.state]),
  ).toEqual([
    ['agent.changed', 'busy'],
    ['agent.changed', 'busy'],
    ['agent.changed', 'offline'],
  ]);
});

test('what is shown is of the contract, names the variables and never their values', () => {
  const { fleet, heard } = heardFleet();
  fleet.add(app, end);
  const view = agentView(fleet.byName('app'));
  expect(agentShape.parse(view)).toEqual(view);
  expect(view.environmentNames).toEqual(['A', 'SECRETISH']);
  expect(JSON.stringify(heard)).not.toContain('value');
  expect(view.reading).toMatchObject({
    state: 'offline',
    since: 9_000,
    evidence: [{ says: 'exited with status 3' }],
  });
});

test('a forgotten agent is announced once, and nothing more is heard of it', () => {
  const { fleet, heard } = heardFleet();
  fleet.add(app, null);
  fleet.remove(app.id);
  fleet.remove(app.id);
  fleet.update(app.id, { lastMessage: 'late' });
  expect(heard.map(({ event }) => event)).toEqual(['agent.changed', 'agent.forgotten']);
  fleet.add(app, null);
  expect(heard).toHaveLength(3);
});

test('agents are found by their exact name, and by a launch only while it goes on', () => {
  const { fleet } = heardFleet();
  fleet.add(agentRecord('b'), null);
  fleet.add(app, null);
  const launch = startedLaunch(app.id);
  fleet.update(app.id, { live: { launch, knowledge: launched(1_000) } });
  expect(fleet.records().map(({ name }) => name)).toEqual(['app', 'b']);
  expect(fleet.byLaunch(launch.id)?.record).toBe(app);
  fleet.update(app.id, { live: null });
  expect(fleet.byLaunch(launch.id)).toBeUndefined();
  expect(() => fleet.byName('ap')).toThrow(BackboneError);
  expect(() => fleet.byName('APP')).toThrow(expect.objectContaining({ code: 'not_found' }));
});

test.each<[Partial<LaunchEnd>, string]>([
  [{}, 'exited with status 3'],
  [{ status: null, signal: 9 }, 'ended by signal 9'],
  [{ status: null }, 'its tmux session is gone'],
  [{ how: 'stopped', status: null }, 'stopped'],
  [{ how: 'lost', status: null }, 'gone while no daemon ran'],
])('the end %j in words: %s', (more, words) => {
  expect(describeEnd({ ...end, ...more })).toBe(words);
});
