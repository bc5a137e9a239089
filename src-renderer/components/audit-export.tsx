import { audit } from '../text/audit.ts';
import { Button } from './button.tsx';
import { Notice } from './notice.tsx';
import { usePanel, usePanelState } from './panel-context.ts';
import { saveFile } from './save-file.ts';

/** Takes the sealed log away as a file. */
export function ExportButton() {
  const panel = usePanel();
  const exporting = usePanelState((state) => state.audit.exporting);
  const connected = usePanelState((state) => state.connection.state === 'connected');
  const running = exporting.is === 'running';
  return (
    <Button
      icon="save"
      words={running ? audit.exporting(exporting.lines) : audit.export}
      disabled={running || !connected}
      onClick={() => void panel.exportAudit(saveFile)}
    />
  );
}

/** What came of the last export; nothing while there was none. */
export function ExportOutcome() {
  const exporting = usePanelState((state) => state.audit.exporting);
  if (exporting.is === 'done') {
    return (
      <p className="hint" role="status">
        {audit.exported(exporting.lines, exporting.file)}
      </p>
    );
  }
  if (exporting.is !== 'failed') return null;
  return (
    <Notice
      tone="bad"
      icon="warn"
      title={audit.exportFailed}
      text={exporting.error.message}
      command={audit.exportCommand}
    />
  );
}
