import { useSyncExternalStore } from 'react';
import { usePanel } from './panel-context.ts';

/** The time, epoch milliseconds, in steps of `period` milliseconds; drawn again at each step. */
export function useNow(period: number): number {
  const { now } = usePanel();
  return useSyncExternalStore(
    (changed) => {
      const timer = setInterval(changed, period);
      return () => {
        clearInterval(timer);
      };
    },
    () => Math.floor(now() / period) * period,
  );
}
