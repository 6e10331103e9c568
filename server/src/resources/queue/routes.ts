import { Type } from 'typebox';
import type { EngineRegistry } from '../../engines/registry.ts';
import { turnOf } from '../../engines/turn.ts';
import type { App } from '../../http/app-types.ts';
import { errorResponses } from '../../http/error-body.ts';

const Asks = Type.Array(Type.String(), {
  description: 'The own requests of chart data that wait for it, by the names that they gave themselves (`ask`).',
});

const Queue = Type.Object({
  database_id: Type.Integer(),
  running: Type.Integer({ description: 'Queries of everybody that run.' }),
  waiting: Type.Integer({ description: 'Queries of everybody that wait.' }),
  own: Type.Array(
    Type.Object({
      elapsed_ms: Type.Integer(),
      share: Type.Union([Type.Number(), Type.Null()], {
        description: 'From 0 to 1, where the database says how far it is.',
      }),
      rows: Type.Union([Type.Integer(), Type.Null()], {
        description: 'Rows that were read so far, where they are known.',
      }),
      asks: Asks,
    }),
    { description: 'The queries that this server runs there now for the person, the oldest first.' },
  ),
  places: Type.Array(Type.Integer(), {
    description: 'Places of the own queries, counted from 1. People take turns, so a newcomer may come before them.',
  }),
  waits: Type.Array(Type.Object({ place: Type.Integer(), asks: Asks }), {
    description: 'The places of the own requests that named themselves.',
  }),
});

/** `GET /queue/`: where the queries of the person who asks run and wait. Databases at which none does are not told. */
export function queueRoutes(engines: Pick<EngineRegistry, 'queues'>): (app: App) => Promise<void> {
  return async (app) => {
    app.get('/queue/', {
      config: { permission: 'can_read Chart' },
      schema: {
        summary: 'How far own queries are, and the places of those that wait for a busy database',
        tags: ['Chart data'],
        response: { 200: Type.Object({ result: Type.Array(Queue) }), ...errorResponses },
      },
      handler: async (request) => ({
        result: (await engines.queues(turnOf(request.actor)))
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
