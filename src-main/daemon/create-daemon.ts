import { readdirSync, rmSync } from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import { adoptLaunches } from '../agents/adopt.ts';
import { createAgentStore } from '../agents/agent-store.ts';
import type { AgentsParts } from '../agents/agents-parts.ts';
import { takePaneEnd } from '../agents/endings.ts';
import { Fleet } from '../agents/fleet.ts';
import { rememberedOf, rememberLaunches } from '../agents/launch-memory.ts';
import { createLaunchStore } from '../agents/launch-store.ts';
import type { LaunchSecrets } from '../agents/launcher.ts';
import { SpoolWatcher } from '../agents/spool-watcher.ts';
import { Supervisor } from '../agents/supervisor.ts';
import { createDispatch } from '../api/dispatch.ts';
import type { Dispatch, FleetFeed, OpenTerminal } from '../api/doors.ts';
import { agentImplementations } from '../api/procedures/agents.ts';
import { auditImplementations } from '../api/procedures/audit.ts';
import { auditImportImplementations } from '../api/procedures/audit-import.ts';
import { questionImplementations } from '../api/procedures/questions.ts';
import { systemImplementations } from '../api/procedures/system.ts';
import { startServer } from '../api/server.ts';
import { Answerer } from '../approvals/answerer.ts';
import { ConsentQuestions } from '../approvals/consent-questions.ts';
import { QuestionBook } from '../approvals/question-book.ts';
import { createQuestionStore } from '../approvals/question-store.ts';
import { Questions } from '../approvals/questions.ts';
import { agentCredential } from '../authority/credentials.ts';
import { operatorKeyIn } from '../authority/operator-key.ts';
import type { Clock } from '../base/clock.ts';
import { type DataDirectory, tmuxSocketFor } from '../base/data-directory.ts';
import { Disposables } from '../base/disposable.ts';
import { BackboneError } from '../base/errors.ts';
import { KeyedLock } from '../base/keyed-lock.ts';
import { createLogger } from '../base/logger.ts';
import { writePrivateFile } from '../base/private-files.ts';
import { version } from '../base/version.ts';
import { InstalledRuntimes } from '../runtimes/installed.ts';
import { runtimes } from '../runtimes/runtimes.ts';
import { readEnvironmentFile } from '../secrets/environment-file.ts';
import { createRedactor } from '../secrets/redact.ts';
import { strippedNames } from '../secrets/strip-list.ts';
import { createSettings } from '../settings/settings.ts';
import { openDatabase } from '../storage/database.ts';
import { TerminalHub } from '../terminal/terminal-hub.ts';
import { openTmux } from '../tmux/open-tmux.ts';
import { takeDaemonLock } from './daemon-lock.ts';
import { checkWriting } from './doctor/audit.ts';
import { runDoctor } from './doctor.ts';
import { createFleetFeed } from './fleet-feed.ts';
import { initialise } from './initialise.ts';
import { installHooks } from './install-hooks.ts';
import { createOpenTerminal } from './open-terminal.ts';
import { ownEnvironment } from './own-environment.ts';
import { productFolder } from './product-folder.ts';
import { openRecords } from './records.ts';
import { recordRefusals } from './refusals.ts';
import { startRetention } from './retention.ts';
import { openSecretsCore } from './secrets-core.ts';

export interface DaemonOptions {
  readonly folders: DataDirectory;
  /** The environment of this process; agents inherit it without our secrets. */
  readonly environment: NodeJS.ProcessEnv;
  readonly clock: Clock;
  /** Takes one finished line of the log. */
  readonly writeLog: (line: string) => void;
  /** Called when a client asked the daemon to end. Whoever made it closes it. */
  readonly onShutDown: () => void;
}

/** The core: everything behind the doors, running. */
export interface Daemon {
  /** Such as `http://127.0.0.1:7120`. */
  readonly address: string;
  /** One way in for the doors of this process; the network has its own. */
  readonly dispatch: Dispatch;
  readonly feed: FleetFeed;
  readonly openTerminal: OpenTerminal;
  /** Lets running calls be answered, then lets go of everything. Agents go on. @returns how many */
  close(): Promise<number>;
}

/**
 * Starts the daemon of a data directory, which is made when it is missing, and takes up the agents that run.
 * @throws daemon_running, not_private, storage_busy, storage_failed, audit_damaged, tmux_missing, tmux_failed, address_taken
 */
export async function createDaemon(options: DaemonOptions): Promise<Daemon> {
  const held = new Disposables();
  try {
    return await compose(options, held);
  } catch (error) {
    await held.dispose();
    throw error;
  }
}

