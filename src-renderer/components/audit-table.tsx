import { useEffect, useMemo, useRef } from 'react';
import { isNarrowed } from '../state/audit-filter.ts';
import { intents, questionOf } from '../state/question-records.ts';
import { audit } from '../text/audit.ts';
import { AuditRow } from './audit-row.tsx';
import { Button } from './button.tsx';
import { Notice } from './notice.tsx';
import { usePanel, usePanelState } from './panel-context.ts';
import { useNow } from './use-now.ts';

/** The records, newest first; older ones come as the end of the table comes into sight. */
export function AuditTable() {
  const panel = usePanel();
  const now = useNow(60_000);
  const { records, failure } = usePanelState((state) => state.audit);
  const asked = useMemo(() => intents(records ?? []), [records]);
  return (
    <div className="audit-list">
      {records !== null && records.length > 0 && (
        <table className="table">
          <thead>
            <tr>
              <th className="when">{audit.columns.time}</th>
              <th className="what-head">{audit.columns.what}</th>
              <th className="agent-head">{audit.columns.agent}</th>
              <th>{audit.columns.subject}</th>
              <th className="by">{audit.columns.by}</th>
              <th className="number">{audit.columns.number}</th>
              <th className="fold-cell">
                <span className="unseen-words">{audit.columns.open}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {records.map((record) => (
              <AuditRow
                key={record.number}
                record={record}
                intent={asked.get(questionOf(record) ?? '')}
                now={now}
              />
            ))}
          </tbody>
        </table>
      )}
      {failure !== null && (
        <Notice tone="bad" icon="warn" title={audit.listFailed} text={failure.message}>
          <Button words={audit.tryAgain} onClick={() => void panel.readAudit()} />
        </Notice>
      )}
      {failure === null && <TableEnd />}
    </div>
  );
}

/** The end of the table: what is still to come, or that nothing is. */
function TableEnd() {
  const panel = usePanel();
  const place = useRef<HTMLDivElement>(null);
  const { records, next, reading, choice } = usePanelState((state) => state.audit);
  useEffect(() => {
    const element = place.current;
    if (element === null || next === null) return;
    const watcher = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting === true) void panel.readOlderAudit();
    });
    watcher.observe(element);
    return () => {
      watcher.disconnect();
    };
  }, [panel, next]);
  const says = (): string => {
    if (reading || records === null) return audit.reading;
    if (records.length > 0) return audit.oldest;
    return isNarrowed(choice) ? audit.noneNarrowed : audit.none;
  };
  return (
    <div className="table-end" ref={place}>
      {next === null || reading ? (
        <p className="hint">{says()}</p>
      ) : (
        <Button kind="quiet" words={audit.older} onClick={() => void panel.readOlderAudit()} />
      )}
    </div>
  );
}
