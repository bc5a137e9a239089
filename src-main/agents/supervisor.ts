import type { Clock } from '../base/clock.ts';
import { type Disposable, Disposables } from '../base/disposable.ts';
import { Emitter } from '../base/emitter.ts';
import type { Logger } from '../base/logger.ts';
import type { HookReading, Runtime, ScreenReading } from '../runtimes/runtime.ts';
import type { SpoolRecord } from '../runtimes/spool-record.ts';
import { screenOf } from '../terminal/screen.ts';
import type { SessionFacts, Tmux } from '../tmux/tmux.ts';
import type { Fleet, FleetEntry, Live } from './fleet.ts';
import { LookSchedule } from './look-schedule.ts';
import { type Observation, observe, reconsider, turnedBack } from './state.ts';

/**
 * Looks after an event: at once, when the dialog that it announces has been drawn, when the event no longer
 * stands above the screen (see `state.ts`), and when an unclear screen has had its time. Milliseconds.
 */
const looksAfterEvent = [0, 60, 250, 1_050, 2_100] as const;
/**
 * Without any sign of life a screen is looked at so often: what is drawn is always a sign, so that only what grows
 * doubtful with age needs it, and a fleet that rests must cost next to nothing. Milliseconds.
 */
const idleLook = 120_000;
/** tmux counts output in whole seconds; output later in the same second raises no new sign. Milliseconds. */
const activityUnit = 1_000;

export interface Observed {
  readonly agentId: string;
  readonly launchId: string;
  /** Epoch milliseconds. */
  readonly at: number;
}

/** What ended, as tmux tells it. */
export interface PaneEnd {
  readonly agentId: string;
  /** Null when the session was gone altogether. */
  readonly facts: SessionFacts | null;
}

interface Watch {
  readonly schedule: LookSchedule;
  activity: number;
  title: string;
}

/** Gathers facts about every live launch, from hooks and from the screen, and keeps the fleet's readings by them. */
export class Supervisor implements Disposable {
  readonly #tmux: Tmux;
  readonly #fleet: Fleet;
  readonly #runtimes: Readonly<Record<string, Runtime>>;
  readonly #clock: Clock;
  readonly #logger: Logger;
  readonly #watches = new Map<string, Watch>();
  readonly #held = new Set<string>();
  readonly #disposables = new Disposables();
  /** A screen was read. */
  readonly observed: Emitter<Observed & { readonly screen: ScreenReading }>;
  /** A hook reported. */
  readonly reported: Emitter<Observed & { readonly hook: HookReading }>;
  /** A pane's terminal was closed, or its session went. Whoever listens ends the launch. */
  readonly paneEnded: Emitter<PaneEnd>;

  constructor(parts: {
    tmux: Tmux;
    fleet: Fleet;
    runtimes: Readonly<Record<string, Runtime>>;
    clock: Clock;
    logger: Logger;
  }) {
    this.#tmux = parts.tmux;
    this.#fleet = parts.fleet;
    this.#runtimes = parts.runtimes;
    this.#clock = parts.clock;
    this.#logger = parts.logger;
    const onFailure = (error: unknown): void => parts.logger.failure('supervisor.listener', error);
    this.observed = new Emitter(onFailure);
    this.reported = new Emitter(onFailure);
    this.paneEnded = new Emitter(onFailure);
    this.#disposables.add(this.#tmux.changed.on((sessions) => this.#compare(sessions)));
    this.#disposables.add(this.#tmux.lost.on(() => this.#compare([])));
  }

