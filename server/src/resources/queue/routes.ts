import { Type } from 'typebox';
import type { EngineRegistry } from '../../engines/registry.ts';
import { turnOf } from '../../engines/turn.ts';
import type { App } from '../../http/app-types.ts';
import { errorResponses } from '../../http/error-body.ts';

const Queue = Type.Object({
  database_id: Type.Integer(),
  running: Type.Integer({ description: 'Queries of everybody that run.' }),
  waiting: Type.Integer({ description: 'Queries of everybody that wait.' }),
  places: Type.Array(Type.Integer(), { description: 'Places of the own queries, counted from 1. People take turns, so a newcomer may come before them.' }),
});

/** `GET /queue/`: where the queries of the person who asks wait. Databases at which none does are not told. */
export function queueRoutes(engines: Pick<EngineRegistry, 'queues'>): (app: App) => Promise<void> {
  return async (app) => {
    app.get('/queue/', {
      config: { permission: 'can_read Chart' },
      schema: { summary: 'The places of own queries that wait for a busy database', tags: ['Chart data'], response: { 200: Type.Object({ result: Type.Array(Queue) }), ...errorResponses } },
      handler: async (request) => ({
        result: (await engines.queues(turnOf(request.actor))).filter(({ places }) => places.length > 0).map(({ databaseId, running, waiting, places }) => ({ database_id: databaseId, running, waiting, places: [...places] })),
      }),
    });
  };
}
