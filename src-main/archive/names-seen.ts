import { foldedName } from './entry-name.ts';

/** The files and folders that were named so far, so that no two of them can meet on a disk. */
export interface NamesSeen {
  /** @returns why `name` cannot stand beside the others, as the end of a sentence; null when it can, and is remembered */
  add(name: string, kind: 'file' | 'folder'): string | null;
}

export function namesSeen(): NamesSeen {
  const seen = new Map<string, { name: string; kind: 'file' | 'folder'; isNamed: boolean }>();

  /** A folder on the way to a name: it may be there already, by exactly this name. */
  function passes(folder: string): string | null {
    const key = foldedName(folder);
    const before = seen.get(key);
    if (before === undefined) seen.set(key, { name: folder, kind: 'folder', isNamed: false });
    else if (before.kind === 'file') return `needs a folder in the place of the file "${before.name}"`;
    else if (before.name !== folder)
      return `lies in a folder that differs from "${before.name}" only in spelling`;
    return null;
  }

  return {
    add(name, kind) {
      const parts = name.split('/');
      for (let depth = 1; depth < parts.length; depth += 1) {
        const problem = passes(parts.slice(0, depth).join('/'));
        if (problem !== null) return problem;
      }
      const key = foldedName(name);
      const before = seen.get(key);
      if (before === undefined) {
        seen.set(key, { name, kind, isNamed: true });
        return null;
      }
      if (before.name !== name) return `differs from "${before.name}" only in spelling`;
      if (before.kind !== kind) return 'is a file and a folder at once';
      if (before.isNamed) return 'is there twice';
      before.isNamed = true;
      return null;
    },
  };
}
