import { describe, expect, test } from 'vitest';
import { type AuditRecord, type AuditVerification, auditKind } from '../../../src-main/contract/audit.ts';
import type { ProcedureName } from '../../../src-main/contract/procedures.ts';
import { agentsIn } from '../../../src-renderer/state/audit-agents.ts';
import { everything, filterOf, isNarrowed } from '../../../src-renderer/state/audit-filter.ts';
import { auditHealth } from '../../../src-renderer/state/audit-health.ts';
import { beginList, failList, firstAudit, takePage } from '../../../src-renderer/state/audit-view.ts';
import { chainCells } from '../../../src-renderer/state/chain-cells.ts';
import { emptyFleet, reduceFleet } from '../../../src-renderer/state/fleet.ts';
import { createPanel } from '../../../src-renderer/state/panel.ts';
import { intents } from '../../../src-renderer/state/question-records.ts';
import {
  byWords,
  detailName,
  kindGroups,
  recordSubject,
  recordTitle,
} from '../../../src-renderer/text/audit-records.ts';
import { CallError } from '../../../src-renderer/transport/call-error.ts';
import type { Transport } from '../../../src-renderer/transport/transport.ts';
import { sampleAgent } from '../../support/sample-fleet.ts';

const now = 1_800_000_000_000;

function record(number: number, change: Partial<AuditRecord> = {}): AuditRecord {
  return {
    number,
    at: now,
    kind: 'setting.changed',
    actor: { door: 'panel', name: null },
    agent: null,
    launch: null,
    details: {},
    hash: 'h'.repeat(64),
    ...change,
  };
}

function found(change: Partial<AuditVerification> = {}): AuditVerification {
  return {
    whole: true,
    damage: null,
    records: 400,
    first: 1,
    last: 400,
    hash: 'h',
    contents: true,
    previous: null,
    against: ['anchor'],
    signer: null,
    ...change,
  };
}

const changed = (number: number | null) =>
  found({ whole: false, damage: { kind: 'changed', number, says: 'Touched.' }, last: number });

describe('the filter', () => {
  test('nothing chosen asks for everything', () => {
    expect(filterOf(everything, now)).toEqual({});
    expect(isNarrowed(everything)).toBe(false);
  });

  test('a period ends now; between two minutes both are meant as a whole, and either may be open', () => {
    expect(filterOf({ ...everything, period: 'day' }, now)).toEqual({ since: now - 86_400_000 });
    const between = {
      ...everything,
      period: 'between',
      since: '2026-11-30T14:30',
      until: '2026-11-30T14:32',
    } as const;
    expect(filterOf(between, now)).toEqual({
      since: Date.parse('2026-11-30T14:30:00'),
      until: Date.parse('2026-11-30T14:32:59.999'),
    });
    expect(filterOf({ ...between, since: '' }, now)).toEqual({
      until: Date.parse('2026-11-30T14:32:59.999'),
    });
    expect(isNarrowed({ ...between, since: '' })).toBe(true);
  });

  test('every kind can be chosen', () => {
    expect(kindGroups.flatMap(([, kinds]) => kinds).sort()).toEqual([...auditKind.options].sort());
  });

  test('agents that were forgotten can be chosen by their last name', () => {
    const agent = sampleAgent('one', now);
    const fleet = reduceFleet(emptyFleet, {
      event: 'fleet.snapshot',
      data: { agents: [agent], questions: [] },
    });
    const records = [
      record(3, { agent: { id: 'gone', name: 'new-name' } }),
      record(2, { agent: { id: 'gone', name: 'old-name' } }),
      record(1, { agent: { id: agent.id, name: 'one' } }),
    ];
    expect(agentsIn(fleet, records).map(({ name }) => name)).toEqual(['one', 'new-name']);
  });
});

