import { existsSync } from 'node:fs';
import path from 'node:path';
import serveStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { BackboneError } from '../base/errors.ts';
import { panelPolicy } from './security-headers.ts';

/**
 * Serves the built panel at `/`.
 * @param folder where the build puts it; without it `/` says in words that the panel is not built
 */
export async function servePanel(app: FastifyInstance, folder: string): Promise<void> {
  if (!existsSync(path.join(folder, 'index.html'))) {
    app.get('/', () => {
      throw new BackboneError('not_found', 'The panel is not built. Run "npm run build" and reload.');
    });
    return;
  }
  await app.register(async (panel) => {
    panel.addHook('onRequest', async (request, reply) => {
      // The host was checked before: it is one of ours.
      void reply.header('content-security-policy', panelPolicy(request.headers.host ?? ''));
    });
    await panel.register(serveStatic, {
      root: folder,
      dotfiles: 'deny',
      cacheControl: false,
      decorateReply: false,
    });
  });
}
