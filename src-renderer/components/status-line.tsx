import { stretch } from '../format/age.ts';
import { app } from '../text/app.ts';
import { audit, recordsWords } from '../text/audit.ts';
import { Icon } from './icon.tsx';
import { KeyCap } from './key-cap.tsx';
import { usePanel, usePanelState } from './panel-context.ts';
import { ThemeChoice } from './theme-choice.tsx';
import { useAuditHealth } from './use-audit-health.ts';
import { useNow } from './use-now.ts';

/** The line of 26 at the foot: what everything rests on. */
export function StatusLine() {
  const panel = usePanel();
  const status = usePanelState((state) => state.status);
  const running = usePanelState(
    (state) => [...state.fleet.agents.values()].filter((agent) => agent.launch !== null).length,
  );
  return (
    <footer className="status" aria-label={app.status}>
      <DaemonWords />
      {status !== null && (
        <>
          <span>
            <b>{app.tmux}</b> {app.tmuxSays(status.tmux.version, running)}
          </span>
          <AuditWords />
          <span className="grow" />
          <span className="wide">{`${status.host} · ${status.address.replace(/^https?:\/\//, '')}`}</span>
        </>
      )}
      {status === null && <span className="grow" />}
      <ThemeChoice />
      <button
        type="button"
        className="status-button"
        aria-label={app.allKeys}
        onClick={() => {
          panel.openSheet({ is: 'keys' });
        }}
      >
        <KeyCap>?</KeyCap> {app.keys}
      </button>
    </footer>
  );
}

function DaemonWords() {
  const now = useNow(1_000);
  const startedAt = usePanelState((state) => state.status?.startedAt ?? null);
  const state = usePanelState((panel) => panel.connection.state);
  const words = {
    connected: startedAt === null ? '' : app.running(stretch(now - startedAt)),
    connecting: app.connecting,
    lost: app.lost,
    refused: app.refused,
  };
  return (
    <span>
      {state === 'connected' && (
        <span className="good">
          <Icon name="check" small />
        </span>
      )}
      {(state === 'lost' || state === 'refused') && (
        <span className="bad">
          <Icon name="plug" small />
        </span>
      )}
      <b>{app.daemon}</b> {words[state]}
    </span>
  );
}

/** How the audit log stands: in colour only when it was verified, or when it needs a person. */
function AuditWords() {
  const health = useAuditHealth();
  const tone =
    health.is === 'verified'
      ? 'good'
      : health.is === 'damaged' || health.is === 'unwritable'
        ? 'bad'
        : 'neutral';
  return (
    <span>
      <span className={tone}>
        <Icon name={tone === 'bad' ? 'warn' : 'link'} small />
      </span>
      <b>{audit.chain}</b> <span className={tone === 'bad' ? 'bad' : ''}>{audit.healthWords[health.is]}</span>
      {'records' in health && ` · ${recordsWords(health.records)}`}
    </span>
  );
}
