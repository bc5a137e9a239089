const place = 'backbone.key';

/**
 * The operator's key for this tab. It comes in the address behind `#`, which no server sees, is taken out of
 * the address at once and kept for this tab only. Null when none ever came.
 */
export function takeCredential(): string | null {
  const key = new URLSearchParams(location.hash.slice(1)).get('key');
  if (key !== null && key !== '') {
    sessionStorage.setItem(place, key);
    history.replaceState(null, '', location.pathname + location.search);
  }
  return sessionStorage.getItem(place);
}
