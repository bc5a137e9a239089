import { type ReactNode, useId } from 'react';
import { z } from 'zod';
import { auditKind } from '../../src-main/contract/audit.ts';
import { actor } from '../../src-main/contract/question.ts';
import { mostFresh } from '../state/audit-actions.ts';
import { agentsIn } from '../state/audit-agents.ts';
import { everything, isNarrowed, periods } from '../state/audit-filter.ts';
import { audit } from '../text/audit.ts';
import { doorNames, kindGroups, kindNames } from '../text/audit-records.ts';
import { Button } from './button.tsx';
import { usePanel, usePanelState } from './panel-context.ts';

const doors = actor.shape.door.options;
const chosenDoor = z.enum(doors).nullable().catch(null);
const chosenKind = auditKind.nullable().catch(null);
const chosenPeriod = z.enum(periods).catch('all');

/** Narrows the list of records. */
export function AuditFilters() {
  const panel = usePanel();
  const choice = usePanelState((state) => state.audit.choice);
  const fresh = usePanelState((state) => state.audit.fresh);
  const agents = agentsIn(
    usePanelState((state) => state.fleet),
    usePanelState((state) => state.audit.records),
  );
  return (
    <div className="audit-filters" role="group" aria-label={audit.filters}>
      <Select
        label={audit.agent}
        value={choice.agent ?? ''}
        first
        onChange={(agent) => void panel.chooseAudit({ agent: agent === '' ? null : agent })}
      >
        <option value="">{audit.anyAgent}</option>
        {agents.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
      <Select
        label={audit.kind}
        value={choice.kind ?? ''}
        onChange={(kind) => void panel.chooseAudit({ kind: z.parse(chosenKind, kind) })}
      >
        <option value="">{audit.anyKind}</option>
        {kindGroups.map(([name, kinds]) => (
          <optgroup key={name} label={name}>
            {kinds.map((kind) => (
              <option key={kind} value={kind}>
                {kindNames[kind]}
              </option>
            ))}
          </optgroup>
        ))}
      </Select>
      <Select
        label={audit.door}
        value={choice.door ?? ''}
        onChange={(door) => void panel.chooseAudit({ door: z.parse(chosenDoor, door) })}
      >
        <option value="">{audit.anyDoor}</option>
        {doors.map((door) => (
          <option key={door} value={door}>
            {doorNames[door]}
          </option>
        ))}
      </Select>
      <Select
        label={audit.period}
        value={choice.period}
        onChange={(period) => void panel.chooseAudit({ period: z.parse(chosenPeriod, period) })}
      >
        {periods.map((period) => (
          <option key={period} value={period}>
            {audit.periods[period]}
          </option>
        ))}
      </Select>
      {choice.period === 'between' && (
        <>
          <Moment
            label={audit.since}
            value={choice.since}
            onChange={(since) => void panel.chooseAudit({ since })}
          />
          <Moment
            label={audit.until}
            value={choice.until}
            onChange={(until) => void panel.chooseAudit({ until })}
          />
        </>
      )}
      {isNarrowed(choice) && (
        <Button
          kind="quiet"
          icon="x"
          words={audit.showAll}
          onClick={() => void panel.chooseAudit(everything)}
        />
      )}
      <span className="grow" />
      {/* Here, so that the table does not move when something new comes. */}
      {fresh > 0 && (
        <span role="status">
          <Button words={audit.fresh(fresh, mostFresh)} onClick={() => void panel.readAudit()} />
        </span>
      )}
    </div>
  );
}

function Select(props: {
  readonly label: string;
  readonly value: string;
  readonly first?: boolean;
  readonly onChange: (value: string) => void;
  readonly children: ReactNode;
}) {
  const { label, value, first = false, onChange, children } = props;
  const id = useId();
  return (
    <span className="filter">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        value={value}
        {...(first ? { 'data-focus': 'filter' } : {})}
        onChange={({ target }) => {
          onChange(target.value);
        }}
      >
        {children}
      </select>
    </span>
  );
}

function Moment(props: {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}) {
  const { label, value, onChange } = props;
  const id = useId();
  return (
    <span className="filter">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="datetime-local"
        value={value}
        onChange={({ target }) => {
          onChange(target.value);
        }}
      />
    </span>
  );
}
