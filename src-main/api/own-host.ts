import { isIP } from 'node:net';
import { BackboneError } from '../base/errors.ts';

/** What a connection tells of how it came here. */
export interface Arrival {
  /** The `Host` header. */
  readonly host: string | undefined;
  /** The `Origin` header; browsers send it, others do not. */
  readonly origin: string | undefined;
  /** Our end of the connection. */
  readonly localAddress: string | undefined;
}

const loopbackNames = ['localhost', '127.0.0.1', '[::1]'];

/** The name in a `Host` header, lower case; null when the header has another form. */
function hostName(header: string): string | null {
  const match = /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::\d{1,5})?$/i.exec(header);
  return match?.[1]?.toLowerCase() ?? null;
}

function bracketed(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  return isIP(plain) === 6 ? `[${plain.toLowerCase()}]` : plain.toLowerCase();
}

/**
 * A page of another site can make a browser send requests here, also under a name of its own that leads to this
 * machine; both show in these headers.
 * @param configured the host the daemon listens on
 * @throws forbidden
 */
export function assertOwnHost(arrival: Arrival, configured: string): void {
  const header = arrival.host ?? '';
  const name = hostName(header);
  const ours = [...loopbackNames, bracketed(configured), bracketed(arrival.localAddress ?? '')];
  if (name === null || !ours.includes(name)) {
    throw new BackboneError(
      'forbidden',
      'This host name is not one of ours. Use the address that "backbone status" prints.',
    );
  }
  const { origin } = arrival;
  if (origin !== undefined && origin.toLowerCase() !== `http://${header.toLowerCase()}`) {
    throw new BackboneError('forbidden', 'Pages of other sites may not call Backbone.');
  }
}
