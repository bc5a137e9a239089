import type { Socket } from 'node:net';
import type { FastifyReply } from 'fastify';
import { asBackboneError, BackboneError, errorBodyOf } from '../base/errors.ts';
import { errorKinds } from '../contract/errors.ts';
import { largestMessage } from './json-body.ts';
import { commonHeaders } from './security-headers.ts';

function statusOf(thrown: unknown): number | null {
  if (!(thrown instanceof Error) || !('statusCode' in thrown)) return null;
  return typeof thrown.statusCode === 'number' ? thrown.statusCode : null;
}

/** A failure of the server's own (no such page, no JSON, too large) as one of the closed list. */
export function httpError(thrown: unknown): BackboneError {
  if (thrown instanceof BackboneError) return thrown;
  const status = statusOf(thrown);
  if (status === 413) {
    const bound = `${largestMessage / 1024} KiB`;
    return new BackboneError('too_large', `The request is larger than ${bound}.`, { cause: thrown });
  }
  if (status === 415) {
    return new BackboneError(
      'invalid_input',
      'The body must be JSON, with the content type application/json.',
      { cause: thrown },
    );
  }
  if (status === 404) return noSuchPage();
  if (status !== null && status >= 400 && status < 500) {
    return new BackboneError('invalid_input', 'The request is malformed.', { cause: thrown });
  }
  return asBackboneError(thrown);
}

export function noSuchPage(): BackboneError {
  return new BackboneError('not_found', 'There is no such page. /docs lists what there is.');
}

/** Answers with a failure, in the one shape that all doors share. */
export function sendError(reply: FastifyReply, thrown: unknown): void {
  const error = httpError(thrown);
  void reply
    .code(errorKinds[error.code].status)
    // A path that the router cannot read gets here before any hook.
    .headers(commonHeaders)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(errorBodyOf(error)));
}

/** Answers bytes that are no HTTP, and closes. */
export function refuseMalformed(socket: Socket): void {
  const error = new BackboneError('invalid_input', 'The request is no valid HTTP.');
  const body = JSON.stringify(errorBodyOf(error));
  const head = [
    `HTTP/1.1 400 Bad Request`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ];
  if (socket.writable) socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  else socket.destroy();
}
