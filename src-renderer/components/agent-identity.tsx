import { type SyntheticEvent, useId, useState } from 'react';
import type { Agent } from '../../src-main/contract/agent.ts';
import { agentName } from '../../src-main/contract/agent-name.ts';
import { details } from '../text/details.ts';
import { asCallError } from '../transport/call-error.ts';
import { Button } from './button.tsx';
import { Field } from './field.tsx';
import { Notice } from './notice.tsx';
import { usePanel, usePanelState } from './panel-context.ts';

/** The agent's name and its record: renaming and forgetting, while it is stopped. */
export function AgentIdentity({ agent }: { readonly agent: Agent }) {
  const panel = usePanel();
  const connected = usePanelState((state) => state.connection.state === 'connected');
  const [name, setName] = useState(agent.name);
  const [refusal, setRefusal] = useState<string | null>(null);
  const id = useId();
  const stopped = agent.reading.state === 'offline';

  const rename = async (event: SyntheticEvent): Promise<void> => {
    event.preventDefault();
    const parsed = agentName.safeParse(name);
    if (!parsed.success) return setRefusal(parsed.error.issues[0]?.message ?? null);
    try {
      await panel.renameAgent(agent.name, parsed.data);
      setRefusal(null);
    } catch (failure) {
      setRefusal(asCallError(failure).message);
    }
  };

  return (
    <form className="section" onSubmit={(event) => void rename(event)}>
      <h2>{details.identity}</h2>
      <Field id={id} label={details.name}>
        <div className="line">
          <input
            id={id}
            className="input narrow"
            value={name}
            spellCheck={false}
            autoComplete="off"
            disabled={!stopped}
            onChange={({ target }) => {
              setName(target.value);
            }}
          />
          <Button submits words={details.rename} disabled={!stopped || !connected || name === agent.name} />
        </div>
        {!stopped && <p className="hint">{details.renameRunning}</p>}
        {refusal !== null && <Notice tone="bad" icon="warn" title={details.notSaved} text={refusal} />}
      </Field>
      <Field label={details.record}>
        <div className="line">
          <Button
            kind="risk"
            words={details.forget}
            disabled={!stopped || !connected}
            onClick={() => {
              panel.openSheet({ is: 'forget', agentId: agent.id });
            }}
          />
          <span className="hint">{details.forgetText}</span>
        </div>
      </Field>
    </form>
  );
}
