import { AppError } from '@tessera/core/errors/app-error';
import { parseExactJson, printExactJson } from '@tessera/core/exact-json';
import type { QueryContext } from '@tessera/core/query-object';
import type { Principal } from '../../principal.ts';
import type { Chunks } from '../../chart-data/values/chunks.ts';
import type { Job } from '../../jobs/store.ts';
import type { JobHandler } from '../../jobs/jobs.ts';
import { readContext } from './schema.ts';
import type { ChartDataService, Wish } from './service.ts';

export const CHART_DATA = 'chart_data';

/** What a job has to know: the request, and nothing of who asks, which is looked up again when it runs. */
type Payload = { readonly context: QueryContext; readonly wish: Wish };

type Needs = {
  readonly data: ChartDataService;
  /** The user as they are now; null when gone. */ readonly user: (userId: number) => Promise<Principal | null>;
};

export function writePayload(context: QueryContext, wish: Wish): string {
  return printExactJson({ context, wish } satisfies Payload);
}

/** Runs chart data as a job; its result waits among the cached results. */
export function createChartDataHandler({ data, user }: Needs): JobHandler {
  return {
    run: async ({ payload, user_id }, signal) => {
      const principal = await user(user_id);
      if (!principal) throw new AppError('not_authenticated', {});
      const { context, wish } = readPayload(payload);
      await data.answers(principal, context, { ...wish, keepAtLeastSeconds: RESULT_SECONDS }, signal);
    },
    resultUrl: (id) => `/api/v1/chart/data/${id}`,
  };
}

/**
 * The answer of a job that is done, for its own user and with the rights they have now.
 * @throws AppError not_found
 */
export async function jobAnswers(
  data: ChartDataService,
  principal: Principal,
  job: Job | undefined,
  signal: AbortSignal,
): Promise<readonly Chunks[]> {
  if (job?.kind !== CHART_DATA || job.state !== 'done' || job.user_id !== principal.userId)
    throw new AppError('not_found', {});
  const { context, wish } = readPayload(job.payload);
  // What was forced was forced by the job; a result that has left the memory since is made again.
  return data.answers(
    principal,
    { ...context, force: false },
    {
      force: false,
      staleOkSeconds: 0,
      keepAtLeastSeconds: RESULT_SECONDS,
      ...(wish.addressed && { addressed: wish.addressed }),
    },
    signal,
  );
}

/** A result waits so long for whoever fetches it, also where results are not cached otherwise. */
export const RESULT_SECONDS = 60;

function readPayload(text: string): Payload {
  const { context, wish } = parseExactJson(text) as Payload;
  return { context: readContext(context), wish };
}
