import { useState } from 'react';
import { dockOf } from '../state/dock.ts';
import { usePanelState } from './panel-context.ts';
import { Question } from './question.tsx';
import { useNow } from './use-now.ts';

/** The place under the terminal where a question stands; nothing while nothing is asked. */
export function Dock({ asker }: { readonly asker: string }) {
  const now = useNow(100);
  const [pointed, setPointed] = useState(false);
  const fleet = usePanelState((state) => state.fleet);
  const lives = usePanelState((state) => state.lives);
  const docked = dockOf(fleet, lives, asker, now, pointed);
  if (docked === null) return null;
  return (
    <div
      className="dock"
      onPointerEnter={() => {
        setPointed(true);
      }}
      onPointerLeave={() => {
        setPointed(false);
      }}
    >
      <Question docked={docked} />
    </div>
  );
}
