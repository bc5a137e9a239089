/** How one kind of failure looks at every door. */
export interface ErrorKind {
  /** HTTP status of the answer. */
  readonly status: number;
  /** Exit status of the `backbone` command. */
  readonly exit: number;
  /** What the code means, for the documentation page. */
  readonly meaning: string;
}

/**
 * The closed list of errors. A failure that is in no row is a bug and leaves as `internal`.
 * Exit statuses are grouped: 2 wrong usage, 3 not found, 4 refused by the present state, 5 not allowed,
 * 6 the daemon or the system around it is not ready, 7 the audit log was touched, 70 a bug of ours. An agent.lock has
 * one for each way of not being opened, 20 to 29; `run` keeps the shell's 126 and 127.
 */
export const errorKinds = {
  invalid_input: { status: 422, exit: 2, meaning: 'A value does not have the required form.' },
  unauthenticated: { status: 401, exit: 5, meaning: 'No valid credential came with the request.' },
  forbidden: { status: 403, exit: 5, meaning: 'The credential is valid but may not do this.' },
  not_found: {
    status: 404,
    exit: 3,
    meaning: 'There is no registered agent, question or page of that name.',
  },
  too_large: { status: 413, exit: 2, meaning: 'The request is larger than the documented bound.' },
  name_taken: {
    status: 409,
    exit: 4,
    meaning: 'Another agent already has that name, or one that differs only by case.',
  },
  ambiguous: { status: 409, exit: 4, meaning: 'Several agents share that folder; the name must be given.' },
  agent_running: {
    status: 409,
    exit: 4,
    meaning: 'The agent runs, and this can only be done while it is stopped.',
  },
  agent_offline: { status: 409, exit: 4, meaning: 'The agent does not run.' },
  not_waiting: { status: 409, exit: 4, meaning: 'No permission dialog is on screen. Nothing was typed.' },
  changed: {
    status: 409,
    exit: 4,
    meaning: 'The dialog is not the one that was looked at. Nothing was typed.',
  },
  not_permission: {
    status: 409,
    exit: 4,
    meaning: 'The dialog is not one that may be answered from outside; a person answers it in the terminal.',
  },
  not_cleared: { status: 409, exit: 4, meaning: 'A key was sent, and the dialog is still on screen.' },
  answering: {
    status: 409,
    exit: 4,
    meaning: 'The question is being answered by someone else at this moment.',
  },
  folder_missing: { status: 409, exit: 4, meaning: 'The folder does not exist or is not a folder.' },
  runtime_missing: { status: 409, exit: 4, meaning: 'The program of that runtime is not installed.' },
  unsupported: { status: 409, exit: 4, meaning: 'The runtime has no way to do this.' },
  launch_failed: { status: 409, exit: 4, meaning: 'The agent was not started, or ended while it started.' },
  leak_found: {
    status: 409,
    exit: 4,
    meaning: 'The new process held a secret it must not have; it was ended.',
  },
  still_running: { status: 409, exit: 4, meaning: 'Some processes did not end; they are named.' },
  record_failed: {
    status: 503,
    exit: 6,
    meaning: 'The entry that must come before the act could not be written, so nothing was done.',
  },
  audit_damaged: {
    status: 503,
    exit: 7,
    meaning:
      'The audit log was touched by someone else; nothing is recorded until a person has looked at it.',
  },
  not_damaged: { status: 409, exit: 4, meaning: 'The audit log is whole; there is nothing to set aside.' },
  nothing_closed: {
    status: 409,
    exit: 4,
    meaning: 'The audit log has no such closed segments to archive or to take away.',
  },
  file_exists: { status: 409, exit: 4, meaning: 'A file of that name is there, and was not overwritten.' },
  already_imported: { status: 409, exit: 4, meaning: 'The same file was imported before.' },
  lock_missing: { status: 404, exit: 20, meaning: 'There is no agent.lock in the folder.' },
  lock_not_ours: {
    status: 409,
    exit: 21,
    meaning: 'The lock is sealed to other recipients than the identity that was tried.',
  },
  wrong_passphrase: { status: 409, exit: 22, meaning: 'The passphrase does not open it.' },
  lock_corrupted: {
    status: 409,
    exit: 23,
    meaning: 'The lock is no whole age file, or what is inside is no lock.',
  },
  lock_version: { status: 409, exit: 24, meaning: 'A newer Backbone wrote the lock.' },
  lock_not_file: { status: 409, exit: 25, meaning: 'What lies in the place of the lock is not a file.' },
  passphrase_needed: {
    status: 409,
    exit: 26,
    meaning: 'It is sealed with a passphrase, and none was given.',
  },
  lock_old: {
    status: 409,
    exit: 27,
    meaning: 'Backpack 1.0 wrote the lock; it is migrated before it is used.',
  },
  consent_needed: {
    status: 409,
    exit: 28,
    meaning: 'A person must accept the lock or allow the keys first; nothing was handed out.',
  },
  consent_denied: { status: 403, exit: 29, meaning: 'A person said no.' },
  vault_locked: { status: 503, exit: 6, meaning: 'The sealed vault is closed.' },
  plaintext_backend: {
    status: 503,
    exit: 6,
    meaning: 'The keyring that answers keeps secrets in plain text, and is not used.',
  },
  key_unknown: { status: 404, exit: 3, meaning: 'The vault has no key of that name.' },
  key_exists: { status: 409, exit: 4, meaning: 'The vault has a key of that name already.' },
  unsafe_archive: {
    status: 409,
    exit: 4,
    meaning: 'The archive holds what may not be unpacked; nothing was written.',
  },
  program_missing: { status: 409, exit: 127, meaning: 'The program to run was not found.' },
  program_not_executable: { status: 409, exit: 126, meaning: 'The program to run cannot be run.' },
  wrong_key: { status: 409, exit: 4, meaning: 'The key does not open what it was given for.' },
  keyring_absent: { status: 503, exit: 6, meaning: 'No keyring service answers on this machine.' },
  keyring_locked: { status: 503, exit: 6, meaning: 'The keyring is locked.' },
  key_missing: { status: 503, exit: 6, meaning: 'A key of ours is not where it was put.' },
  key_empty: { status: 503, exit: 6, meaning: 'A key of ours is there, and its value is empty or no key.' },
  tmux_missing: { status: 503, exit: 6, meaning: 'tmux is not installed or too old.' },
  tmux_failed: { status: 503, exit: 6, meaning: 'tmux refused a command or is gone.' },
  storage_busy: { status: 503, exit: 6, meaning: 'Another process holds the database.' },
  storage_failed: { status: 503, exit: 6, meaning: 'The database cannot be read or written.' },
  not_private: {
    status: 503,
    exit: 6,
    meaning: 'A file or folder of ours is not private, or belongs to someone else.',
  },
  daemon_running: { status: 409, exit: 4, meaning: 'A daemon already holds this data directory.' },
  daemon_unreachable: { status: 503, exit: 6, meaning: 'No daemon answers for this data directory.' },
  daemon_slow: {
    status: 504,
    exit: 6,
    meaning: 'The daemon did not answer in time; what was asked may still happen.',
  },
  not_initialised: { status: 503, exit: 6, meaning: 'There is no data directory yet.' },
  address_taken: { status: 503, exit: 6, meaning: 'Another program listens on the address.' },
  node_too_old: {
    status: 503,
    exit: 6,
    meaning: 'The database needs a newer Node.js than runs the command.',
  },
  internal: { status: 500, exit: 70, meaning: 'A bug of ours. The log has the cause.' },
} as const satisfies Record<string, ErrorKind>;

/** A code from the closed list. */
export type ErrorCode = keyof typeof errorKinds;

/** True when `value` is a code of the closed list. */
export function isErrorCode(value: unknown): value is ErrorCode {
  return typeof value === 'string' && Object.hasOwn(errorKinds, value);
}
