type PermissionRequest = Parameters<Electron.Session['setPermissionRequestHandler']>[0];
type PermissionCheck = Parameters<Electron.Session['setPermissionCheckHandler']>[0];
type DeviceCheck = Parameters<Electron.Session['setDevicePermissionHandler']>[0];
type ScreenRequest = Parameters<Electron.Session['setDisplayMediaRequestHandler']>[0];
type BeforeRequest = (
  details: Electron.OnBeforeRequestListenerDetails,
  callback: (response: Electron.CallbackResponse) => void,
) => void;

/** True when a pattern of Electron's, such as `https://*\/*`, covers the address. */
function covers(pattern: string, address: string): boolean {
  const escaped = pattern.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*');
  return new RegExp(`^${escaped}$`).test(address);
}

class StandInProtocol implements Pick<Electron.Protocol, 'handle' | 'registerSchemesAsPrivileged'> {
  readonly handlers = new Map<string, (request: Request) => Response | Promise<Response>>();
  schemes: Electron.CustomScheme[] = [];

  registerSchemesAsPrivileged(schemes: Electron.CustomScheme[]): void {
    this.schemes = schemes;
  }

  handle(scheme: string, handler: (request: Request) => Response | Promise<Response>): void {
    if (this.handlers.has(scheme)) throw new Error(`${scheme} is handled already.`);
    this.handlers.set(scheme, handler);
  }
}

/** Of `webRequest`, whether a request may leave. */
class StandInWebRequest {
  #filter: Electron.WebRequestFilter | null = null;
  #listener: BeforeRequest | null = null;

  onBeforeRequest(filter: Electron.WebRequestFilter, listener: BeforeRequest): void {
    this.#filter = filter;
    this.#listener = listener;
  }

  /** What the app says to a request for `url`. */
  async isCancelled(url: string): Promise<boolean> {
    const listener = this.#listener;
    if (listener === null || !this.#filter?.urls.some((pattern) => covers(pattern, url))) return false;
    return await new Promise((resolve) => {
      listener({ url } as Electron.OnBeforeRequestListenerDetails, (response) => {
        resolve(response.cancel === true);
      });
    });
  }
}

/** A session: what the app has decided for its pages, kept so that the pages obey and tests can ask. */
class StandInSession
  implements
    Pick<
      Electron.Session,
      | 'setPermissionRequestHandler'
      | 'setPermissionCheckHandler'
      | 'setDevicePermissionHandler'
      | 'setDisplayMediaRequestHandler'
      | 'setSpellCheckerEnabled'
    >
{
  readonly protocol = new StandInProtocol();
  readonly webRequest = new StandInWebRequest();
  permissionRequest: PermissionRequest = null;
  permissionCheck: PermissionCheck = null;
  deviceCheck: DeviceCheck = null;
  screenRequest: ScreenRequest = null;
  spellChecks = true;

  setPermissionRequestHandler(handler: PermissionRequest): void {
    this.permissionRequest = handler;
  }

  setPermissionCheckHandler(handler: PermissionCheck): void {
    this.permissionCheck = handler;
  }

  setDevicePermissionHandler(handler: DeviceCheck): void {
    this.deviceCheck = handler;
  }

  setDisplayMediaRequestHandler(handler: ScreenRequest): void {
    this.screenRequest = handler;
  }

  setSpellCheckerEnabled(enable: boolean): void {
    this.spellChecks = enable;
  }
}

export const defaultSession = new StandInSession();
export const session = { defaultSession };
export const protocol = defaultSession.protocol;
