/** A folder as people write it: the home folder as `~`. `home` is null while it is not known. */
export function tilde(path: string, home: string | null): string {
  if (home === null || home === '/' || home === '') return path;
  if (path === home) return '~';
  return path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path;
}

/** The same in at most `limit` characters where that can be: the middle goes, `~/work/…/checkout`. */
export function shortFolder(path: string, home: string | null, limit = 44): string {
  const whole = tilde(path, home);
  if (whole.length <= limit) return whole;
  const parts = whole.split('/');
  const last = parts.at(-1) ?? '';
  const head = parts.slice(0, 2);
  const kept = parts.slice(2, -1);
  while (kept.length > 0) {
    kept.shift();
    const shorter = [...head, '…', ...kept, last].join('/');
    if (shorter.length <= limit) return shorter;
  }
  return ['…', last].join('/');
}

/** The absolute path that was typed: `~` becomes the home folder, a slash at the end goes. Null when it is not absolute. */
export function absolute(typed: string, home: string | null): string | null {
  const text = typed.trim();
  const path = home !== null && (text === '~' || text.startsWith('~/')) ? home + text.slice(1) : text;
  if (!path.startsWith('/')) return null;
  return path.length > 1 ? path.replace(/\/+$/, '') || '/' : path;
}

/** The last part of a path, which is the name an agent gets from it; empty for `/`. */
export function folderName(path: string): string {
  return path.split('/').filter(Boolean).at(-1) ?? '';
}
