/** Names of files and folders that stay, in any folder, with the reason as people read it. */
const byName: readonly (readonly [RegExp, string])[] = [
  [/^\.git$/i, 'the history of git'],
  [/^node_modules$/i, 'packages that are installed again'],
  [/^\.env/i, 'may hold keys'],
  [/^\.(?:ssh|gnupg|aws|azure|kube|docker|netrc|npmrc|pypirc|pgpass|git-credentials)$/i, 'may hold keys'],
  [/^id_(?:rsa|dsa|ecdsa|ed25519)(?:_sk)?$/i, 'a private key'],
  [/\.(?:pem|key|p12|pfx|jks|keystore|kdbx|ppk|gpg)$/i, 'may be a private key'],
];

/** What a private key looks like inside of a file: one of age, one of anything that writes PEM. */
const keys = [/AGE-SECRET-KEY-1[0-9A-Z]{58}/i, /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----[\r\n]/];

/** @returns why a file or folder of that name (without path) is left out of an export; null when it travels */
export function leftOutByName(name: string): string | null {
  return byName.find(([pattern]) => pattern.test(name))?.[1] ?? null;
}

/** @returns why a file with these bytes is left out; null when it travels */
export function leftOutByContent(bytes: Buffer): string | null {
  const text = bytes.toString('latin1');
  return keys.some((key) => key.test(text)) ? 'a private key stands in it' : null;
}
