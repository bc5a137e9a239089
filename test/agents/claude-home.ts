import { type AgentHome, agentHome } from './agent-home.ts';

/** A made-up key; Claude Code knows an approved one by its last 20 characters. */
const key = 'sk-ant-api03-scripted-0000000000000000000000000000';

export interface ClaudeHomeOptions {
  /** Port of the model server. */
  readonly port: number;
  /** False: the question whether the folder is trusted comes up at the start. Default: true. */
  readonly trusted?: boolean;
  /** False: the question whether the key may be used comes up at the start. Default: true. */
  readonly keyApproved?: boolean;
}

/** Makes a HOME and a project for the real Claude Code, against the model server at `port`. */
export function claudeHome({
  port,
  trusted = true,
  keyApproved = true,
}: ClaudeHomeOptions): Promise<AgentHome> {
  return agentHome('claude', (_, project) => ({
    files: {
      '.claude.json': JSON.stringify({
        hasCompletedOnboarding: true,
        lastOnboardingVersion: '99.0.0',
        theme: 'dark',
        numStartups: 5,
        autoUpdates: false,
        officialMarketplaceAutoInstallAttempted: true,
        customApiKeyResponses: { approved: keyApproved ? [key.slice(-20)] : [], rejected: [] },
        projects: {
          [project]: {
            hasTrustDialogAccepted: trusted,
            hasCompletedProjectOnboarding: true,
            projectOnboardingSeenCount: 4,
          },
        },
      }),
    },
    environment: {
      ANTHROPIC_BASE_URL: `http://127.0.0.1:${port}`,
      ANTHROPIC_API_KEY: key,
      ANTHROPIC_MODEL: 'claude-sonnet-4-6',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      DISABLE_AUTOUPDATER: '1',
      DISABLE_TELEMETRY: '1',
      DISABLE_ERROR_REPORTING: '1',
    },
  }));
}