describe('the list', () => {
  const page = (numbers: number[], next: number | null, newest: number) => ({
    records: numbers.map((number) => record(number)),
    next,
    newest,
    damage: null,
  });

  test('grows at its end, counts what came on top, and begins anew when it is asked for', () => {
    const asked = {};
    const first = takePage(beginList(firstAudit, everything, asked), asked, page([9, 8], 8, 9), 'first');
    const older = takePage(first, asked, page([7, 5], null, 9), 'older');
    expect(older.records?.map(({ number }) => number)).toEqual([9, 8, 7, 5]);
    expect(older.next).toBeNull();
    const newer = takePage(older, asked, page([11, 10], null, 11), 'newer');
    expect(newer).toMatchObject({ records: older.records, fresh: 2, listed: 9, newest: 11 });
    expect(beginList(newer, newer.choice, {})).toMatchObject({
      records: older.records,
      fresh: 0,
      reading: true,
    });
    expect(beginList(newer, { ...everything, kind: 'agent.renamed' }, {}).records).toBeNull();
  });

  test('an answer to an earlier choice is dropped, and so is its failure', () => {
    const view = beginList(firstAudit, everything, {});
    expect(takePage(view, {}, page([1], null, 1), 'first')).toBe(view);
    expect(failList(view, {}, new CallError('storage_busy', 'Busy.'))).toBe(view);
    expect(failList(view, view.asked, new CallError('storage_busy', 'Busy.'))).toMatchObject({
      reading: false,
    });
  });
});

describe('the state of the chain', () => {
  const intact = { records: 400, state: 'intact', says: null } as const;
  const seen = (of: AuditVerification) => ({
    ...firstAudit,
    verification: { is: 'done', at: now, found: of } as const,
  });

  test('is never good for what was not proven', () => {
    expect(auditHealth(null, firstAudit)).toEqual({ is: 'unread' });
    expect(auditHealth(intact, firstAudit)).toEqual({ is: 'unverified', records: 400 });
    expect(auditHealth(intact, seen(found({ against: [] }))).is).toBe('unverified');
    expect(auditHealth(intact, seen(found()))).toEqual({ is: 'verified', records: 400 });
  });

  test('damage is told wherever it was found, and whether anything is still recorded', () => {
    const touched = { is: 'damaged', says: 'Touched.', records: 400 };
    expect(auditHealth({ ...intact, state: 'damaged', says: 'Touched.' }, seen(found()))).toEqual({
      ...touched,
      stopped: true,
    });
    expect(auditHealth(intact, seen(changed(9)))).toEqual({ ...touched, stopped: false });
    const end = { kind: 'truncated', number: 400, says: 'Touched.' } as const;
    expect(auditHealth(intact, { ...firstAudit, damage: end })).toMatchObject(touched);
    const failure = new CallError('audit_damaged', 'Touched.');
    expect(auditHealth(intact, { ...firstAudit, failure })).toMatchObject(touched);
    expect(auditHealth({ ...intact, state: 'unwritable', says: 'Full.' }, firstAudit)).toEqual({
      is: 'unwritable',
      says: 'Full.',
      records: 400,
    });
  });

  test('is 40 cells: filled up to where it was verified', () => {
    const count = (newest: number, of: AuditVerification | null) => {
      const cells = chainCells(newest, of);
      expect(cells).toHaveLength(40);
      return cells.filter((cell) => cell === 'verified').length;
    };
    expect(count(400, null)).toBe(0);
    expect(count(400, found())).toBe(40);
    expect(count(401, found())).toBe(39);
    expect(count(800, found())).toBe(20);
    expect(count(3, found({ last: 3 }))).toBe(40);
    expect(count(1_000, found({ first: 601, last: 800 }))).toBe(20);
  });

  test('a break is a missing cell and a broken one; nothing behind it is proven', () => {
    expect(chainCells(400, changed(101)).slice(8, 14)).toEqual([
      'verified',
      'verified',
      'missing',
      'broken',
      'unverified',
      'unverified',
    ]);
    expect(chainCells(400, changed(400)).slice(-3)).toEqual(['verified', 'missing', 'broken']);
    expect(chainCells(0, changed(1)).slice(0, 2)).not.toContain('verified');
    expect(new Set(chainCells(400, changed(null)))).toEqual(new Set(['unverified']));
  });
});

