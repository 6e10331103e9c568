import type { EngineRegistry } from '../../engines/registry.ts';
import { fairnessKeyOf } from '../../engines/admission/fairness-key.ts';
import type { App } from '../../http/app-types.ts';
import { errorResponses } from '../../http/error-body.ts';
import { QueuesBody } from './schema.ts';

/**
 * `GET /queue/`: where the queries of the requesting user run and wait. Databases at which none does are not reported.
 */
export function queueRoutes(engines: Pick<EngineRegistry, 'queues'>): (app: App) => Promise<void> {
  return async (app) => {
    app.get('/queue/', {
      config: { permission: 'can_read Chart' },
      schema: {
        summary: 'How far own queries are, and the places of those that wait for a busy database',
        tags: ['Chart data'],
        response: { 200: QueuesBody, ...errorResponses },
      },
      handler: async (request) => ({
        result: (await engines.queues(fairnessKeyOf(request.principal)))
          .filter(({ places, own, waits }) => places.length + own.length + waits.length > 0)
          .map(({ databaseId, running, waiting, places, own, waits }) => ({
            database_id: databaseId,
            running,
            waiting,
            own: own.map(({ elapsedMs, share, rows, asks }) => ({
              elapsed_ms: elapsedMs,
              share,
              rows,
              asks: [...asks],
            })),
            places: [...places],
            waits: waits.map(({ place, asks }) => ({ place, asks: [...asks] })),
          })),
      }),
    });
  };
}
