import { Type, type Static } from 'typebox';

const Asks = Type.Array(Type.String(), {
  description: 'The own requests of chart data that wait for it, by the names that they gave themselves (`ask`).',
});

/** The queries of one user at one database. */
export const DatabaseQueue = Type.Object({
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
export type DatabaseQueue = Static<typeof DatabaseQueue>;
export const QueuesBody = Type.Object({ result: Type.Array(DatabaseQueue) });
export type QueuesBody = Static<typeof QueuesBody>;
