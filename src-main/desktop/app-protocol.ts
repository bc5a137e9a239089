import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type CustomScheme, type Protocol, protocol } from 'electron';
import { panelHeaders } from './content-policy.ts';
import { panelHost, panelScheme } from './panel-origin.ts';

/** Types of the files that a build of the panel holds; a file of any other kind is not served. */
const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
};

/** Address path, such as `/assets/index.js`, to the absolute file behind it. */
export type PanelFiles = ReadonlyMap<string, string>;

/** `standard` and `secure` give the panel an origin of its own with the rules of https; nothing else is needed. */
export const panelSchemes: CustomScheme[] = [
  { scheme: panelScheme, privileges: { standard: true, secure: true } },
];

/** Must be called before the app is ready, and once. */
export function registerPanelScheme(): void {
  protocol.registerSchemesAsPrivileged(panelSchemes);
}

/** Lists the files of a built panel. Only what is listed is ever read, so that no address can climb out. Links are left out. */
export function listPanelFiles(folder: string): PanelFiles {
  const files = new Map<string, string>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !(path.extname(entry.name) in contentTypes)) continue;
    const file = path.join(entry.parentPath, entry.name);
    files.set(`/${path.relative(folder, file).split(path.sep).join('/')}`, file);
  }
  const start = files.get('/index.html');
  if (start !== undefined) files.set('/', start);
  return files;
}

/** Serves `files` under `app://panel`. */
export function servePanel(on: Protocol, files: PanelFiles): void {
  on.handle(panelScheme, (request) => answer(request, files));
}

/** The answer to one request: 405 for anything but GET, 404 for what is not in the list or is gone by now. */
export async function answer(request: Request, files: PanelFiles): Promise<Response> {
  if (request.method !== 'GET') return new Response(null, { status: 405, headers: panelHeaders });
  const address = new URL(request.url);
  const file = address.host === panelHost ? files.get(address.pathname) : undefined;
  if (file === undefined) return new Response(null, { status: 404, headers: panelHeaders });
  const type = contentTypes[path.extname(file)] ?? 'application/octet-stream';
  try {
    return new Response(await readFile(file), { headers: { ...panelHeaders, 'content-type': type } });
  } catch {
    return new Response(null, { status: 404, headers: panelHeaders });
  }
}
