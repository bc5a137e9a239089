import { useShallow } from 'zustand/react/shallow';
import { type AuditHealth, auditHealth } from '../state/audit-health.ts';
import { usePanelState } from './panel-context.ts';

/** How far the audit log is to be trusted, as far as this window knows. */
export function useAuditHealth(): AuditHealth {
  return usePanelState(useShallow((state) => auditHealth(state.status?.audit ?? null, state.audit)));
}
