/** The folders below one path, as the daemon listed them: names or absolute paths. */
export interface Listing {
  readonly parent: string;
  readonly folders: readonly string[];
}

const most = 8;

/**
 * The absolute paths to offer. `parent` is the folder in which the last part is typed; a listing of another
 * folder offers nothing. `path` is what is typed so far, empty to offer every folder.
 */
export function completions(listing: Listing | null, parent: string | null, path: string): readonly string[] {
  if (listing === null || parent === null || listing.parent !== parent) return [];
  const begun = (path.split('/').at(-1) ?? '').toLowerCase();
  return listing.folders
    .map((folder) => (folder.startsWith('/') ? folder : `${parent === '/' ? '' : parent}/${folder}`))
    .filter((folder) => {
      const name = folder.split('/').at(-1) ?? '';
      // Hidden folders come only when they are asked for.
      return (
        name.toLowerCase().startsWith(begun) && (begun !== '' || !name.startsWith('.')) && folder !== path
      );
    })
    .slice(0, most);
}
