import type { Session } from 'electron';
import { panelOrigin } from './panel-origin.ts';

/**
 * What the page may use of what browsers ask people about, and why. Everything else is denied, also what a later
 * Electron adds.
 */
export const grantedPermissions: ReadonlyMap<string, string> = new Map([
  ['clipboard-sanitized-write', 'Copying a command, or the line that attaches to an agent, at a click.'],
]);

/** True when `permission` is in the table and the panel itself asks. */
export function isGranted(permission: string, origin: string): boolean {
  return grantedPermissions.has(permission) && origin === panelOrigin;
}

function originOf(address: string): string {
  // `URL.origin` is "null" for schemes that Node does not know, so it is put together here.
  const parsed = URL.parse(address);
  return parsed === null ? '' : `${parsed.protocol}//${parsed.host}`;
}

/** Answers every request and every check of this session by the table; devices and screens are never given. */
export function limitPermissions(session: Session): void {
  session.setPermissionRequestHandler((_contents, permission, respond, details) => {
    respond(isGranted(permission, originOf(details.requestingUrl)));
  });
  session.setPermissionCheckHandler((_contents, permission, origin) =>
    isGranted(permission, originOf(origin)),
  );
  session.setDevicePermissionHandler(() => false);
  session.setDisplayMediaRequestHandler((_request, respond) => {
    respond(null);
  });
}
