import { defineErrors, type None } from './define.ts';

/** Why work that outlives its request ends without a result. */
export const jobErrors = defineErrors({
  job_abandoned: { status: 499, text: (_: None) => 'Nobody waited for this query any more, so it was stopped.' },
  job_quarantined: {
    status: 500,
    type: 'ASYNC_WORKERS_ERROR',
    text: (p: { attempts: number }) =>
      `The server broke down ${p.attempts} times while it ran this query; it is not tried again.`,
  },
  too_many_jobs: {
    status: 429,
    text: (p: { most: number }) => `You have ${p.most} queries waiting already. Try again when some of them are done.`,
  },
});
