// Who may import whom. test/architecture/layers.test.ts runs these rules over the house and breaks each one once.

/** Rooms of src-main from the ground up, each with the other rooms it may import. A new room is one more row. */
const rooms = {
  contract: [],
  base: ['contract'],
  practice: ['base'],
  storage: ['base', 'contract'],
  tmux: ['base', 'contract'],
  runtimes: ['base', 'contract'],
  backpack: ['base', 'contract'],
  lock: ['base', 'contract', 'storage', 'backpack'],
  vault: ['base', 'contract', 'storage', 'secrets', 'lock'],
  run: ['base', 'contract', 'secrets'],
  templates: ['base', 'contract'],
  archive: ['base', 'contract'],
  secrets: ['base', 'contract'],
  authority: ['base', 'contract'],
  settings: ['base', 'contract', 'storage'],
  audit: ['base', 'contract', 'storage', 'secrets', 'vault', 'backpack'],
  consent: ['base', 'contract', 'storage', 'settings', 'secrets', 'vault', 'lock', 'audit'],
  terminal: ['base', 'contract', 'tmux', 'runtimes'],
  agents: [
    'base',
    'contract',
    'storage',
    'tmux',
    'runtimes',
    'secrets',
    'authority',
    'settings',
    'audit',
    'consent',
    'terminal',
  ],
  approvals: [
    ...['base', 'contract', 'storage', 'tmux', 'runtimes', 'settings', 'audit', 'consent', 'terminal'],
    'agents',
  ],
  api: [
    'base',
    'contract',
    'settings',
    'authority',
    'audit',
    'secrets',
    'terminal',
    'runtimes',
    'vault',
    'lock',
    'consent',
    'agents',
    'approvals',
  ],
  daemon: [
    ...[
      'base',
      'contract',
      'storage',
      'tmux',
      'runtimes',
      'vault',
      'secrets',
      'authority',
      'settings',
      'audit',
    ],
    ...['lock', 'consent', 'terminal', 'agents', 'approvals', 'api'],
  ],
  client: ['base', 'contract', 'authority', 'secrets'],
  cli: [
    ...['base', 'contract', 'authority', 'secrets', 'audit', 'tmux', 'runtimes', 'vault', 'lock', 'run'],
    ...['templates', 'archive', 'client', 'daemon'],
  ],
  desktop: ['base', 'contract', 'authority', 'secrets', 'terminal', 'client', 'daemon'],
};

const roomRules = Object.entries(rooms).map(([room, allowed]) => ({
  name: `room-${room}`,
  comment: `Imports run one way, so that ${room} can be read, tested and changed with nothing but what stands below it.`,
  severity: 'error',
  from: { path: `^src-main/${room}/` },
  to: { path: '^src-main/', pathNot: [room, ...allowed].map((name) => `^src-main/${name}/`) },
}));

/** A package by its name, installed or not. */
const npm = (names) => `(^|/)node_modules/(${names})/|^(${names})(/|$)`;

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    ...roomRules,
    {
      name: 'room-without-row',
      comment: 'A room that stands in no row above would be under no rule.',
      severity: 'error',
      from: { path: '^src-main/[^/]+/', pathNot: Object.keys(rooms).map((room) => `^src-main/${room}/`) },
      to: {},
    },
    {
      name: 'contract-zod-only',
      comment:
        'The contract is shared with the panel and the bridge, where there is no Node and no DOM to count on.',
      severity: 'error',
      from: { path: '^src-main/contract/' },
      to: { pathNot: ['^src-main/contract/', npm('zod')] },
    },
    {
      name: 'electron-in-desktop-only',
      comment: 'Everything but the window runs on a server without a screen, where there is no Electron.',
      severity: 'error',
      from: { path: '^(src-main|src-renderer|scripts)/', pathNot: '^src-main/desktop/' },
      to: { path: npm('electron') },
    },
    {
      name: 'keytar-in-vault-only',
      comment:
        'One room answers for the keychain, whose library can end the process when it is called wrongly.',
      severity: 'error',
      from: { path: '^src-', pathNot: '^src-main/vault/' },
      to: { path: npm('keytar|@github/keytar') },
    },
    {
      name: 'sqlite-in-storage-only',
      comment:
        'One room opens the database with its pragmas; the audit verifier reads a foreign one, and the daemon holds its lock by one.',
      severity: 'error',
      from: { path: '^src-', pathNot: ['^src-main/(storage|audit)/', '^src-main/daemon/daemon-lock\\.ts$'] },
      to: { path: npm('better-sqlite3') },
    },
    {
      name: 'processes-in-few-places',
      comment: 'Programs start through base/run-command; only long-lived ones have a place of their own.',
      severity: 'error',
      from: {
        path: '^src-',
        pathNot: [
          '^src-main/base/run-command\\.ts$',
          '^src-main/tmux/control-client\\.ts$',
          '^src-main/cli/(daemon/start-detached|run-in-terminal|open-in-browser)\\.ts$',
          '^src-main/(practice|run)/',
        ],
      },
      to: { path: '^(node:)?child_process$' },
    },
    {
      name: 'renderer-sees-contract-and-bridge',
      comment: 'The panel runs in a browser as well: it knows what can be said, not how it is done.',
      severity: 'error',
      from: { path: '^src-renderer/' },
      to: {
        path: '^(src-|scripts|hooks|bench|test)',
        pathNot: ['^src-renderer/', '^src-main/contract/', '^src-preload/bridge\\.ts$'],
      },
    },
    {
      name: 'renderer-without-node',
      comment: 'A browser has no Node.',
      severity: 'error',
      from: { path: '^src-renderer/' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'preload-sees-contract',
      comment: 'The preload script runs in a sandbox that has Electron and nothing else.',
      severity: 'error',
      from: { path: '^src-preload/' },
      to: { pathNot: ['^src-preload/', '^src-main/contract/', npm('electron|zod')] },
    },
    {
      name: 'panel-code-stays-in-the-panel',
      comment:
        'Nothing outside of the panel runs in a browser; of the preload only its types and channel names are shared.',
      severity: 'error',
      from: { path: '^src-main/' },
      to: { path: '^(src-renderer/|src-preload/preload\\.ts$)' },
    },
    {
      name: 'preload-names-in-desktop-only',
      comment: 'The bridge has two ends: the preload script and the desktop room.',
      severity: 'error',
      from: { path: '^src-main/', pathNot: '^src-main/desktop/' },
      to: { path: '^src-preload/' },
    },
    {
      name: 'hooks-import-nothing',
      comment: 'Agents run hooks from a folder where nothing of ours is installed.',
      severity: 'error',
      from: { path: '^hooks/' },
      to: {},
    },
    {
      name: 'practice-imports-base-alone',
      comment:
        'The practice agent is a program like any other agent: it shares tools with us, and knows nothing of us.',
      severity: 'error',
      from: { path: '^src-main/practice/' },
      to: { path: '^(src-|scripts|hooks|bench|test)', pathNot: '^src-main/(practice|base)/' },
    },
    {
      name: 'product-without-tools',
      comment: 'What is shipped does not need what builds, measures or tests it.',
      severity: 'error',
      from: { path: '^src-' },
      to: { path: '^(scripts|bench|test)/' },
    },
    {
      name: 'no-circle',
      comment: 'Files that import each other in a circle can only be understood all at once.',
      severity: 'error',
      from: {},
      // A circle that only types close is gone at run time.
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default'] },
  },
};
