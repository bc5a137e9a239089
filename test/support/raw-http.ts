import http from 'node:http';
import { connect } from 'node:net';

export interface RawAnswer {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: string;
}

/** One request with exactly these headers: `fetch` would not let a test choose its host or origin. */
export function rawRequest(
  address: string,
  options: { method?: string; path?: string; headers?: Record<string, string>; body?: string | Buffer } = {},
): Promise<RawAnswer> {
  const { hostname, port } = new URL(address);
  return new Promise((resolve, reject) => {
    const request = http.request({
      hostname,
      port,
      method: options.method ?? 'GET',
      path: options.path ?? '/',
      headers: options.headers,
      agent: false,
    });
    request.once('error', reject);
    request.once('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('error', reject);
      response.once('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(chunks).toString('utf8'),
        }),
      );
    });
    request.end(options.body);
  });
}

/** Sends bytes over TCP and resolves with all that comes back until the other end closes. */
export function rawBytes(address: string, bytes: Uint8Array): Promise<string> {
  const { hostname, port } = new URL(address);
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect({ host: hostname, port: Number(port) });
    socket.on('data', (data) => {
      answer += data.toString('latin1');
    });
    socket.on('error', () => undefined);
    socket.once('close', () => resolve(answer));
    socket.end(bytes);
  });
}
