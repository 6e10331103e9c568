import { Readable } from 'node:stream';
import { Type } from 'typebox';
import type { App } from '../../http/app-types.ts';
import { errorResponses } from '../../http/error-body.ts';
import { signalOf } from '../../http/request-parts.ts';
import { ResultQueryBody } from './schema.ts';
import type { ResultQueryService } from './service.ts';

/** Lines of JSON, as those of a run. */
const Lines = Type.Unsafe<unknown>(Type.String({ description: 'application/x-ndjson: head, rows, tail, end' }));

/** `POST /sqllab/results/query/`: SQL over results that are there already. */
export function resultQueryRoutes(results: ResultQueryService): (app: App) => Promise<void> {
  return async (app) => {
    app.post('/sqllab/results/query/', {
      // It reads what its user has already.
      config: { permission: 'can_execute_sql_query SQLLab', errorShape: 'list', csrf: 'exempt' },
      schema: {
        summary: 'Query one or two cached results in the embedded engine',
        tags: ['SQL Lab'],
        body: ResultQueryBody,
        response: { 200: Lines, ...errorResponses },
      },
      handler: async ({ principal, body }, reply) => {
        const lines = await results.answer(principal, body, signalOf(reply));
        return reply
          .type('application/x-ndjson; charset=utf-8')
          .header('x-accel-buffering', 'no')
          .send(Readable.from(lines));
      },
    });
  };
}
