import { AppError } from '@tessera/core/errors/app-error';
import type { App } from '../../http/app-types.ts';
import { errorResponses } from '../../http/error-body.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import type { Channels } from './channels.ts';
import { CancelledBody, EventsBody, EventsQuery, JobParams } from './schema.ts';

const tags = ['Async events'];
const MAX_EVENTS = 100;

/** Polling and stopping of jobs; under `/api/v1`. */
export function asyncEventRoutes(jobs: Jobs, channels: Channels): (app: App) => Promise<void> {
  return async (app) => {
    app.get('/async_event/', {
      config: { permission: 'can_read Chart' },
      schema: {
        summary: 'What happened to the jobs of this channel since an event',
        tags,
        querystring: EventsQuery,
        response: { 200: EventsBody, ...errorResponses },
      },
      handler: async (request) => {
        const channel = await channels.ofListener(request.principal, request);
        await jobs.touch(channel.name);
        return { result: await jobs.events(channel.name, request.query.last_id || null, MAX_EVENTS) };
      },
    });

    app.delete('/async_event/:job_id', {
      config: { permission: 'can_read Chart' },
      schema: {
        summary: 'Stop a job of ones own, in the database as well',
        tags,
        params: JobParams,
        response: { 200: CancelledBody, ...errorResponses },
      },
      handler: async ({ principal, params }) => {
        const status = principal.userId === null ? null : await jobs.cancel(params.job_id, principal.userId);
        if (status === null) throw new AppError('not_found', {});
        return { result: { job_id: params.job_id, status } };
      },
    });
  };
}
