import { useState } from 'react';
import { exactTime } from '../format/age.ts';
import type { Verification } from '../state/audit-view.ts';
import { chainCells } from '../state/chain-cells.ts';
import { audit } from '../text/audit.ts';
import { Button } from './button.tsx';
import { ChainStrip } from './chain-strip.tsx';
import { usePanel, usePanelState } from './panel-context.ts';
import { useAuditHealth } from './use-audit-health.ts';
import { useNow } from './use-now.ts';

/** How the chain stands, and the way to verify it. */
export function AuditChain() {
  const panel = usePanel();
  const health = useAuditHealth();
  const verification = usePanelState((state) => state.audit.verification);
  const read = usePanelState((state) => state.audit.newest);
  const connected = usePanelState((state) => state.connection.state === 'connected');
  const [contents, setContents] = useState(true);
  const found = verification.is === 'done' ? verification.found : null;
  const records = 'records' in health ? health.records : 0;
  // A list that cannot be read tells no newest number; the count does.
  const newest = Math.max(read, (found?.first ?? 1) + records - 1);
  const running = verification.is === 'running';
  return (
    <section className={`chain ${health.is}`} aria-label={audit.chain}>
      <ChainStrip cells={chainCells(newest, found)} />
      <div className="chain-words">
        <p>
          <b className={tones[health.is]}>{audit.chainTitles[health.is]}</b>
          {'records' in health && (
            <span className="soft"> · {audit.records(records, health.is === 'verified')}</span>
          )}
        </p>
        {'says' in health && <p className="soft">{health.says}</p>}
        <p className="hint" role="status">
          <VerificationWords verification={verification} newest={newest} />
        </p>
      </div>
      <div className="chain-do">
        <Button
          icon="link"
          words={verification.is === 'done' ? audit.verifyAgain : audit.verify}
          disabled={running || !connected}
          onClick={() => void panel.verifyAudit(contents)}
        />
        <label className="check" title={audit.contentsHint}>
          <input
            type="checkbox"
            checked={contents}
            disabled={running}
            onChange={({ target }) => {
              setContents(target.checked);
            }}
          />
          {audit.contents}
        </label>
      </div>
    </section>
  );
}

const tones = { unread: '', damaged: 'bad', unwritable: 'bad', unverified: '', verified: 'ok' } as const;

function VerificationWords(props: { readonly verification: Verification; readonly newest: number }) {
  const { verification, newest } = props;
  const now = useNow(1_000);
  switch (verification.is) {
    case 'never':
      return audit.neverVerified;
    case 'running':
      return audit.verifying(Math.floor((now - verification.since) / 1_000));
    case 'failed':
      return `${audit.verifyFailed}: ${verification.error.message}`;
    case 'done': {
      const { at, found } = verification;
      if (found.damage !== null)
        return audit.foundDamage(found.damage.kind, found.damage.number, exactTime(at));
      return audit.verified(found, exactTime(at), newest);
    }
  }
}
