import type { AuditRecord } from '../../src-main/contract/audit.ts';
import { exactMoment, recentTime } from '../format/age.ts';
import { audit, figure } from '../text/audit.ts';
import { byWords, recordSubject, recordTitle } from '../text/audit-records.ts';
import { AuditReceipt } from './audit-receipt.tsx';
import { Icon } from './icon.tsx';
import { usePanel, usePanelState } from './panel-context.ts';
import { recordIcon } from './record-icon.ts';
import { Theirs } from './theirs.tsx';

/** One record of the table; open, with its receipt below. */
export function AuditRow(props: {
  readonly record: AuditRecord;
  /** Tells what the record's question asked, where one is in the list. */
  readonly intent: AuditRecord | undefined;
  /** Epoch milliseconds. */
  readonly now: number;
}) {
  const { record, intent, now } = props;
  const panel = usePanel();
  const open = usePanelState((state) => state.audit.open === record.number);
  const { icon, tone } = recordIcon(record);
  const { text, code } = recordSubject(record, intent);
  const id = `record-${record.number}`;
  const toggle = (): void => void panel.openAuditRecord(open ? null : record.number);
  return (
    <>
      <tr className={open ? 'open' : ''} onClick={toggle}>
        <td className="when" title={exactMoment(record.at)}>
          {recentTime(record.at, now)}
        </td>
        <td>
          <span className={`what ${tone}`}>
            <Icon name={icon} small />
            <span className="cut">{recordTitle(record).words}</span>
          </span>
        </td>
        <td className="cut">{record.agent !== null && <Theirs text={record.agent.name} />}</td>
        <td className={`cut soft about ${code ? 'mono' : ''}`} title={text}>
          <Theirs text={text} />
        </td>
        <td className="cut soft by">
          <Theirs text={byWords(record)} />
        </td>
        <td className="number">{figure(record.number)}</td>
        <td className="fold-cell">
          <button
            type="button"
            className="button quiet only-icon"
            data-record={record.number}
            aria-expanded={open}
            aria-controls={id}
            aria-label={audit.openRecord(record.number)}
            onClick={(event) => {
              event.stopPropagation();
              toggle();
            }}
          >
            <Icon name={open ? 'down' : 'right'} small />
          </button>
        </td>
      </tr>
      {open && (
        <tr className="receipt-row">
          <td colSpan={7} id={id}>
            <AuditReceipt record={record} />
          </td>
        </tr>
      )}
    </>
  );
}
