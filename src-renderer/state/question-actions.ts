import type { Decision, Question } from '../../src-main/contract/question.ts';
import { asCallError } from '../transport/call-error.ts';
import type { Core } from './panel.ts';
import {
  hideQuestion,
  noteEnd,
  pressQuestion,
  type QuestionLife,
  retryQuestion,
  settlePress,
  showQuestion,
} from './question-life.ts';

export interface QuestionActions {
  /** The card of this dialog stands on screen from now on. */
  shown(id: string, fingerprint: string): void;
  /** Its card left the screen: it arms anew when it comes back. */
  hidden(id: string): void;
  /** Gives a decision, when the question takes one now; else nothing happens. */
  answer(id: string, decision: Decision): void;
  retryAnswer(id: string): void;
  /** The person has read how it ended. */
  markRead(id: string): void;
}

export function questionActions({ store, transport, now, update }: Core): QuestionActions {
  /** Changes one question's life; nothing when it is not known. */
  const change = (id: string, by: (life: QuestionLife, question: Question) => QuestionLife): void => {
    update((state) => {
      const question = state.fleet.questions.get(id);
      const life = state.lives.get(id);
      if (question === undefined || life === undefined) return state;
      const next = noteEnd(question, by(life, question), now());
      return next === life ? state : { ...state, lives: new Map(state.lives).set(id, next) };
    });
  };

  return {
    shown(id, fingerprint) {
      update((state) => {
        const before = state.lives.get(id);
        const question = state.fleet.questions.get(id);
        const card = showQuestion(before, fingerprint, now());
        // It may come up with an end: an answer failed while its agent was not on screen.
        const life = question === undefined ? card : noteEnd(question, card, now());
        return life === before ? state : { ...state, lives: new Map(state.lives).set(id, life) };
      });
    },
    hidden(id) {
      change(id, hideQuestion);
    },
    answer(id, decision) {
      const { connection, lives: before } = store.getState();
      if (connection.state !== 'connected') return;
      change(id, (life, question) => pressQuestion(question, life, decision, now()));
      const life = store.getState().lives.get(id);
      if (life === undefined || life.press === null || life === before.get(id)) return;
      transport.call('questions.answer', { id, decision, fingerprint: life.fingerprint }).then(
        (receipt) => {
          change(id, (later) => settlePress(later, { receipt }));
        },
        (failure: unknown) => {
          change(id, (later) => settlePress(later, { refusal: asCallError(failure) }));
        },
      );
    },
    retryAnswer(id) {
      change(id, (life, question) => retryQuestion(question, life, now()));
    },
    markRead(id) {
      change(id, (life) => ({ ...life, read: true }));
    },
  };
}
