import { askedWords } from '../text/questions.ts';
import type { FleetMessage } from '../transport/incoming.ts';
import { announce } from './announcement.ts';
import { askerOf, type Fleet, reduceFleet } from './fleet.ts';
import { settleOrder, steps, wantedOrder } from './order.ts';
import type { PanelState } from './panel-state.ts';
import { noteEnd } from './question-life.ts';
import { runOf } from './runs.ts';
import { noteChange } from './unseen.ts';

/** The panel after one event of the fleet. `now` is epoch milliseconds. */
export function reduceMessage(state: PanelState, message: FleetMessage, now: number): PanelState {
  const fleet = reduceFleet(state.fleet, message);
  const order = settleOrder(state.order, wantedOrder(fleet), state.held);
  return {
    ...state,
    heardAt: now,
    fleet,
    order,
    lives: livesAfter(state, fleet, now),
    unseen: unseenAfter(state, message),
    view: { ...state.view, selected: selectedAfter(state, fleet, order) },
    announcements: announcementsAfter(state, message, now),
  };
}

/** The list follows its right order again, at once when `held` ends or the person asks for it. */
export function sortList(state: PanelState): PanelState {
  return { ...state, order: settleOrder(state.order, wantedOrder(state.fleet), false) };
}

function livesAfter(state: PanelState, fleet: Fleet, now: number): PanelState['lives'] {
  const lives = new Map(state.lives);
  for (const [id, life] of lives) {
    const question = fleet.questions.get(id);
    if (question === undefined) lives.delete(id);
    else lives.set(id, noteEnd(question, life, now));
  }
  return lives;
}

function unseenAfter(state: PanelState, message: FleetMessage): PanelState['unseen'] {
  if (message.event !== 'agent.changed') return state.unseen;
  const { agent } = message.data;
  return noteChange(state.unseen, state.fleet.agents.get(agent.id), agent, state.view.selected);
}

function selectedAfter(state: PanelState, fleet: Fleet, order: PanelState['order']): string | null {
  const { selected } = state.view;
  if (selected !== null && (fleet.agents.has(selected) || runOf(fleet, selected) !== null)) return selected;
  return steps(order, null).at(0) ?? null;
}

function announcementsAfter(
  state: PanelState,
  message: FleetMessage,
  now: number,
): PanelState['announcements'] {
  if (message.event !== 'question.changed') return state.announcements;
  const { question } = message.data;
  const isKnown = [...state.fleet.questions.values()].some(
    (other) =>
      askerOf(other) === askerOf(question) &&
      other.state !== 'closed' &&
      other.fingerprint === question.fingerprint,
  );
  const isNew = question.state === 'open' && !isKnown;
  return isNew ? announce(state.announcements, askedWords(question), now) : state.announcements;
}
