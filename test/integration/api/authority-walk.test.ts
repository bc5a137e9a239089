import { afterAll, beforeAll, expect, test } from 'vitest';
import { agentCredential } from '../../../src-main/authority/credentials.ts';
import { newOperatorKey } from '../../../src-main/authority/operator-key.ts';
import { errorBody } from '../../../src-main/contract/error-body.ts';
import type { Procedure } from '../../../src-main/contract/procedure.ts';
import { procedures } from '../../../src-main/contract/procedures.ts';
import { startTestServer, type TestServer } from '../../support/api-server.ts';
import { rawRequest } from '../../support/raw-http.ts';

let server: TestServer;
beforeAll(async () => {
  // Each look at the clock is another minute, so that wrong credentials are not slowed here.
  let minutes = 0;
  const elapsed = () => {
    minutes += 1;
    return minutes * 60_000;
  };
  server = await startTestServer({ clock: { now: Date.now, elapsed } });
});
afterAll(() => server.dispose());

/** Whether each kind of credential is let through, for each authority of a procedure. */
const matrix = {
  public: {
    none: true,
    wrong: true,
    ended: true,
    otherOperator: true,
    agent: true,
    operator: true,
    panel: true,
  },
  agent: {
    none: false,
    wrong: false,
    ended: false,
    otherOperator: false,
    agent: true,
    operator: true,
    panel: true,
  },
  operator: {
    none: false,
    wrong: false,
    ended: false,
    otherOperator: false,
    agent: false,
    operator: true,
    panel: true,
  },
} as const;
type Kind = keyof (typeof matrix)['public'];

function credential(kind: Kind): string | null {
  const ended = { agentId: 'agent-1', launchId: 'launch-0' };
  switch (kind) {
    case 'none':
      return null;
    case 'wrong':
      return 'wrong';
    case 'ended':
      return agentCredential(server.operatorKey, ended);
    case 'otherOperator':
      return newOperatorKey();
    case 'agent':
      return server.agentKey;
    case 'operator':
      return server.operatorKey;
    case 'panel':
      return server.panelKey;
  }
}

const walks = Object.entries<Procedure>(procedures).flatMap(([name, procedure]) =>
  (Object.keys(matrix.public) as Kind[]).map((kind) => ({
    name,
    kind,
    procedure,
    allowed: matrix[procedure.authority][kind],
  })),
);

test.each(walks)('$name with $kind', async ({ kind, procedure, allowed }) => {
  const key = credential(kind);
  const before = server.reached.length;
  const { status, body } = await rawRequest(server.address, {
    method: procedure.method,
    path: procedure.path.replace(/\{\w+\}/g, '1'),
    headers: {
      ...(key === null ? {} : { authorization: `Bearer ${key}` }),
      ...(procedure.method === 'POST' || procedure.method === 'PATCH'
        ? { 'content-type': 'application/json' }
        : {}),
    },
    ...(procedure.method === 'POST' || procedure.method === 'PATCH' ? { body: '{}' } : {}),
  });
  const { code } = errorBody.parse(JSON.parse(body)).error;
  if (allowed) {
    // The input is as empty as can be: it either reaches the implementation, which knows nothing, or is refused as input.
    expect([code, status]).toEqual(
      server.reached.length > before ? ['not_found', 404] : ['invalid_input', 422],
    );
    return;
  }
  expect([code, status]).toEqual(kind === 'agent' ? ['forbidden', 403] : ['unauthenticated', 401]);
  expect(server.reached.slice(before).map((call) => call.name)).toEqual([]);
  expect(body).not.toContain(key ?? 'Bearer');
});

test('the caller that an implementation sees is the one behind the credential', async () => {
  const seen = async (key: string) => {
    await rawRequest(server.address, { path: '/api/agents', headers: { authorization: `Bearer ${key}` } });
    return server.reached.at(-1)?.caller;
  };
  expect(await seen(server.agentKey)).toMatchObject({
    authority: 'agent',
    actor: { door: 'agent', name: 'builder' },
  });
  expect(await seen(server.panelKey)).toEqual({
    authority: 'operator',
    actor: { door: 'panel', name: null },
  });
});

test('no credential, header or body stands in the log', () => {
  const log = server.logged.join('');
  expect(log).toContain('credential refused');
  for (const secret of [server.operatorKey, server.agentKey, server.panelKey, 'Bearer']) {
    expect(log).not.toContain(secret);
  }
});
