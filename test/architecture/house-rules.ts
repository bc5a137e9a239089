/** Rules about the text of files that no tool has. Each returns one line for each break. */

/** A text file of the project: path from its root, and content. */
export interface ProjectFile {
  readonly path: string;
  readonly content: string;
}

/** Whose homes may stand in samples: nobody's. */
const madeUp = ['user', 'someone', 'mira', 'miranda', 'w'].join('|');

/** Joined, so that this file does not break its own rule. */
const absolutePaths = ['/(?:work|root|Users)/', ['/home', `/(?!(?:${madeUp})\\b)`].join('')].join('|');
const registryHosts = [
  '(?:registry|mirror|artifactory|nexus|verdaccio)[\\w.-]*\\.[a-z]{2,}/',
  'npmjs\\.org',
].join('|');

/** Where a file was made is nobody's business, and holds nowhere else. */
export function machineTraces(files: readonly ProjectFile[]): readonly string[] {
  const pattern = new RegExp(`(?<![\\w.~-])(?:${absolutePaths})[\\w.-]*|//[\\w.-]*(?:${registryHosts})`, 'g');
  return files.flatMap(({ path, content }) =>
    [...content.matchAll(pattern)].map(([found]) => `${path}: ${found}`),
  );
}

/** A tool that is silenced in one place is no gate any more. */
export function silencedTools(files: readonly ProjectFile[]): readonly string[] {
  const silencers = [
    ['@ts', '(?:ignore|expect-error|nocheck)'],
    ['eslint', 'disable'],
    ['biome', 'ignore'],
  ];
  const pattern = new RegExp(silencers.map((parts) => parts.join('-')).join('|'), 'g');
  return files.flatMap(({ path, content }) =>
    [...content.matchAll(pattern)].map(([found]) => `${path}: ${found}`),
  );
}

/** tmux has traps that end all agents at once: one room knows them, and starts it. */
export function strayTmux(files: readonly ProjectFile[]): readonly string[] {
  const starts = /\b(?:spawn|runCommand|execFile|fork)\w*\(\s*['"`]tmux\b/;
  return files
    .filter(({ path }) => path.startsWith('src-') && !path.startsWith('src-main/tmux/'))
    .filter(({ content }) => starts.test(content))
    .map(({ path }) => `${path} starts tmux`);
}

/** The same versions for everyone, whatever was published meanwhile. */
export function looseVersions(dependencies: Readonly<Record<string, string>>): readonly string[] {
  const exact = /^(?:npm:(?:@[\w.-]+\/)?[\w.-]+@)?\d+\.\d+\.\d+(?:-[\w.]+)?$/;
  return Object.entries(dependencies)
    .filter(([, version]) => !exact.test(version))
    .map(([name, version]) => `${name}: ${version}`);
}

/** One entry of the lock file. */
export interface LockedPackage {
  readonly integrity?: string | undefined;
  readonly resolved?: string | undefined;
}

/** What npm installs is checked against its digest, and comes from wherever the person's npm gets things. */
export function looseLocks(packages: Readonly<Record<string, LockedPackage>>): readonly string[] {
  return Object.entries(packages)
    .filter(([name]) => name !== '')
    .flatMap(([name, { integrity, resolved }]) => [
      ...(integrity === undefined ? [`${name} has no digest`] : []),
      ...(resolved === undefined ? [] : [`${name} names a host`]),
    ]);
}
