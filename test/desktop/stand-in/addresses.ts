/** Chromium itself goes to no scheme of ours, so each host of it has an intercepted https origin that exists nowhere. */
const suffix = '.app.invalid';

/** What Chromium is told for an address of the app. Other addresses stay as they are. */
export function toBrowser(address: string): string {
  return address.replace(/^app:\/\/([^/]+)/, `https://$1${suffix}`);
}

/** The app's own address for one of Chromium's. Other addresses stay as they are. */
export function fromBrowser(address: string): string {
  const { host } = new URL(address);
  return host.endsWith(suffix)
    ? address.replace(`https://${host}`, `app://${host.slice(0, -suffix.length)}`)
    : address;
}
