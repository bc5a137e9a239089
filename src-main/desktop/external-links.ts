import { shell } from 'electron';

/**
 * The address as it may be given to the system's browser, or null. Links come from agents: only https, without a
 * name or password in it, and written anew from its parsed form, so that what was checked is what is opened.
 */
export function externalAddress(link: string): string | null {
  const parsed = URL.parse(link);
  if (parsed === null || parsed.protocol !== 'https:') return null;
  if (parsed.username !== '' || parsed.password !== '') return null;
  return parsed.href;
}

/** Opens a link in the system's browser. The one place that does. @returns false when it is not one that may be opened */
export async function openExternally(link: string): Promise<boolean> {
  const address = externalAddress(link);
  if (address === null) return false;
  await shell.openExternal(address);
  return true;
}