  /** Begins to watch the live launch of an agent. */
  watch(agentId: string): void {
    this.unwatch(agentId);
    const schedule = new LookSchedule(() => this.#look(agentId), this.#clock);
    this.#watches.set(agentId, { schedule, activity: 0, title: '' });
    schedule.after(...looksAfterEvent);
  }

  unwatch(agentId: string): void {
    this.#watches.get(agentId)?.schedule.dispose();
    this.#watches.delete(agentId);
  }

  /** While an agent is held, the end of its pane is not reported: whoever holds it is ending it. */
  hold(agentId: string): void {
    this.#held.add(agentId);
  }

  release(agentId: string): void {
    this.#held.delete(agentId);
  }

  /** Asks for a look at once; for whoever has just typed or read something. */
  lookSoon(agentId: string): void {
    this.#watches.get(agentId)?.schedule.after(...looksAfterEvent);
  }

  /** Takes one event from the spool. Events of a launch that does not go on are ignored. */
  takeEvent(record: SpoolRecord): void {
    const entry = this.#fleet.byLaunch(record.launchId);
    // An agent started inside of another one reports with the other's launch id, but names its own runtime.
    if (entry === undefined || record.runtime !== entry.record.runtime) return;
    const hook = this.#runtimes[entry.record.runtime]?.readHook(record.payload) ?? null;
    if (hook === null) return;
    // A file's time may lie ahead when the clock was turned back; no fact comes from the future.
    const at = Math.min(record.at, this.#clock.now());
    this.#note(entry.record.id, { kind: 'hook', at, reading: hook });
    if (hook.lastMessage !== null) this.#fleet.update(entry.record.id, { lastMessage: hook.lastMessage });
    this.reported.emit({ agentId: entry.record.id, launchId: record.launchId, at, hook });
    this.#watches.get(entry.record.id)?.schedule.after(...looksAfterEvent);
  }

  /**
   * Reads the screen of a live agent now and notes what it says.
   * @returns null when the agent does not run or its screen cannot be read
   */
  async read(agentId: string): Promise<ScreenReading | null> {
    const entry = this.#fleet.byId(agentId);
    const runtime = entry === undefined ? undefined : this.#runtimes[entry.record.runtime];
    if (entry?.live == null || runtime === undefined) return null;
    const { launch } = entry.live;
    const screen = runtime.observe(screenOf(await this.#tmux.capture(launch.pane)));
    const at = this.#clock.now();
    this.#note(agentId, { kind: 'screen', at, reading: screen });
    this.observed.emit({ agentId, launchId: launch.id, at, screen });
    return screen;
  }

  async dispose(): Promise<void> {
    for (const agentId of [...this.#watches.keys()]) this.unwatch(agentId);
    await this.#disposables.dispose();
  }

  async #look(agentId: string): Promise<void> {
    try {
      await this.read(agentId);
    } catch (error) {
      this.#logger.failure('screen.read', error);
      await this.#recount();
    }
    this.#reconsider(agentId);
    this.#watches.get(agentId)?.schedule.atLatest(idleLook);
  }

  /** After a screen could not be read: perhaps its session is gone, and nothing has told us yet. */
  async #recount(): Promise<void> {
    try {
      this.#compare(await this.#tmux.sessions());
    } catch (error) {
      this.#logger.failure('sessions.read', error);
    }
  }

  #compare(sessions: readonly SessionFacts[]): void {
    const byName = new Map(sessions.map((facts) => [facts.name, facts]));
    for (const entry of this.#fleet.entries()) {
      if (entry.live === null || this.#held.has(entry.record.id)) continue;
      const named = byName.get(entry.record.name);
      // A pane of that name that is not this launch's stands in a session that a person made since.
      const facts = named?.pane === entry.live.launch.pane ? named : null;
      if (facts === null || facts.dead) this.paneEnded.emit({ agentId: entry.record.id, facts });
      else this.#follow(entry, entry.live, facts);
    }
  }

  #follow(entry: FleetEntry, live: Live, facts: SessionFacts): void {
    const watch = this.#watches.get(entry.record.id);
    if (watch === undefined) return;
    if (facts.columns !== live.launch.columns || facts.rows !== live.launch.rows) {
      const launch = { ...live.launch, columns: facts.columns, rows: facts.rows };
      this.#fleet.update(entry.record.id, { live: { ...live, launch } });
    }
    if (facts.activity === watch.activity && facts.title === watch.title) return;
    watch.activity = facts.activity;
    watch.title = facts.title;
    const secondEnds = (facts.activity + 1) * activityUnit - this.#clock.now();
    watch.schedule.after(0, Math.min(Math.max(0, secondEnds), activityUnit) + 50);
  }

  #note(agentId: string, observation: Observation): void {
    const live = this.#fleet.byId(agentId)?.live;
    if (live == null) return;
    const known = turnedBack(live.knowledge, this.#clock.now());
    this.#fleet.update(agentId, { live: { ...live, knowledge: observe(known, observation) } });
  }

  #reconsider(agentId: string): void {
    const live = this.#fleet.byId(agentId)?.live;
    if (live == null) return;
    const now = this.#clock.now();
    const knowledge = reconsider(turnedBack(live.knowledge, now), now);
    this.#fleet.update(agentId, { live: { ...live, knowledge } });
  }
}