async function compose(
  { folders, environment, clock, writeLog, onShutDown }: DaemonOptions,
  held: Disposables,
): Promise<Daemon> {
  await initialise(folders);
  const lock = takeDaemonLock(folders.lock);
  held.defer(() => lock.release());
  const startedAt = clock.now();

  // Our secrets are values here and never part of this process's environment.
  const operatorKey = operatorKeyIn(readEnvironmentFile(folders.environmentFile));
  const redact = createRedactor(Object.values(readEnvironmentFile(folders.environmentFile)));
  const logger = createLogger(writeLog, clock.now, redact);
  const launchSecrets = (): LaunchSecrets => ({
    stripped: strippedNames(Object.keys(readEnvironmentFile(folders.environmentFile))),
    values: [operatorKey],
    credentialFor: (binding) => agentCredential(operatorKey, binding),
  });
  const inherited = ownEnvironment(environment, launchSecrets().stripped);

  const database = held.add(await openDatabase(folders.database));
  const settings = createSettings(database, clock);
  const records = held.add(await openRecords(folders, { clock, logger, redact }));
  const { audit } = records;
  installHooks(productFolder('hooks'), folders.hooks);
  // A launch that never read its file ended with the daemon that wrote it.
  for (const name of readdirSync(folders.launches))
    rmSync(path.join(folders.launches, name), { force: true });

  const tmux = held.add(
    await openTmux({
      socket: settings.get('tmux.socket') ?? tmuxSocketFor(folders.root, environment),
      configFile: folders.tmuxConfig,
      logger,
      environment: inherited,
    }),
  );
  const fleet = new Fleet((error) => logger.failure('fleet.listener', error));
  const supervisor = held.add(new Supervisor({ tmux, fleet, runtimes, clock, logger }));
  const installed = new InstalledRuntimes(Object.values(runtimes), inherited);
  const consents = new ConsentQuestions({ fleet, audit, clock, logger });
  const secrets = held.add(
    openSecretsCore({
      folders,
      database,
      audit,
      machine: records.machine,
      operatorKey,
      environment,
      clock,
      ask: consents.ask,
      openFor: (run) => consents.openFor(run),
      folderOf: (agentId) => fleet.byId(agentId)?.record.dir ?? null,
    }),
  );
  const agents: AgentsParts = {
    consent: (request, listen) => secrets.consent.obtain(request, true, listen),
    tmux,
    folders,
    clock,
    secrets: launchSecrets,
    inherited,
    fleet,
    supervisor,
    settings,
    audit,
    logger,
    runtimes,
    agents: createAgentStore(database),
    launches: createLaunchStore(database),
    remembered: (launchId) => rememberedOf(database, launchId),
    findProgram: (runtime) => installed.find(runtime),
    locks: new KeyedLock(),
  };
  const store = createQuestionStore(database);
  const book = held.add(new QuestionBook({ fleet, supervisor, store, audit, clock, logger }));
  const answerer = new Answerer({ tmux, fleet, supervisor, book, audit, settings, clock, logger });
  const questions = new Questions(book, consents, answerer, (error) =>
    logger.failure('question.listener', error),
  );
  supervisor.paneEnded.on((found) => {
    takePaneEnd(agents, found).catch((error: unknown) => logger.failure('launch.end', error));
  });
  await adoptLaunches(agents);
  book.restore();
  held.add(rememberLaunches(fleet, database, logger));
  held.add(new SpoolWatcher(folders.spool, (record) => supervisor.takeEvent(record), logger));
  held.add(startRetention({ questions: store, audit, settings, clock, logger }));

  const hub = held.add(new TerminalHub({ tmux, clock, logger }));
  const openTerminal = createOpenTerminal(fleet, hub);
  const feed = createFleetFeed(fleet, questions, logger);
  let address = '';
  const dispatch = createDispatch(
    {
      ...systemImplementations({
        self: () => ({
          version,
          pid: process.pid,
          startedAt,
          address,
          dataDirectory: folders.root,
          host: hostname(),
        }),
        tmux: async () => ({
          version: tmux.version,
          socket: tmux.socket,
          sessions: (await tmux.sessions()).length,
        }),
        fleet,
        questions,
        settings,
        audit,
        installed,
        auditState: () => records.state(),
        doctor: async () => [...(await runDoctor(folders, environment)), ...checkWriting(records.state())],
        shutDown: () => setImmediate(onShutDown),
      }),
      ...auditImplementations(records.reading, audit, logger),
      ...auditImportImplementations(audit, records.reading.reader),
      ...agentImplementations(agents, questions),
      ...questionImplementations(fleet, questions),
      ...secrets.implementations,
    },
    logger,
  );
  const server = await startServer({
    host: settings.get('backbone.host'),
    port: portOf(environment) ?? settings.get('backbone.port'),
    version,
    panel: productFolder('panel'),
    dispatch,
    authority: {
      operatorKey,
      liveLaunch: (launchId) => {
        const entry = fleet.byLaunch(launchId);
        return entry === undefined ? null : { agentId: entry.record.id, name: entry.record.name };
      },
    },
    feed,
    openTerminal,
    onRefused: recordRefusals(audit, clock, logger),
    clock,
    logger,
  });
  held.defer(() => server.close());
  ({ address } = server);

  const daemonActor = { door: 'daemon', name: null } as const;
  const record = (kind: 'daemon.started' | 'daemon.stopped', running: number) =>
    audit.append({
      kind,
      actor: daemonActor,
      agent: null,
      launch: null,
      details: { version, pid: process.pid, address, running },
    });
  const running = (): number => fleet.entries().filter(({ live }) => live !== null).length;
  await record('daemon.started', running());
  writePrivateFile(
    folders.endpoint,
    `${JSON.stringify({ pid: process.pid, address, startedAt, version })}\n`,
  );
  held.defer(() => rmSync(folders.endpoint, { force: true }));
  logger.log('info', 'daemon.started', { address, version, agents: running() });

  return {
    address,
    dispatch,
    feed,
    openTerminal,
    async close() {
      const agentsRunning = running();
      feed.announceStop(agentsRunning);
      await record('daemon.stopped', agentsRunning).catch((error: unknown) =>
        logger.failure('audit.append', error),
      );
      await held.dispose();
      return agentsRunning;
    },
  };
}

/** `BACKBONE_PORT` stands above the setting for one start; 0 takes any free port. @throws invalid_input */
function portOf(environment: NodeJS.ProcessEnv): number | null {
  const named = environment['BACKBONE_PORT'] ?? '';
  if (named === '') return null;
  if (/^\d{1,5}$/.test(named) && Number(named) <= 65_535) return Number(named);
  throw new BackboneError(
    'invalid_input',
    'BACKBONE_PORT is no port. Set a number from 0 to 65535, or unset it.',
  );
}
