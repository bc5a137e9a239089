import { type Browser, chromium } from 'playwright-core';
import { requirePackage } from './require-package.ts';

const flags = [
  // Root may not use Chromium's own sandbox; the pages are ours.
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // WebGL without a graphics card: much faster than the default, and its context is not lost.
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
];

/**
 * Starts the system's own Chromium; the caller closes it.
 * @throws an Error that names the Debian package `chromium` when there is none.
 */
export function launchChromium(options: { readonly headless?: boolean } = {}): Promise<Browser> {
  return chromium.launch({
    executablePath: requirePackage('chromium'),
    headless: options.headless ?? true,
    args: flags,
  });
}
