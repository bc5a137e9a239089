import type { RuntimeId } from '../../src-main/contract/runtime.ts';
import type { PanelState } from '../state/panel-state.ts';

/** A runtime's name for people; its id until the names were read. */
export function runtimeLabel(state: PanelState, runtime: RuntimeId | undefined): string {
  return state.runtimes?.find(({ id }) => id === runtime)?.label ?? runtime ?? '';
}
