import { Type, type Static } from 'typebox';

/** An event as clients read it ([3.12-01]). */
export const JobEvent = Type.Object({
  id: Type.String({ description: 'ms-seq; send the last one as last_id.' }),
  channel_id: Type.String(),
  job_id: Type.String(),
  user_id: Type.Integer(),
  status: Type.Union([Type.Literal('running'), Type.Literal('done'), Type.Literal('error')]),
  errors: Type.Array(Type.Unknown()),
  result_url: Type.Union([Type.String(), Type.Null()]),
});
export type JobEvent = Static<typeof JobEvent>;
export const EventsBody = Type.Object({ result: Type.Array(JobEvent, { maxItems: 100 }) });
export type EventsBody = Static<typeof EventsBody>;
export const EventsQuery = Type.Object({
  last_id: Type.Optional(Type.String({ pattern: '^([0-9]{1,15}-[0-9]{1,9})?$' })),
});
export type EventsQuery = Static<typeof EventsQuery>;

export const JobParams = Type.Object({ job_id: Type.String({ format: 'uuid' }) });
export type JobParams = Static<typeof JobParams>;
export const CancelledBody = Type.Object({
  result: Type.Object({
    job_id: Type.String(),
    status: Type.String({ description: 'queued, running (a stop is on its way), done or error' }),
  }),
});
export type CancelledBody = Static<typeof CancelledBody>;

/** A chart-data request that became a job ([7.1-01]). */
export const JobBody = Type.Object({
  channel_id: Type.String(),
  job_id: Type.String(),
  user_id: Type.Integer(),
  status: Type.Literal('pending'),
  errors: Type.Array(Type.Unknown()),
  result_url: Type.Null(),
});
export type JobBody = Static<typeof JobBody>;
