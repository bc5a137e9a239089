import { card } from '../text/questions.ts';
import { CodeLine } from './code-line.tsx';
import { shellLine, useInspection } from './use-inspection.ts';

/** How to answer in the agent's own terminal, where the panel does not. */
export function AttachHint({ agentName }: { readonly agentName: string }) {
  const inspection = useInspection(agentName, '');
  return (
    <div className="attach-hint">
      <span className="hint">{card.inTerminal}</span>
      {inspection.is === 'read' && <CodeLine code={shellLine(inspection.of.attach)} />}
      {inspection.is === 'failed' && <span className="hint">{inspection.error.message}</span>}
    </div>
  );
}
