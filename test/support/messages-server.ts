import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';
import type { Disposable } from '../../src-main/base/disposable.ts';

const asked = z.object({
  system: z.string().default(''),
  messages: z.array(z.object({ role: z.string(), content: z.string() })),
});

/** One question that reached the stand-in for a model. */
export type Asked = z.infer<typeof asked> & { readonly key: string };

export interface MessagesServer extends Disposable {
  readonly address: string;
  readonly asked: readonly Asked[];
  dispose(): Promise<void>;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(Buffer.from(part as Uint8Array));
  return Buffer.concat(parts).toString();
}

/** Answers `/v1/messages` with the same text each time, and remembers what it was asked; 401 for any other key. */
export async function messagesServer(key: string, answer: string): Promise<MessagesServer> {
  const seen: Asked[] = [];
  const server = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      const given = String(request.headers['x-api-key']);
      if (request.url !== '/v1/messages' || given !== key) {
        response.writeHead(401).end();
        return;
      }
      seen.push({ ...asked.parse(JSON.parse(body)), key: given });
      response.end(JSON.stringify({ content: [{ type: 'text', text: answer }] }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}`,
    asked: seen,
    dispose: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
