import type { Agent } from '../../src-main/contract/agent.ts';
import { openQuestion } from '../state/fleet.ts';
import { link, stop } from '../text/agents.ts';
import { app, keySheet } from '../text/app.ts';
import { details } from '../text/details.ts';
import { Button } from './button.tsx';
import { KeyCap } from './key-cap.tsx';
import { RemoveKeySheet, RenameKeySheet, RotateKeySheet } from './key-sheets.tsx';
import { usePanel, usePanelState } from './panel-context.ts';
import { PassphraseSheet } from './passphrase-sheet.tsx';
import { Sheet } from './sheet.tsx';
import { Theirs } from './theirs.tsx';

/** The sheet that is open, if one is. */
export function Sheets() {
  const sheet = usePanelState((state) => state.view.sheet);
  const agent = usePanelState((state) =>
    sheet !== null && 'agentId' in sheet ? state.fleet.agents.get(sheet.agentId) : undefined,
  );
  switch (sheet?.is) {
    case undefined:
      return null;
    case 'keys':
      return <KeysSheet />;
    case 'link':
      return <LinkSheet address={sheet.address} />;
    case 'stop':
      return agent === undefined ? null : <StopSheet agent={agent} />;
    case 'passphrase':
      return agent === undefined ? null : <PassphraseSheet agent={agent} />;
    case 'rotate-key':
      return <RotateKeySheet name={sheet.key} />;
    case 'rename-key':
      return <RenameKeySheet name={sheet.key} />;
    case 'remove-key':
      return <RemoveKeySheet name={sheet.key} />;
    case 'forget':
      return agent === undefined ? null : <ForgetSheet agent={agent} />;
  }
}

function useClose(): () => void {
  const panel = usePanel();
  return () => {
    panel.openSheet(null);
  };
}

function KeysSheet() {
  const close = useClose();
  return (
    <Sheet title={keySheet.title} onClose={close} actions={<Button words={app.close} onClick={close} />}>
      <dl className="keys">
        {keySheet.rows.map(([keys, does]) => (
          <div key={does}>
            <dt>
              {keys.map((key) => (
                <KeyCap key={key}>{key}</KeyCap>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <p className="hint">{keySheet.note}</p>
    </Sheet>
  );
}

function LinkSheet({ address }: { readonly address: string }) {
  const close = useClose();
  return (
    <Sheet
      title={link.title}
      onClose={close}
      actions={
        <>
          <Button words={link.keep} onClick={close} />
          <Button
            words={link.open}
            icon="out"
            onClick={() => {
              window.open(address, '_blank', 'noopener,noreferrer');
              close();
            }}
          />
        </>
      }
    >
      <p className="soft">{link.text}</p>
      <pre className="command">
        <Theirs text={address} />
      </pre>
    </Sheet>
  );
}

function StopSheet({ agent }: { readonly agent: Agent }) {
  const panel = usePanel();
  const close = useClose();
  const asks = usePanelState((state) => openQuestion(state.fleet, agent.id) !== null);
  return (
    <Sheet
      title={stop.title(agent.name)}
      onClose={close}
      actions={
        <>
          <Button words={stop.no} onClick={close} />
          <Button
            kind="risk"
            words={stop.yes(agent.name)}
            onClick={() => {
              close();
              void panel.stopAgent(agent);
            }}
          />
        </>
      }
    >
      <p className="soft">{asks ? `${stop.text} ${stop.asking}` : stop.text}</p>
    </Sheet>
  );
}

function ForgetSheet({ agent }: { readonly agent: Agent }) {
  const panel = usePanel();
  const close = useClose();
  return (
    <Sheet
      title={details.forgetTitle(agent.name)}
      onClose={close}
      actions={
        <>
          <Button words={details.forgetNo} onClick={close} />
          <Button
            kind="risk"
            words={details.forgetYes(agent.name)}
            onClick={() => {
              close();
              void panel.forgetAgent(agent);
            }}
          />
        </>
      }
    >
      <p className="soft">{details.forgetBody}</p>
    </Sheet>
  );
}
