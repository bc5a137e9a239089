import { createHash } from 'node:crypto';
import { homedir } from 'node:os';
import path from 'node:path';

/** Where everything of ours lies on this machine. */
export interface DataDirectory {
  readonly root: string;
  /** Our own secrets. */
  readonly environmentFile: string;
  readonly database: string;
  /** The audit log, and its head kept apart from it. */
  readonly auditLog: string;
  readonly auditAnchor: string;
  /** The public half of this machine's identity, and where the other half is. */
  readonly machine: string;
  /** What hooks write into, and nothing else does. */
  readonly state: string;
  /** Events of agents on their way to the daemon. */
  readonly spool: string;
  /** Private files of launches that have not been read yet. */
  readonly launches: string;
  /** Whose turn it is to write an agent.lock, of the processes of this data directory. */
  readonly lockTurns: string;
  /** Sealed keys, where no keychain keeps them. */
  readonly vault: string;
  /** Scripts and settings given to agents. */
  readonly hooks: string;
  /** Held for the daemon's life. */
  readonly lock: string;
  /** Where the running daemon listens; written by it, read by clients. */
  readonly endpoint: string;
  readonly log: string;
  readonly tmuxConfig: string;
}

function defaultRoot(environment: NodeJS.ProcessEnv): string {
  const dataHome = environment['XDG_DATA_HOME'];
  if (dataHome !== undefined && path.isAbsolute(dataHome)) return path.join(dataHome, 'backbone');
  if (process.platform === 'darwin')
    return path.join(homedir(), 'Library', 'Application Support', 'backbone');
  return path.join(homedir(), '.local', 'share', 'backbone');
}

/** The data directory that `environment` names: `BACKBONE_DATA_DIR`, else `$XDG_DATA_HOME/backbone`, else the system's place. */
export function dataDirectory(environment: NodeJS.ProcessEnv = process.env): DataDirectory {
  const named = environment['BACKBONE_DATA_DIR'];
  const root = named !== undefined && named !== '' ? path.resolve(named) : defaultRoot(environment);
  const state = path.join(root, 'state');
  return {
    root,
    environmentFile: path.join(root, '.env'),
    database: path.join(root, 'backbone.db'),
    auditLog: path.join(root, 'audit.db'),
    auditAnchor: path.join(root, 'audit-head.db'),
    machine: path.join(root, 'machine.json'),
    state,
    spool: path.join(state, 'spool'),
    launches: path.join(state, 'launches'),
    lockTurns: path.join(root, 'lock-turns'),
    vault: path.join(root, 'vault'),
    hooks: path.join(root, 'hooks'),
    lock: path.join(root, 'daemon.lock'),
    endpoint: path.join(root, 'daemon.json'),
    log: path.join(root, 'backbone.log'),
    tmuxConfig: path.join(root, 'tmux.conf'),
  };
}

/** Name of the tmux socket for a data directory: `backbone` for the usual place, one of its own for any other. */
export function tmuxSocketFor(root: string, environment: NodeJS.ProcessEnv = process.env): string {
  if (root === defaultRoot(environment)) return 'backbone';
  return `backbone-${createHash('sha256').update(root).digest('hex').slice(0, 12)}`;
}
