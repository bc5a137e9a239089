import { z } from 'zod';

export const themes = ['system', 'dark', 'light', 'contrast'] as const;
/** What a theme is called where it is kept; anything else there counts as the system's choice. */
export const theme = z.enum(themes).catch('system');
export type Theme = z.infer<typeof theme>;

const place = 'backbone.theme';

/** The theme that was chosen in this browser or app. */
export function currentTheme(): Theme {
  return z.parse(theme, localStorage.getItem(place));
}

/** Puts a theme on the page and keeps it. */
export function chooseTheme(chosen: Theme): void {
  localStorage.setItem(place, chosen);
  wearTheme();
}

/** Puts the kept theme on the page; the system's choice needs no mark. */
export function wearTheme(): void {
  const chosen = currentTheme();
  if (chosen === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = chosen;
}