describe('a record in words', () => {
  test('an answer says what was decided, and is bad when the dialog stayed', () => {
    const outcome = (decision: string, how: string) =>
      recordTitle(record(1, { kind: 'answer.outcome', details: { decision, outcome: how } }));
    expect(outcome('allow', 'answered')).toEqual({ words: 'Allowed once', tone: 'good' });
    expect(outcome('deny', 'answered')).toEqual({ words: 'Denied', tone: 'plain' });
    expect(outcome('allow', 'failed')).toEqual({ words: 'Not answered', tone: 'bad' });
    expect(outcome('constructor', 'answered').words).toBe('Answered');
  });

  test('the outcome shows what the record before it asked', () => {
    const details = { question: 'q', asks: 'git push\n  --force' };
    const intent = record(1, { kind: 'answer.intended', details });
    const outcome = record(2, {
      kind: 'answer.outcome',
      details: { question: 'q', key: '1', outcome: 'failed' },
    });
    expect(intents([outcome, intent]).get('q')).toBe(intent);
    expect(recordSubject(outcome, intent)).toEqual({ text: 'git push --force', code: true });
    expect(recordSubject(outcome, undefined).text).toBe('key 1 · the dialog stayed open');
  });

  test('who brought no valid key is not taken for the person', () => {
    const actor = { door: 'http', name: null } as const;
    expect(byWords(record(1, { kind: 'authentication.failed', actor }))).toBe('unknown, HTTP');
    expect(byWords(record(1, { actor }))).toBe('you, HTTP');
    expect(byWords(record(1, { actor: { door: 'agent', name: 'lead' } }))).toBe('lead, agent');
  });

  test.each(auditKind.options)('%s has words for whatever its details are', (kind) => {
    for (const details of [{}, { lastHash: null, whole: false, shown: ['a', 'b'], status: 1 }]) {
      const made = record(1, { kind, details });
      expect(recordTitle(made).words).not.toBe('');
      expect(recordSubject(made, undefined).text).not.toContain('undefined');
    }
  });

  test('a detail without a name of ours gets its own as words', () => {
    expect(detailName('audit.trimmed', 'lastHash')).toBe('Last hash');
    expect(detailName('setting.changed', 'key')).toBe('Setting');
    expect(detailName('answer.outcome', 'constructor')).toBe('Constructor');
  });
});

describe('the actions', () => {
  /** A daemon that answers by name from a list, one after the other. */
  function daemon(answers: Partial<Record<ProcedureName, unknown[]>>) {
    const calls: { name: string; input: unknown }[] = [];
    const transport = {
      call: (name: ProcedureName, input: unknown) => {
        calls.push({ name, input });
        const next = answers[name]?.shift();
        return next instanceof Error ? Promise.reject(next) : Promise.resolve(next);
      },
      onFleet: () => () => undefined,
      onConnection: () => () => undefined,
      onStray: () => () => undefined,
      dispose: () => undefined,
    } as unknown as Transport;
    return { calls, panel: createPanel(transport, () => now) };
  }

  test('an export goes from page to page and hands over one file', async () => {
    const { panel, calls } = daemon({
      'audit.export': [
        { lines: ['{"a":1}', '{"b":2}'], next: 3 },
        { lines: ['{"c":3}'], next: null },
      ],
    });
    const saved: [string, Blob][] = [];
    await panel.exportAudit((file, content) => saved.push([file, content]));
    panel.dispose();
    expect(calls.map(({ input }) => input)).toEqual([{}, { from: 3 }]);
    expect(await saved[0]?.[1].text()).toBe('{"a":1}\n{"b":2}\n{"c":3}\n');
    expect(panel.store.getState().audit.exporting).toEqual({ is: 'done', lines: 3, file: saved[0]?.[0] });
  });

  test('an export that fails hands over nothing; one that would never end is a failure', async () => {
    const damaged = new CallError('audit_damaged', 'Touched.');
    for (const second of [damaged, { lines: [], next: 3 }]) {
      const { panel } = daemon({ 'audit.export': [{ lines: ['{}'], next: 3 }, second] });
      let saved = false;
      await panel.exportAudit(() => {
        saved = true;
      });
      panel.dispose();
      expect(saved).toBe(false);
      expect(panel.store.getState().audit.exporting.is).toBe('failed');
    }
  });

  test('opening an outcome also brings what was about to be answered', async () => {
    const agent = { id: 'a', name: 'one' };
    const intent = record(7, { kind: 'answer.intended', agent, details: { question: 'q', asks: 'ls' } });
    const outcome = record(9, { kind: 'answer.outcome', agent, details: { question: 'q' } });
    const { panel, calls } = daemon({
      'audit.show': [{ record: outcome, previous: 'p', segment: 1 }],
      'audit.list': [{ records: [intent], next: null, newest: 9, damage: null }],
    });
    await panel.openAuditRecord(9);
    panel.dispose();
    expect(panel.store.getState().audit.intents.get(9)).toBe(intent);
    expect(calls[1]?.input).toMatchObject({ agent: 'a', kind: 'answer.intended', before: 9 });
  });
});
