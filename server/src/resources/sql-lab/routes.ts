import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { App } from '../../http/app-types.ts';
import { errorResponses } from '../../http/error-body.ts';
import { signalOf } from '../../http/request-parts.ts';
import { AsyncAnswer, ExecuteAnswer, ExecuteBody } from './schema.ts';
import type { SqlLabService } from './service.ts';

const tags = ['SQL Lab'];
/** Made as text further in, or a stream of lines; the document says what is in it. */
const Answer = Type.Unsafe<unknown>(ExecuteAnswer);
const LINES = 'application/x-ndjson';

/** `/sqllab/…`: queries of the SQL editor. */
export function sqlLabRoutes({ service }: { readonly service: SqlLabService }): (app: App) => Promise<void> {
  return async (app) => {
    app.post('/sqllab/execute/', {
      config: { permission: 'can_execute_sql_query SQLLab', errorShape: 'list', body: 'large' },
      schema: {
        summary: 'Run SQL; with Accept: application/x-ndjson rows come line by line as the database gives them',
        tags,
        body: ExecuteBody,
        response: { 200: Answer, 202: AsyncAnswer, ...errorResponses },
      },
      handler: async (request, reply) => {
        const signal = signalOf(reply);
        const begun = await service.execute(request.principal, request.body, signal);
        if (wantsLines(request)) return sendLines(reply, service.follow(begun.clientId, signal));
        const { error } = await begun.ended;
        if (error) throw error;
        return sendJson(reply, await service.answer(begun.clientId, null, signal));
      },
    });
  };
}

function wantsLines({ headers }: FastifyRequest): boolean {
  return headers.accept?.includes(LINES) === true;
}

function sendLines(reply: FastifyReply, lines: AsyncGenerator<string | Buffer, void>): FastifyReply {
  return (
    reply
      .header('content-type', `${LINES}; charset=utf-8`)
      // Proxies that wait for the end of an answer would undo what a stream is for.
      .header('x-accel-buffering', 'no')
      .send(Readable.from(lines, { objectMode: false }))
  );
}

function sendJson(reply: FastifyReply, body: Buffer): FastifyReply {
  return reply.header('content-type', 'application/json; charset=utf-8').send(body);
}
