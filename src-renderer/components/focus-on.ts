/** Puts the focus on a place of the page that carries the name: `list`, `glass`, `question`. */
export function focusOn(place: 'list' | 'glass' | 'question'): void {
  document.querySelector<HTMLElement>(`[data-focus="${place}"]`)?.focus();
}
