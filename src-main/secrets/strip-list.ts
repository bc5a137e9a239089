/** Names under which Backbone's own secrets reach it. No agent ever inherits them. */
const ownNames = [
  'BACKBONE_API_KEY',
  'GITHUB_TOKEN',
  'GITHUB_WEBHOOK_SECRET',
  'GITHUB_APP_ID',
  'GITHUB_APP_PRIVATE_KEY_PATH',
  'TELEGRAM_TOKEN',
  'BACKBONE_DATABASE_URL',
  'AGENT_MASTER_KEY',
] as const;

/**
 * Names that are taken out of every agent's environment: our own and each one assigned in `.env`. A list, not a
 * sweep: whatever else a person exported reaches the agent as before.
 * @param fileNames the names assigned in `.env`
 */
export function strippedNames(fileNames: Iterable<string>): string[] {
  return [...new Set([...ownNames, ...fileNames])];
}
