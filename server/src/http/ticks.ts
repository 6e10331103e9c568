import type { FastifyRequest } from 'fastify';
import { tickFor } from '../ticks.ts';
import type { App } from './app-types.ts';

/**
 * Requests go on one after the other, users by rounds: what SQLite and the checks of a body do is done
 * at once, and a hundred requests of ten milliseconds that arrive together would be a second for everybody else. Those
 * with a body wait once that it has come (`body-parsers.ts`). What nobody is asked who they are for, probes
 * and files, passes.
 */
export function registerTicks(app: App): void {
  app.addHook('onRequest', async (request) => {
    const { permission, identity } = request.routeOptions.config;
    if (!permission || identity === 'unasked' || hasBody(request)) return;
    await tickOfRequest(request);
  });
}

/** Wait until a request may go on. */
export function tickOfRequest({ principal, ip }: FastifyRequest): Promise<void> {
  return tickFor(principal.userId === null ? ip : `user ${principal.userId}`);
}

function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}
