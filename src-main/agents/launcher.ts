import { randomBytes } from 'node:crypto';
import { rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Clock } from '../base/clock.ts';
import type { DataDirectory } from '../base/data-directory.ts';
import { BackboneError } from '../base/errors.ts';
import { writePrivateFile } from '../base/private-files.ts';
import type { ConsentGrant } from '../consent/grant.ts';
import type { LaunchContext, Runtime } from '../runtimes/runtime.ts';
import { launchFileContent } from '../secrets/launch-file.ts';
import { processEnvironment } from '../secrets/process-environment.ts';
import type { SessionFacts, Tmux } from '../tmux/tmux.ts';
import type { AgentRecord, LaunchRecord } from './agent-record.ts';
import { endProcesses } from './end-processes.ts';
import { writeInstructions } from './instructions.ts';
import { withStatus } from './launch-end.ts';
import { launchEnvironment } from './launch-environment.ts';
import { leakFinding } from './leak-finding.ts';
import { paneCommand } from './pane-command.ts';
import { linuxProcess } from './process-table.ts';
import { processesOf } from './process-tree.ts';

/** Within the desktop app the Node that runs our own programs is Electron, which must be told to be Node. */
const asNode = 'electron' in process.versions ? ['ELECTRON_RUN_AS_NODE=1'] : [];

/** From the session's birth to the program in place of the loader, milliseconds. A loaded machine needs a second. */
const loaderPatience = 10_000;
const pollEvery = 10;

/** Secrets of ours at the moment of a launch. */
export interface LaunchSecrets {
  /** Names that no agent inherits. */
  readonly stripped: readonly string[];
  /**
   * Values that must not be found in an agent under any name: the operator's key. Not those of other services: a
   * person may have exported the same token under a name of their own.
   */
  readonly values: readonly string[];
  credentialFor(launch: { readonly agentId: string; readonly launchId: string }): string;
}

export interface LaunchParts {
  readonly tmux: Tmux;
  readonly folders: DataDirectory;
  readonly clock: Clock;
  /** Read anew for each launch: `.env` may have changed. */
  readonly secrets: () => LaunchSecrets;
  /** Environment of the daemon, which never holds `.env`. */
  readonly inherited: NodeJS.ProcessEnv;
}

/** What a launch is made of, decided before anything happens. */
export interface LaunchPlan {
  readonly record: LaunchRecord;
  readonly agent: AgentRecord;
  readonly runtime: Runtime;
  /** Absolute path of the program. */
  readonly program: string;
  readonly operationId: string;
  readonly grant: ConsentGrant;
}

/** A launch whose process is there. */
export type StartedLaunch = LaunchRecord & { readonly pane: string; readonly pid: number };

export function newLaunchId(): string {
  return randomBytes(16).toString('hex');
}

/**
 * Creates the session of a launch and waits until the program runs in it.
 * @returns the record with what is known now, and the facts of a pane that ended at once
 * @throws folder_missing, launch_failed, leak_found, tmux_failed; no session is left behind
 */
export async function launch(
  plan: LaunchPlan,
  parts: LaunchParts,
): Promise<{ record: StartedLaunch; ended: SessionFacts | null }> {
  const { agent, runtime, record } = plan;
  if (statSync(agent.dir, { throwIfNoEntry: false })?.isDirectory() !== true) {
    throw new BackboneError(
      'folder_missing',
      `${agent.dir} is not a folder any more. Start "${agent.name}" from its new place with --name.`,
    );
  }
  const context: LaunchContext = {
    program: plan.program,
    dir: agent.dir,
    model: agent.model,
    hooks: parts.folders.hooks,
    instructions: writeInstructions(parts.folders, record.id, plan.grant.personality),
  };
  for (const [name, content] of Object.entries(runtime.hookFiles(parts.folders.hooks))) {
    writePrivateFile(path.join(parts.folders.hooks, name), content);
  }
  const secrets = parts.secrets();
  const credential = secrets.credentialFor({ agentId: agent.id, launchId: record.id });
  const environment = launchEnvironment(
    {
      agent,
      launchId: record.id,
      operationId: plan.operationId,
      credential,
      stateFolder: parts.folders.state,
      dataFolder: parts.folders.root,
      grant: plan.grant,
    },
    parts.inherited,
    secrets.stripped,
  );
  // The tmux server may have been started where these were exported.
  const without = [...secrets.stripped, ...plan.grant.without.map(({ name }) => name)];
  const { content, digest } = launchFileContent({ ...environment, ...runtime.environmentFor(context) });
  const file = path.join(parts.folders.launches, `${record.id}.env`);
  writePrivateFile(file, content);
  try {
    const session = await parts.tmux.create({
      name: agent.name,
      dir: agent.dir,
      columns: record.columns,
      rows: record.rows,
      without,
      command: paneCommand({
        without,
        settings: runtime.bundled === null ? [] : asNode,
        loader: path.join(parts.folders.hooks, 'launch'),
        file,
        digest,
        program: runtime.argumentsFor(context),
      }),
    });
    const started = {
      ...record,
      pane: session.pane,
      pid: session.pid,
      pidStarted: linuxProcess(session.pid)?.started ?? null,
    };
    try {
      const ended = await programStarted(started, agent.name, file, parts);
      if (ended !== null) return { record: started, ended };
      const leak = leakFinding(agent, started, secrets, plan.grant.values);
      return { record: { ...started, ...leak }, ended: null };
    } catch (error) {
      await endProcesses(
        (known) =>
          processesOf({ launchId: record.id, pid: session.pid, pidStarted: started.pidStarted }, known),
        0,
        parts.clock,
      );
      await parts.tmux.kill(agent.name);
      throw error;
    }
  } finally {
    rmSync(file, { force: true });
  }
}

/**
 * Resolves with null once the loader has become the program, or with the facts of a pane that ended before.
 * The program is there when its environment holds the launch's id, which comes from the private file alone.
 */
async function programStarted(
  record: StartedLaunch,
  session: string,
  file: string,
  parts: LaunchParts,
): Promise<SessionFacts | null> {
  const deadline = parts.clock.elapsed() + loaderPatience;
  const runs = (): boolean => {
    const environment = processEnvironment(record.pid);
    if (environment !== null) return environment['BACKBONE_LAUNCH_ID'] === record.id;
    // Where the system does not tell, the file that the loader has read and removed is the sign.
    return process.platform !== 'linux' && statSync(file, { throwIfNoEntry: false }) === undefined;
  };
  for (let round = 1; !runs(); round += 1) {
    if (round % 10 === 0) {
      const facts = (await parts.tmux.sessions()).find(({ name }) => name === session);
      if (facts === undefined)
        throw new BackboneError(
          'launch_failed',
          `The tmux session of "${session}" was gone before its program ran.`,
        );
      if (facts.dead) return (await withStatus(facts, parts.tmux, parts.clock)) ?? facts;
    }
    if (parts.clock.elapsed() >= deadline) {
      throw new BackboneError(
        'launch_failed',
        `The program of "${session}" did not begin within ${loaderPatience / 1000} s. The machine may be overloaded; try again.`,
      );
    }
    await wait(pollEvery);
  }
  return null;
}
