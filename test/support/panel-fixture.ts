import { createReadStream, existsSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { type Socket, Server as SocketServer } from 'socket.io';
import { z } from 'zod';
import { panelPolicy } from '../../src-main/api/security-headers.ts';
import type { Agent } from '../../src-main/contract/agent.ts';
import { errorKinds, isErrorCode } from '../../src-main/contract/errors.ts';
import {
  type FleetEvent,
  type FleetEventName,
  fleetEvents,
  terminalRequests,
} from '../../src-main/contract/events.ts';
import { type ProcedureName, procedures } from '../../src-main/contract/procedures.ts';
import type { Question } from '../../src-main/contract/question.ts';
import type { RuntimeInfo } from '../../src-main/contract/runtime.ts';
import type { AuditState } from '../../src-main/contract/system.ts';

const panelFolder = path.resolve(import.meta.dirname, '../../dist/panel');
const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

const fields = z.record(z.string(), z.unknown());

/** A refusal that a handler may throw. */
export class Refusal extends Error {
  readonly code: string;
  readonly details: readonly string[];

  constructor(code: string, message: string, details: readonly string[] = []) {
    super(message);
    this.code = code;
    this.details = details;
  }
}

export interface PanelFixtureOptions {
  readonly agents: readonly Agent[];
  readonly questions: readonly Question[];
  readonly runtimes: readonly RuntimeInfo[];
  /** Answers of procedures, by name; they get the input as it came. The rest has usual answers. */
  readonly handlers?: Partial<Record<ProcedureName, (input: Record<string, unknown>) => unknown>>;
  /** What stands on an agent's terminal. */
  readonly screen?: (agentName: string) => string;
  readonly port?: number;
  /** How the audit log stands. */
  readonly audit?: AuditState;
}

export interface PanelFixture {
  readonly origin: string;
  /** The address that opens the panel, with its key. */
  readonly address: string;
  /** Every call that came, in order. */
  readonly calls: readonly { readonly name: ProcedureName; readonly input: Record<string, unknown> }[];
  /** Everything that clients said on `/terminal`. */
  readonly said: readonly { readonly event: string; readonly data: unknown }[];
  emit<N extends FleetEventName>(event: N, data: FleetEvent<N>): void;
  /** More output of an agent's terminal, to whoever watches it. */
  output(agentName: string, data: string): void;
  dispose(): Promise<void>;
}

/**
 * A daemon in the panel's eyes: the built panel, the procedures and the events on loopback, with what the test
 * says as its facts. It holds no logic of ours.
 */
export async function startPanelFixture(options: PanelFixtureOptions): Promise<PanelFixture> {
  const key = 'fixture-key';
  const calls: { name: ProcedureName; input: Record<string, unknown> }[] = [];
  const said: { event: string; data: unknown }[] = [];
  const watchers = new Map<string, { socket: Socket; viewer: string; sequence: number }[]>();
  let origin = '';

  const usual: Partial<Record<ProcedureName, (input: Record<string, unknown>) => unknown>> = {
    'system.status': () => ({
      version: '0.1.0',
      pid: 4711,
      startedAt: Date.now() - 6 * 24 * 3_600_000,
      address: origin,
      dataDirectory: '/home/mira/.local/share/backbone',
      host: 'workbench',
      tmux: { version: '3.5a', socket: 'backbone', sessions: options.agents.length },
      agents: { total: 0, needsYou: 0, working: 0, idle: 0, offline: 0 },
      questions: 0,
      audit: options.audit ?? { records: 4_182, state: 'intact', says: null },
    }),
    'audit.list': () => ({ records: [], next: null, newest: 4_182, damage: null }),
    'runtimes.list': () => ({ runtimes: options.runtimes }),
    'folders.list': ({ path: asked }) => ({
      path: asked ?? '/home/mira',
      parent: '/home',
      folders: ['notes', 'work', 'worktrees', '.cache'],
      truncated: false,
    }),
    'agents.inspect': ({ name }) => ({
      agent: options.agents.find((agent) => agent.name === name),
      question: null,
      attach: ['tmux', '-L', 'backbone', 'attach-session', '-t', `=${String(name)}:`],
      processes: [],
    }),
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', origin);
    const found = route(request.method ?? 'GET', url.pathname);
    if (found === null) return sendFile(url.pathname, request, response);
    const body = await text(request);
    const sent = fields.parse(body === '' ? Object.fromEntries(url.searchParams) : JSON.parse(body));
    const input = { ...sent, ...found.fields };
    response.setHeader('content-type', 'application/json');
    try {
      if (request.headers.authorization !== `Bearer ${key}`)
        throw new Refusal('unauthenticated', 'No valid key.');
      calls.push({ name: found.name, input });
      const handler = options.handlers?.[found.name] ?? usual[found.name];
      if (handler === undefined) throw new Refusal('unsupported', `The fixture does not know ${found.name}.`);
      const output = procedures[found.name].output.parse(await handler(input));
      response.end(JSON.stringify(output));
    } catch (failure) {
      const code = failure instanceof Refusal && isErrorCode(failure.code) ? failure.code : 'internal';
      response.statusCode = errorKinds[code].status;
      const details = failure instanceof Refusal ? failure.details : [];
      response.end(JSON.stringify({ error: { code, message: (failure as Error).message, details } }));
    }
  }

  const server = createServer((request, response) => void answer(request, response));
  const sockets = new SocketServer(server, { serveClient: false });
  for (const name of ['/sessions', '/terminal']) {
    sockets.of(name).use((socket, next) => {
      next(socket.handshake.auth['key'] === key ? undefined : new Error('unauthenticated'));
    });
  }
  sockets.of('/sessions').on('connection', (socket) => {
    socket.emit('fleet.snapshot', { agents: options.agents, questions: options.questions });
  });
  sockets.of('/terminal').on('connection', (socket) => {
    socket.onAny((event: string, data: unknown) => said.push({ event, data }));
    socket.on('terminal.join', (data: unknown) => {
      const { viewer, name } = terminalRequests['terminal.join'].parse(data);
      watchers.set(name, [...(watchers.get(name) ?? []), { socket, viewer, sequence: 1 }]);
      socket.emit('terminal.snapshot', {
        viewer,
        sequence: 1,
        columns: 120,
        rows: 40,
        data: Buffer.from(options.screen?.(name) ?? ''),
        skipped: 0,
      });
    });
  });
  await new Promise<void>((listening) => server.listen(options.port ?? 0, '127.0.0.1', listening));
  const bound = server.address();
  if (bound === null || typeof bound === 'string') throw new Error('The fixture has no port.');
  origin = `http://127.0.0.1:${bound.port}`;

  return {
    origin,
    address: `${origin}/#key=${key}`,
    calls,
    said,
    emit(event, data) {
      sockets.of('/sessions').emit(event, fleetEvents[event].parse(data));
    },
    output(agentName, data) {
      for (const watcher of watchers.get(agentName) ?? []) {
        watcher.sequence += 1;
        const { viewer, sequence } = watcher;
        watcher.socket.emit('terminal.output', { viewer, sequence, data: Buffer.from(data) });
      }
    },
    async dispose() {
      await sockets.close();
      server.closeAllConnections();
    },
  };
}

function route(
  method: string,
  pathname: string,
): { name: ProcedureName; fields: Record<string, string> } | null {
  for (const name of Object.keys(procedures) as ProcedureName[]) {
    const declared = procedures[name];
    if (declared.method !== method) continue;
    const names = [...declared.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');
    const pattern = new RegExp(`^${declared.path.replace(/\{\w+\}/g, '([^/]+)')}$`);
    const match = pattern.exec(pathname);
    if (match === null) continue;
    return {
      name,
      fields: Object.fromEntries(names.map((field, at) => [field, decodeURIComponent(match[at + 1] ?? '')])),
    };
  }
  return null;
}

function sendFile(pathname: string, request: IncomingMessage, response: ServerResponse): void {
  const file = path.join(panelFolder, pathname === '/' ? 'index.html' : path.normalize(pathname));
  if (!file.startsWith(panelFolder) || !existsSync(file)) {
    response.statusCode = 404;
    response.end();
    return;
  }
  response.setHeader('content-type', types[path.extname(file)] ?? 'application/octet-stream');
  response.setHeader('content-security-policy', panelPolicy(request.headers.host ?? ''));
  createReadStream(file).pipe(response);
}
