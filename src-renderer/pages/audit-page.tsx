import { useEffect } from 'react';
import { AuditChain } from '../components/audit-chain.tsx';
import { ExportButton, ExportOutcome } from '../components/audit-export.tsx';
import { AuditFilters } from '../components/audit-filters.tsx';
import { AuditTable } from '../components/audit-table.tsx';
import { usePanel, usePanelState } from '../components/panel-context.ts';
import { audit } from '../text/audit.ts';

const lookEvery = 5_000;

/** The record of every act that matters, with the state of its chain. */
export function AuditPage() {
  const panel = usePanel();
  const connected = usePanelState((state) => state.connection.state === 'connected');
  useEffect(() => {
    if (!connected) return;
    void panel.readAudit();
    const timer = setInterval(() => void panel.readNewerAudit(), lookEvery);
    return () => {
      clearInterval(timer);
    };
  }, [panel, connected]);
  return (
    <main className="page">
      <div className="page-in wide-page">
        <div className="page-head">
          <h1>{audit.title}</h1>
          <span className="muted grow">{audit.subtitle}</span>
          <ExportButton />
        </div>
        <ExportOutcome />
        <AuditChain />
        <AuditFilters />
        <AuditTable />
      </div>
    </main>
  );
}
