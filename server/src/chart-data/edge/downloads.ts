import { AppError } from '@tessera/core/errors/app-error';
import { canOnMain } from '../../principal.ts';
import { metered } from '../../engines/admission/quotas.ts';
import { downloadLines } from '../format/download.ts';
import type { LineFormat } from '../values/line-formats.ts';
import { redacted, redactedChunks, traceOf, type QueryLogging } from './observe.ts';
import { atInstantRange } from '../plan/offsets/compare.ts';
import { presentationOf } from '../post-process/present/present.ts';
import { checkBounds } from './request-bounds.ts';
import { queryRequest, runOptions, type DataRequest, type PipelineNeeds, type QueryRequest } from '../request.ts';
import { checkType, type Steps } from '../steps.ts';

type Needs = Pick<PipelineNeeds, 'readTime' | 'finisher' | 'engines' | 'quotas' | 'settings'>;

/** Files: the same steps without the cache, a chunk of lines at a time. */
export function createDownloads(needs: Needs, steps: Pick<Steps, 'authorise' | 'prepare'>, log: QueryLogging) {
  async function* lines(asked: QueryRequest, format: LineFormat): AsyncGenerator<Buffer, void> {
    const { request, dataset, query, type, progress } = asked;
    checkType(type, request.principal);
    yield* downloadLines(atInstantRange(query, dataset, needs.readTime), {
      dataset,
      type,
      format,
      finisher: needs.finisher,
      trace: (planned, rows) => {
        progress.trace = traceOf([planned], { rows, isCached: false });
      },
      readTime: needs.readTime,
      presentation: type === 'post_processed' ? presentationOf(request.context.form_data ?? {}) : null,
      prepare: async (one) => {
        const prepared = await steps.prepare(asked, one);
        progress.trace ??= traceOf([prepared.plan], { rows: 0, isCached: false });
        return prepared;
      },
      // What runs for a user is on their account.
      engine: async (planned) =>
        metered(await needs.engines(planned.dataset), needs.quotas.accountOf(request.principal)),
      options: runOptions(asked, needs.settings),
    });
  }

  /** @throws AppError for a query that cannot be asked */
  async function check(asked: QueryRequest): Promise<void> {
    checkType(asked.type, asked.request.principal);
    const { plan } = await steps.prepare(asked, atInstantRange(asked.query, asked.dataset, needs.readTime));
    plan.compiled();
  }

  return async (given: DataRequest, format: LineFormat = 'csv'): Promise<readonly AsyncGenerator<Buffer, void>[]> => {
    checkBounds(given.context);
    if (!canOnMain(given.principal, 'can_csv')) throw new AppError('forbidden', {});
    const { dataset, request } = await steps.authorise(given);
    const ask = () =>
      request.context.queries.map((query) =>
        queryRequest(request, dataset, query, { maxRows: needs.settings.downloadRowLimit }),
      );
    // A file that has begun cannot turn into an error any more: what is wrong with a later query is reported before the
    // first.
    const checked = ask();
    if (checked.length > 1) await Promise.all(checked.map((asked) => redacted(asked, () => check(asked))));
    return ask().map((asked) => redactedChunks(asked, log.download(asked, lines(asked, format))));
  };
}
