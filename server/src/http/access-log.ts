import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App } from './app-types.ts';
import { logText } from './logging.ts';
import { traceOf } from './request-id.ts';

/** Requests that a page makes of its own server, which nobody sent; strangers cannot guess the value. */
export const innerRequest = { name: 'x-tessera-inner', value: randomBytes(18).toString('base64url') } as const;
const MAX_PATH = 2000;

export type AccessLog = { readonly watch: (request: FastifyRequest, reply: FastifyReply) => void };

/** A JSON line for each request, when its answer has left or its client has gone. */
export function createAccessLog(app: App, isOn: boolean): AccessLog {
  if (!isOn) return { watch: () => undefined };
  // Chosen by itself, and not by how much else is reported; `silent` is for everything.
  const log = app.log.child({ log: 'access' }, { level: app.log.level === 'silent' ? 'silent' : 'info' });
  const watch = (request: FastifyRequest, reply: FastifyReply): void => {
    if (request.headers[innerRequest.name] === innerRequest.value) return;
    const { socket } = request.raw;
    const [began, sentBefore] = [performance.now(), socket.bytesWritten];
    // A finished answer closes too; one that nobody waited for does only that.
    reply.raw.once('close', () => {
      log.info({
        reqId: request.id,
        ...traceOf(request.raw),
        method: request.method,
        route: request.routeOptions.url ?? null,
        path: logText(request.url).slice(0, MAX_PATH),
        status: reply.raw.statusCode,
        ms: Math.round((performance.now() - began) * 10) / 10,
        bytes: Number.isInteger(socket.bytesWritten) ? socket.bytesWritten - (sentBefore ?? 0) : null,
        userId: request.principal?.userId ?? null,
        remoteAddress: request.ip,
        ...(reply.raw.writableFinished ? {} : { aborted: true }),
      });
    });
  };
  app.addHook('onRequest', async (request, reply) => watch(request, reply));
  return { watch };
}
