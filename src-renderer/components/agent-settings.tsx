import { type SyntheticEvent, useId, useState } from 'react';
import type { Agent } from '../../src-main/contract/agent.ts';
import type { InputOf } from '../../src-main/contract/procedures.ts';
import { exactTime } from '../format/age.ts';
import { absolute, tilde } from '../format/folder.ts';
import { readEnvironmentText } from '../state/environment-text.ts';
import { details } from '../text/details.ts';
import { start } from '../text/start.ts';
import { asCallError } from '../transport/call-error.ts';
import { Button } from './button.tsx';
import { EnvironmentField } from './environment-field.tsx';
import { Field } from './field.tsx';
import { FolderField } from './folder-field.tsx';
import { Notice } from './notice.tsx';
import { usePanel, usePanelState } from './panel-context.ts';
import { RuntimeChoice } from './runtime-choice.tsx';

type Saved =
  | { readonly is: 'untouched' | 'saving' }
  | { readonly is: 'saved'; readonly at: number; readonly warnings: readonly string[] }
  | { readonly is: 'refused'; readonly message: string };

/** The settings of one agent, saved together. Values of its environment are shown by no door. */
export function AgentSettings({ agent }: { readonly agent: Agent }) {
  const panel = usePanel();
  const home = usePanelState((state) => state.home);
  const runtimes = usePanelState((state) => state.runtimes) ?? [];
  const connected = usePanelState((state) => state.connection.state === 'connected');
  const [runtime, setRuntime] = useState(agent.runtime);
  const [model, setModel] = useState(agent.model ?? '');
  const [folder, setFolder] = useState(() => tilde(agent.dir, home));
  const [environment, setEnvironment] = useState<string | null>(null);
  const [saved, setSaved] = useState<Saved>({ is: 'untouched' });
  const ids = { model: useId(), folder: useId() };

  const save = async (event: SyntheticEvent): Promise<void> => {
    event.preventDefault();
    const dir = absolute(folder, home);
    const set = environment === null ? null : readEnvironmentText(environment);
    if (dir === null) return setSaved({ is: 'refused', message: start.folderWrong });
    if (set !== null && 'wrongLine' in set) {
      return setSaved({ is: 'refused', message: details.environmentWrong(set.wrongLine) });
    }
    const input: InputOf<'agents.set'> = { name: agent.name };
    if (runtime !== agent.runtime) input.runtime = runtime;
    if (model.trim() !== (agent.model ?? '')) input.model = model.trim() === '' ? null : model.trim();
    if (dir !== agent.dir) input.dir = dir;
    if (set !== null) input.environment = { ...set.set };
    setSaved({ is: 'saving' });
    try {
      const { warnings } = await panel.saveAgent(input);
      setEnvironment(null);
      setSaved({ is: 'saved', at: panel.now(), warnings });
    } catch (failure) {
      setSaved({ is: 'refused', message: asCallError(failure).message });
    }
  };

  return (
    <form className="section" onSubmit={(event) => void save(event)}>
      <h2>
        {details.settings} <span className="hint">{details.nextStart}</span>
      </h2>
      <Field label={details.runtime}>
        <RuntimeChoice
          runtimes={runtimes}
          value={runtime}
          onChange={(next) => {
            setRuntime(next);
            // A model of one runtime means nothing to another.
            setModel(next === agent.runtime ? (agent.model ?? '') : '');
          }}
          group={`runtime-${agent.id}`}
        />
      </Field>
      <Field id={ids.model} label={details.model} note={start.modelNote}>
        <input
          id={ids.model}
          className="input narrow"
          value={model}
          spellCheck={false}
          autoComplete="off"
          onChange={({ target }) => {
            setModel(target.value);
          }}
        />
      </Field>
      <Field id={ids.folder} label={details.folder}>
        <FolderField id={ids.folder} value={folder} onChange={setFolder} />
      </Field>
      <EnvironmentField names={agent.environmentNames} value={environment} onChange={setEnvironment} />
      {saved.is === 'refused' && (
        <Notice tone="bad" icon="warn" title={details.notSaved} text={saved.message} />
      )}
      <div className="form-actions">
        <Button
          submits
          kind="main"
          words={saved.is === 'saving' ? details.saving : details.save}
          disabled={!connected || saved.is === 'saving'}
        />
        {saved.is === 'saved' && (
          <span className="hint" role="status">
            {[details.saved(exactTime(saved.at)), ...saved.warnings].join(' · ')}
          </span>
        )}
      </div>
    </form>
  );
}
