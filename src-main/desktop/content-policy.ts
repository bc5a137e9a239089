/**
 * What the page may load. Nothing by default; scripts only from the panel itself; no connections at all, since
 * everything comes over the bridge.
 *
 * xterm writes its colours and sizes into `<style>` elements, which only `unsafe-inline` allows. Style attributes in
 * markup stay forbidden, and with no foreign address allowed anywhere a style can carry nothing out.
 */
export const contentPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "style-src-elem 'self' 'unsafe-inline'",
  "style-src-attr 'none'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "object-src 'none'",
].join('; ');

/** Headers of every answer under `app://`. */
export const panelHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': contentPolicy,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};
