import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { Decision } from '../../src-main/contract/question.ts';
import { holdTime } from '../state/question-life.ts';

/** A decision that is being held or was picked by its key and waits for Enter. */
export interface Grip {
  readonly decision: Decision;
  readonly how: 'held' | 'picked';
}

const keys: Readonly<Record<string, Decision>> = { a: 'allow', A: 'allow', d: 'deny', D: 'deny' };

/**
 * Answers by key while the element itself has the focus: `a` or `d` held, or tapped and then Enter; Esc lets go.
 * Held down from before the focus came, a key does nothing.
 */
export function useHold(answers: readonly Decision[], answer: (decision: Decision) => void) {
  const [grip, setGrip] = useState<Grip | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);

  const stop = (): void => {
    if (timer.current !== null) clearTimeout(timer.current);
    timer.current = null;
  };
  const letGo = (): void => {
    stop();
    setGrip(null);
  };
  useEffect(
    () => () => {
      if (timer.current !== null) clearTimeout(timer.current);
    },
    [],
  );

  const give = (decision: Decision): void => {
    letGo();
    answer(decision);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return;
    const decision = keys[event.key];
    if (decision !== undefined && answers.includes(decision)) {
      event.preventDefault();
      if (event.repeat) return;
      stop();
      setGrip({ decision, how: 'held' });
      timer.current = setTimeout(() => {
        give(decision);
      }, holdTime);
    } else if (event.key === 'Enter' && grip?.how === 'picked' && !event.repeat) {
      event.preventDefault();
      give(grip.decision);
    } else if (event.key === 'Escape' && grip !== null) {
      event.preventDefault();
      event.stopPropagation();
      letGo();
    }
  };
  const onKeyUp = (event: KeyboardEvent<HTMLElement>): void => {
    const decision = keys[event.key];
    if (timer.current === null || decision === undefined || grip?.decision !== decision) return;
    stop();
    setGrip({ decision, how: 'picked' });
  };
  return { grip, letGo, onKeyDown, onKeyUp };
}
