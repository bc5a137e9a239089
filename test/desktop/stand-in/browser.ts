import type { Browser } from 'playwright-core';
import { launchChromium } from '../../support/chromium.ts';

let browser: Promise<Browser> | null = null;

/** The one Chromium behind all windows of this process, started at the first one. */
export function sharedBrowser(): Promise<Browser> {
  browser ??= launchChromium();
  return browser;
}

/** Ends Chromium, when it was started. */
export async function closeBrowser(): Promise<void> {
  const started = browser;
  browser = null;
  if (started !== null) await (await started).close();
}
