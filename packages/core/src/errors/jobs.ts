import { message } from '../messages.ts';
import { defineErrors, type None } from './define.ts';

/** Why work that outlives its request ends without a result. */
export const jobErrors = defineErrors({
  job_abandoned: {
    status: 499,
    text: (_: None) => message('Nobody waited for this query any more, so it was stopped.'),
  },
  job_quarantined: {
    status: 500,
    type: 'ASYNC_WORKERS_ERROR',
    text: (p: { attempts: number }) =>
      message('The server broke down %(attempts)s times while it ran this query; it is not tried again.', {
        attempts: p.attempts,
      }),
  },
  too_many_jobs: {
    status: 429,
    text: (p: { most: number }) =>
      message('You have %(most)s queries waiting already. Try again when some of them are done.', { most: p.most }),
  },
});
