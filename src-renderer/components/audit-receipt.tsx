import { type ReactNode, useState } from 'react';
import type { AuditRecord } from '../../src-main/contract/audit.ts';
import { exactMoment } from '../format/age.ts';
import { shortHash } from '../format/hash.ts';
import type { AuditReceipt as Receipt } from '../state/audit-view.ts';
import { copyText } from '../terminal/copy-text.ts';
import { app } from '../text/app.ts';
import { audit } from '../text/audit.ts';
import { byWords, detailName, detailText } from '../text/audit-records.ts';
import { Button } from './button.tsx';
import { CommandBlock } from './command-block.tsx';
import { Icon } from './icon.tsx';
import { KeyFacts } from './key-facts.tsx';
import { Notice } from './notice.tsx';
import { usePanel, usePanelState } from './panel-context.ts';
import { Theirs } from './theirs.tsx';

/** Shown as quotations beside the facts, not among them. */
const quoted = ['asks', 'shown'];

/** One record in full: every fact it holds, what stood on the agent's screen, and its place in the chain. */
export function AuditReceipt({ record }: { readonly record: AuditRecord }) {
  const receipt = usePanelState((state) => state.audit.receipts.get(record.number));
  const intent = usePanelState((state) => state.audit.intents.get(record.number));
  const failure = usePanelState((state) => state.audit.receiptFailure);
  return (
    <section className="receipt" aria-label={audit.receipt(record.number)}>
      <KeyFacts facts={factsOf(record)} />
      <div className="receipt-proof">
        <Quotation record={intent ?? record} of={record} />
        {receipt !== undefined && <Proof receipt={receipt} />}
        {receipt === undefined && failure === null && <p className="hint">{audit.readingReceipt}</p>}
        {failure !== null && (
          <Notice tone="bad" icon="warn" title={audit.receiptFailed} text={failure.message} />
        )}
      </div>
    </section>
  );
}

function factsOf(record: AuditRecord): [string, ReactNode][] {
  const { agent, launch, kind, details } = record;
  return [
    [audit.at, <span key="at">{exactMoment(record.at)}</span>],
    ...(agent === null ? [] : [fact(audit.agent, agent.name)]),
    fact(audit.door, byWords(record)),
    ...Object.keys(details)
      .filter((name) => !quoted.includes(name))
      .map((name) => fact(detailName(kind, name), detailText(record, name) ?? '–')),
    ...(launch === null ? [] : [fact(audit.launch, launch)]),
  ];
}

function fact(name: string, value: string): [string, ReactNode] {
  return [name, <Theirs key={name} text={value} />];
}

/** What was asked and what stood on the agent's screen, as far as the record keeps them. */
function Quotation(props: {
  readonly record: AuditRecord;
  /** The record that is open: another one where its question was asked before. */
  readonly of: AuditRecord;
}) {
  const { record, of } = props;
  const asks = detailText(record, 'asks');
  const shown = detailText(record, 'shown');
  return (
    <>
      {asks !== null && <CommandBlock command={asks} />}
      {shown !== null && shown !== '' && (
        <div className="receipt-screen">
          <p className="hint">
            {detailName(record.kind, 'shown')}
            {record !== of && ` · ${audit.asRecorded(record.number)}`}
          </p>
          <div
            className="glass topped in-page"
            tabIndex={0}
            role="group"
            aria-label={detailName(record.kind, 'shown')}
          >
            <pre className="term">
              <Theirs text={shown} />
            </pre>
          </div>
        </div>
      )}
    </>
  );
}

function Proof({ receipt }: { readonly receipt: Receipt }) {
  const { record, previous, segment } = receipt;
  const panel = usePanel();
  const [copied, setCopied] = useState(false);
  const { agent, number } = record;
  const registered = usePanelState((state) => agent !== null && state.fleet.agents.has(agent.id));
  const proven = usePanelState(({ audit: { verification } }) => {
    const found = verification.is === 'done' ? verification.found : null;
    return found?.whole === true && number <= (found.last ?? 0);
  });
  const copy = async (): Promise<void> => {
    setCopied(await copyText(JSON.stringify(receipt, null, 2)));
  };
  return (
    <>
      <KeyFacts
        facts={[
          [
            audit.thisRecord,
            <span key="this" className="mono hash" title={record.hash}>
              {shortHash(record.hash)} {proven && <ProvenTick />}
            </span>,
          ],
          [
            audit.before,
            <span key="before" className="mono hash" title={previous}>
              {shortHash(previous)}
            </span>,
          ],
          [audit.segment, audit.segmentFrom(segment)],
        ]}
      />
      <div className="form-actions">
        <Button
          icon={copied ? 'check' : 'copy'}
          words={copied ? app.copied : audit.copyReceipt}
          onClick={() => void copy()}
        />
        {agent !== null && registered && (
          <Button
            kind="quiet"
            words={audit.openAgent}
            onClick={() => {
              panel.select(agent.id);
            }}
          />
        )}
      </div>
    </>
  );
}

function ProvenTick() {
  return (
    <span className="good" role="img" aria-label={audit.healthWords.verified}>
      <Icon name="check" small />
    </span>
  );
}
