/** What a new agent's process must not hold. */
export interface LeakRules {
  /** Names taken out of every agent's environment. */
  readonly stripped: readonly string[];
  /** Our own values, whatever name they stand under. */
  readonly secrets: readonly string[];
  /** Variables that we gave the launch on purpose: only with exactly this value. */
  readonly given: Readonly<Record<string, string>>;
}

/** A shorter value is found in harmless text by chance. */
const shortestSecret = 8;

/**
 * Names of variables in `environment` that leak: a stripped name with a value that we did not give, or any value
 * that holds one of our secrets. Sorted; empty when clean. Values are never told.
 */
export function findLeaks(environment: Readonly<Record<string, string>>, rules: LeakRules): string[] {
  const stripped = new Set(rules.stripped);
  const secrets = rules.secrets.filter((secret) => secret.length >= shortestSecret);
  const given = new Map(Object.entries(rules.given));
  return Object.entries(environment)
    .filter(([name, value]) => {
      if (secrets.some((secret) => value.includes(secret))) return true;
      // An empty value is the session's shadow over the server's own.
      return stripped.has(name) && value !== '' && value !== given.get(name);
    })
    .map(([name]) => name)
    .sort();
}
