import { useEffect, useState } from 'react';
import type { OutputOf } from '../../src-main/contract/procedures.ts';
import { asCallError, type CallError } from '../transport/call-error.ts';
import { usePanel } from './panel-context.ts';

export type Inspection =
  | { readonly is: 'reading' }
  | { readonly is: 'read'; readonly of: OutputOf<'agents.inspect'> }
  | { readonly is: 'failed'; readonly error: CallError };

/** What the daemon knows of one agent beyond the fleet's events; read again when `version` changes. */
export function useInspection(agentName: string, version: string): Inspection {
  const { transport } = usePanel();
  const [inspection, setInspection] = useState<Inspection>({ is: 'reading' });
  useEffect(() => {
    let wanted = true;
    transport.call('agents.inspect', { name: agentName }).then(
      (of) => {
        if (wanted) setInspection({ is: 'read', of });
      },
      (failure: unknown) => {
        if (wanted) setInspection({ is: 'failed', error: asCallError(failure) });
      },
    );
    return () => {
      wanted = false;
    };
  }, [transport, agentName, version]);
  return inspection;
}

/** Arguments as one line for a shell; a leading `=` is quoted too, since zsh reads it as a command's name. */
export function shellLine(argv: readonly string[]): string {
  return argv
    .map((part) => (/^[\w@%+:,./-][\w@%+=:,./-]*$/.test(part) ? part : `'${part.replaceAll("'", "'\\''")}'`))
    .join(' ');
}
