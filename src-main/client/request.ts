import http from 'node:http';
import { BackboneError, systemCodeOf } from '../base/errors.ts';

export interface HttpRequest {
  /** Such as `http://127.0.0.1:7120`. */
  readonly address: string;
  readonly method: string;
  /** With its query, encoded; sent as it is. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Null for none. */
  readonly body: string | null;
  /** Milliseconds until the whole answer must be there. */
  readonly timeout: number;
}

export interface HttpAnswer {
  readonly status: number;
  readonly body: string;
}

/** Sends one request and reads the whole answer. */
export type Transport = (request: HttpRequest) => Promise<HttpAnswer>;

/** Most bytes read of one answer: far more than the largest screen or list. */
const answerLimit = 64 * 1024 * 1024;

function notListening(address: string, cause: unknown): BackboneError {
  const code = systemCodeOf(cause);
  const message =
    code === 'EPERM' || code === 'EACCES'
      ? `This process may not connect to ${address}: a sandbox or a firewall forbids it. Run the command outside of it.`
      : `No daemon listens on ${address}. Start one with: backbone up --detach`;
  return new BackboneError('daemon_unreachable', message, { cause });
}

function notOurs(address: string, cause: unknown): BackboneError {
  return new BackboneError(
    'internal',
    `What listens on ${address} is not Backbone. End that program, or start the daemon with: backbone up --detach`,
    { cause },
  );
}

/**
 * `Transport` over Node's own HTTP: no proxy, no redirect, no limit of its own on how long an answer may take.
 * @throws daemon_unreachable when nothing was sent, daemon_slow when the outcome is unknown, internal when it is no HTTP.
 */
export const sendOverHttp: Transport = ({ address, method, path, headers, body, timeout }) =>
  new Promise((resolve, reject) => {
    let connected = false;
    const { hostname, port } = new URL(address);
    const request = http.request({
      host: hostname.replace(/^\[|\]$/g, ''),
      port,
      method,
      path,
      headers,
      agent: false,
    });
    const timer = setTimeout(() => {
      fail(new Error(`No answer within ${timeout} ms.`), true);
    }, timeout);
    const fail = (cause: unknown, late = false): void => {
      clearTimeout(timer);
      request.destroy();
      if (!connected && !late) return reject(notListening(address, cause));
      if (systemCodeOf(cause)?.startsWith('HPE_') === true) return reject(notOurs(address, cause));
      const seconds = Math.round(timeout / 100) / 10;
      const what = late ? `did not answer within ${seconds} s` : 'closed the connection before it answered';
      const message = `The daemon on ${address} ${what}. What was asked may still have happened: look with backbone status.`;
      reject(new BackboneError('daemon_slow', message, { cause }));
    };
    request.once('socket', (socket) => {
      socket.once('connect', () => {
        connected = true;
      });
    });
    request.on('error', (error) => fail(error));
    request.once('response', (response) => {
      const chunks: Buffer[] = [];
      let size = 0;
      response.on('data', (chunk: Buffer) => {
        size += chunk.length;
        if (size > answerLimit) fail(new Error('The answer is too large.'));
        else chunks.push(chunk);
      });
      response.once('error', (error) => fail(error));
      response.once('end', () => {
        clearTimeout(timer);
        resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString('utf8') });
      });
    });
    request.end(body ?? undefined);
  });
