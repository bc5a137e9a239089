import { createContext, useContext } from 'react';
import { useStore } from 'zustand';
import type { Panel } from '../state/panel.ts';
import type { PanelState } from '../state/panel-state.ts';

const context = createContext<Panel | null>(null);

export const PanelProvider = context.Provider;

/** The panel that the components stand in. @throws when they stand in none */
export function usePanel(): Panel {
  const panel = useContext(context);
  if (panel === null) throw new Error('A component of the panel stands outside of it.');
  return panel;
}

/** A part of the panel's state; the component is drawn again when that part changes. */
export function usePanelState<T>(part: (state: PanelState) => T): T {
  return useStore(usePanel().store, part);
}
