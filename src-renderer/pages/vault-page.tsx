import { useEffect, useState } from 'react';
import { AddKey } from '../components/add-key.tsx';
import { Button } from '../components/button.tsx';
import { KeyTable } from '../components/key-table.tsx';
import { Notice } from '../components/notice.tsx';
import { usePanel, usePanelState } from '../components/panel-context.ts';
import { VaultPlace } from '../components/vault-place.tsx';
import { takesKeys } from '../state/vault-reading.ts';
import { vault } from '../text/vault.ts';

const lookEvery = 10_000;

/** The person's keys by name, where they are kept, and what can be done with them. */
export function VaultPage() {
  const panel = usePanel();
  const connected = usePanelState((state) => state.connection.state === 'connected');
  const { view, failure } = usePanelState((state) => state.vault);
  const [adding, setAdding] = useState(false);
  const [said, setSaid] = useState('');
  useEffect(() => {
    if (!connected) return;
    void panel.readVault();
    const timer = setInterval(() => void panel.readVault(), lookEvery);
    return () => {
      clearInterval(timer);
    };
  }, [panel, connected]);
  return (
    <main className="page">
      <div className="page-in wide-page">
        <div className="page-head">
          <h1>{vault.title}</h1>
          <span className="muted grow">{vault.subtitle}</span>
          <Button
            kind="main"
            icon="plus"
            words={vault.add}
            disabled={!connected || view === null || !takesKeys(view) || adding}
            onClick={() => {
              setSaid('');
              setAdding(true);
            }}
          />
        </div>
        {failure !== null && (
          <Notice
            tone="bad"
            icon="warn"
            title={vault.failed}
            text={failure.message}
            {...(failure.code === 'plaintext_backend' ? { command: vault.plaintextCommand } : {})}
          >
            <Button words={vault.look} onClick={() => void panel.readVault()} />
          </Notice>
        )}
        {view === null && failure === null && <p className="hint">{vault.reading}</p>}
        {view !== null && failure === null && <VaultPlace view={view} />}
        {view !== null && <KeyTable view={view} />}
        <p className="hint" role="status">
          {said}
        </p>
        {adding && (
          <AddKey
            onDone={(words) => {
              setAdding(false);
              setSaid(words);
            }}
          />
        )}
      </div>
    </main>
  );
}
