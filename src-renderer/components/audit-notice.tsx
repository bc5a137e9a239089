import { audit } from '../text/audit.ts';
import { Button } from './button.tsx';
import { Notice } from './notice.tsx';
import { usePanel, usePanelState } from './panel-context.ts';
import { useAuditHealth } from './use-audit-health.ts';

/** Says loudly that acts are not recorded, what that means and what to run; it cannot be put away. */
export function AuditNotice() {
  const panel = usePanel();
  const health = useAuditHealth();
  const elsewhere = usePanelState((state) => state.view.page !== 'audit');
  if (health.is !== 'damaged' && health.is !== 'unwritable') return null;
  const words =
    health.is === 'damaged'
      ? {
          title: audit.damagedTitle,
          text: audit.damagedText(health.says, health.stopped),
          command: audit.damagedCommand,
        }
      : {
          title: audit.unwritableTitle,
          text: audit.unwritableText(health.says),
          command: audit.unwritableCommand,
        };
  return (
    <Notice tone="bad" icon="warn" {...words}>
      {elsewhere && (
        <Button
          words={audit.look}
          onClick={() => {
            panel.openPage('audit');
          }}
        />
      )}
    </Notice>
  );
}
