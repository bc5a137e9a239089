/** A shorter value would black out harmless text. */
const shortestSecret = 6;

/**
 * Makes a function that replaces every one of `secrets` in a text by `[redacted]`, also where JSON has escaped it
 * or an address has percent-encoded it.
 */
export function createRedactor(secrets: Iterable<string>): (text: string) => string {
  const forms = new Set<string>();
  for (const secret of secrets) {
    if (secret.length < shortestSecret) continue;
    forms.add(secret);
    forms.add(JSON.stringify(secret).slice(1, -1));
    forms.add(encodeURIComponent(secret.toWellFormed()));
  }
  // The longest first: one secret may be a part of another.
  const ordered = [...forms].sort((a, b) => b.length - a.length);
  return (text) => ordered.reduce((rest, form) => rest.replaceAll(form, '[redacted]'), text);
}
