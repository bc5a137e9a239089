import { type AuditRecord, auditRecord, damage } from '../../src-main/contract/audit.ts';
import type { PanelFixtureOptions } from './panel-fixture.ts';

/** Answers of a daemon whose audit log holds seven records, the fourth of them changed by someone. */
export function sampleAudit(now: number): NonNullable<PanelFixtureOptions['handlers']> {
  const agent = { id: 'id-checkout-api', name: 'checkout-api' };
  const answer = { question: 'q', fingerprint: 'f'.repeat(64), decision: 'allow' };
  const screen = ['Bash command', '  git push origin release/2.4', ' ❯ 1. Yes'];
  const told: Pick<AuditRecord, 'kind' | 'details'>[] = [
    { kind: 'daemon.started', details: { version: '0.1.0', pid: 4711 } },
    { kind: 'setting.changed', details: { key: 'backbone.port', value: '7120' } },
    { kind: 'authentication.failed', details: { unrecorded: 0 } },
    { kind: 'launch.started', details: { pid: 48_112, leak: 'clean' } },
    { kind: 'question.asked', details: { question: 'q', asks: 'git push origin release/2.4' } },
    { kind: 'answer.outcome', details: { ...answer, outcome: 'failed', key: '1' } },
    {
      kind: 'answer.intended',
      details: { ...answer, key: '1', asks: 'git push origin release/2.4', shown: screen },
    },
  ];
  const records = told
    .map(({ kind, details }, index) =>
      auditRecord.parse({
        number: index + 1,
        at: now - (told.length - index) * 60_000,
        kind,
        details,
        actor: { door: 'panel', name: null },
        agent: index < 3 ? null : agent,
        launch: null,
        hash: String(index).repeat(64),
      }),
    )
    .reverse();
  return {
    'audit.list': () => ({ records, next: null, newest: 7, damage: null }),
    'audit.show': ({ number }) => ({
      record: records.find((record) => record.number === Number(number)),
      previous: 'e'.repeat(64),
      segment: 1,
    }),
    'audit.verify': () => ({
      whole: false,
      damage: damage.parse({ kind: 'changed', number: 4, says: 'Entry 4 was changed.' }),
      records: 7,
      first: 1,
      last: 3,
      hash: 'a'.repeat(64),
      previous: null,
      contents: true,
      against: ['anchor'],
      signer: null,
    }),
  };
}
