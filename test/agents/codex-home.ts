import { type AgentHome, agentHome } from './agent-home.ts';

/** Makes a HOME and a project for the real Codex, against the model server at `port`. */
export function codexHome({
  port,
  trusted = true,
}: {
  readonly port: number;
  /** False: the question whether the folder is trusted comes up at the start. Default: true. */
  readonly trusted?: boolean;
}): Promise<AgentHome> {
  return agentHome('codex', (home, project) => ({
    files: {
      '.codex/config.toml': `
model = "gpt-5.5"
model_provider = "scripted"
check_for_update_on_startup = false
approval_policy = "on-request"
sandbox_mode = "workspace-write"
[model_providers.scripted]
name = "scripted"
base_url = "http://127.0.0.1:${port}/v1"
env_key = "SCRIPTED_KEY"
wire_api = "responses"
supports_websockets = false
request_max_retries = 1
stream_max_retries = 1
[analytics]
enabled = false
[feedback]
enabled = false
[features]
daemon_auto_start = false
apps = false
plugins = false
[notice.model_migrations]
"gpt-5.5" = "gpt-6-sol"
[tui]
screen_reader_detection_done = true
${trusted ? `[projects."${project}"]\ntrust_level = "trusted"` : ''}
`,
    },
    environment: { CODEX_HOME: `${home}/.codex`, SCRIPTED_KEY: 'sk-scripted' },
  }));
}
