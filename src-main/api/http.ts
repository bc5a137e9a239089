import type http from 'node:http';
import fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { type Caller, mayCall } from '../authority/caller.ts';
import type { Logger } from '../base/logger.ts';
import { isProcedureName, type ProcedureName, procedures } from '../contract/procedures.ts';
import { authorise } from './dispatch.ts';
import { docsPage, docsPolicy } from './docs-page.ts';
import type { Dispatch, Refusal } from './doors.ts';
import type { Gate } from './gate.ts';
import { httpError, noSuchPage, refuseMalformed, sendError } from './http-errors.ts';
import { assertShallow, largestMessage } from './json-body.ts';
import { openApi } from './openapi.ts';
import { assertOwnHost } from './own-host.ts';
import { servePanel } from './panel-files.ts';
import { requestInput, routerPath } from './request-input.ts';
import { commonHeaders } from './security-headers.ts';

export interface HttpOptions {
  readonly server: http.Server;
  readonly dispatch: Dispatch;
  readonly gate: Gate;
  readonly onRefused: (refusal: Refusal) => void;
  readonly logger: Logger;
  /** The host the daemon listens on. */
  readonly host: string;
  readonly version: string;
  /** Folder of the built panel. */
  readonly panel: string;
}

function bearerOf(header: string | undefined): string | null {
  return /^Bearer ([\x21-\x7e]{1,512})$/i.exec(header ?? '')?.[1] ?? null;
}

function acceptJsonOnly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser(
    /^application\/json\s*(?:;\s*charset="?utf-8"?\s*)?$/i,
    { parseAs: 'string' },
    (request, body: string, done) => {
      try {
        assertShallow(body);
      } catch (error) {
        done(error instanceof Error ? error : new Error(String(error)));
        return;
      }
      void parse(request, body, done);
    },
  );
}

function addProcedures(app: FastifyInstance, { dispatch, gate, onRefused }: HttpOptions): void {
  const callers = new WeakMap<FastifyRequest, Caller>();
  const add = (name: ProcedureName): void => {
    const procedure = procedures[name];
    app.route({
      method: procedure.method,
      url: routerPath(procedure.path),
      // Before the body is read: who may not call does not get to send one.
      onRequest: async (request) => {
        const caller = await gate(bearerOf(request.headers.authorization), 'http');
        if (caller !== null && !mayCall(caller, procedure))
          onRefused({ why: 'forbidden', caller, procedure: name });
        authorise(name, caller);
        if (caller !== null) callers.set(request, caller);
      },
      handler: async (request, reply) => {
        const answer = await dispatch(name, requestInput(procedure, request), callers.get(request) ?? null);
        return reply.type('application/json; charset=utf-8').send(JSON.stringify(answer));
      },
    });
  };
  for (const name of Object.keys(procedures)) if (isProcedureName(name)) add(name);
}

function addDocumentation(app: FastifyInstance, version: string): void {
  const description = JSON.stringify(openApi(version));
  const page = docsPage(version);
  app.get('/openapi.json', (_, reply) => reply.type('application/json; charset=utf-8').send(description));
  app.get('/docs', (_, reply) =>
    reply.header('content-security-policy', docsPolicy).type('text/html; charset=utf-8').send(page),
  );
}

/** The door over HTTP: every procedure of the contract, its description, and the panel's files. */
export async function createHttp(options: HttpOptions): Promise<FastifyInstance> {
  const { server, logger, host } = options;
  const app = fastify({
    serverFactory: (handler) => {
      server.on('request', handler);
      return server;
    },
    bodyLimit: largestMessage,
    return503OnClosing: false,
    // No part of a request is ever logged, so fastify's own logger stays off.
    logger: false,
    frameworkErrors: (error, _, reply) => sendError(reply, error),
    clientErrorHandler: (_, socket) => refuseMalformed(socket),
  });
  app.addHook('onRequest', async (request, reply) => {
    void reply.headers(commonHeaders);
    const { host: header, origin } = request.headers;
    assertOwnHost({ host: header, origin, localAddress: request.socket.localAddress }, host);
  });
  app.setErrorHandler((thrown, _, reply) => {
    if (httpError(thrown).code === 'internal') logger.failure('http failed', thrown);
    sendError(reply, thrown);
  });
  app.setNotFoundHandler((_, reply) => sendError(reply, noSuchPage()));
  acceptJsonOnly(app);
  addProcedures(app, options);
  addDocumentation(app, options.version);
  await servePanel(app, options.panel);
  await app.ready();
  return app;
}
