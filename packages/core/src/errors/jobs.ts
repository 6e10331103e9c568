import { message, messageN } from '../messages.ts';
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
      messageN(
        'The server broke down once while it ran this query; it is not tried again.',
        'The server broke down %(count)s times while it ran this query; it is not tried again.',
        p.attempts,
      ),
  },
  too_many_jobs: {
    status: 429,
    text: (p: { most: number }) =>
      messageN(
        'You have one query waiting already. Try again when it is done.',
        'You have %(count)s queries waiting already. Try again when some of them are done.',
        p.most,
      ),
  },
});
