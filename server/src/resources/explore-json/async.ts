import { AppError } from '@tessera/core/errors/app-error';
import { parseExactJson, printExactJson } from '@tessera/core/exact-json';
import type { RawForm } from '@tessera/core/form-data';
import type { Principal } from '../../principal.ts';
import type { JobHandler } from '../../jobs/jobs.ts';
import type { Job } from '../../jobs/store.ts';
import { RESULT_SECONDS } from '../chart-data/async.ts';
import type { Wish } from '../chart-data/service.ts';
import type { ExploreJsonService } from './service.ts';

export const EXPLORE_JSON = 'explore_json';

/** What a job has to know: the form, and nothing of who asks, which is looked up again when it runs. */
type Payload = { readonly form: RawForm } & Pick<Wish, 'force' | 'addressed'>;
type Needs = {
  readonly explore: ExploreJsonService;
  /** The user as they are now; null when gone. */ readonly user: (userId: number) => Promise<Principal | null>;
};

export function writeForm(form: RawForm, { force, addressed }: Wish): string {
  return printExactJson({ form, force, ...(addressed && { addressed }) } satisfies Payload);
}

/** Runs the query of an older chart as a job; its result waits among the cached results. */
export function createExploreJsonHandler({ explore, user }: Needs): JobHandler {
  return {
    run: async ({ payload, user_id }, signal) => {
      const principal = await user(user_id);
      if (!principal) throw new AppError('not_authenticated', {});
      const { form, ...asked } = parseExactJson(payload) as Payload;
      await explore.answer(principal, form, wishOf(asked), signal);
    },
    resultUrl: (id) => `/tessera/explore_json/data/${id}`,
  };
}

/**
 * The answer of a job that is done, for its own user and with the rights they have now.
 * @throws AppError not_found
 */
export async function jobAnswer(
  explore: ExploreJsonService,
  principal: Principal,
  job: Job | undefined,
  signal: AbortSignal,
): Promise<Buffer> {
  if (job?.kind !== EXPLORE_JSON || job.state !== 'done' || job.user_id !== principal.userId)
    throw new AppError('not_found', {});
  // What was forced was forced by the job; a result that has left the memory since is made again.
  const { form, ...asked } = parseExactJson(job.payload) as Payload;
  return explore.answer(principal, form, wishOf({ ...asked, force: false }), signal);
}

function wishOf(asked: Omit<Payload, 'form'>): Wish {
  return { ...asked, staleOkSeconds: 0, keepAtLeastSeconds: RESULT_SECONDS };
}
