/** Puts the focus on a place of the page that carries the name: `list`, `glass`, `question`, `filter`. */
export function focusOn(place: 'list' | 'glass' | 'question' | 'filter'): void {
  document.querySelector<HTMLElement>(`[data-focus="${place}"]`)?.focus();
}

/** Puts the focus on the next or the previous record of the audit page; on the first one when none has it. */
export function focusOnRecord(by: 1 | -1): void {
  const all = [...document.querySelectorAll<HTMLElement>('[data-record]')];
  const at = all.findIndex((one) => one === document.activeElement);
  all[at === -1 ? 0 : at + by]?.focus();
}
