import { buildQueryObject } from '@tessera/core/build-query';
import { AppError } from '@tessera/core/errors/app-error';
import type { RawForm } from '@tessera/core/form-data';
import type { QueryContext } from '@tessera/core/query-object';
import type { Actor } from '../../actor.ts';
import { textOf, type Pieces } from '../../chart-data/pieces.ts';
import type { ChartDataService, Wish } from '../chart-data/service.ts';
import type { LegacyPayload, LegacyRow } from './legacy.ts';
import { payloadOf } from './payloads/registry.ts';

export type ExploreJsonService = ReturnType<typeof createExploreJsonService>;

/** What a full answer says that the older form of answers repeats. */
type Told = {
  readonly data: readonly LegacyRow[];
  readonly from_dttm: number | null;
  readonly to_dttm: number | null;
  readonly query?: string;
  readonly is_cached: boolean | null;
} & Readonly<Record<string, unknown>>;

/** Data of older chart types ([7.1-02]): their form data become a query, which goes the way of every query. */
export function createExploreJsonService(data: ChartDataService) {
  function contextOf(form: RawForm): { readonly context: QueryContext; readonly payload: LegacyPayload } {
    const vizType = typeof form['viz_type'] === 'string' ? form['viz_type'] : '';
    const payload = payloadOf(vizType);
    if (!payload) throw new AppError('incorrect_request', { reason: `viz_type: "${vizType}" has no data of the older form` });
    const { datasource } = form;
    if (typeof datasource !== 'string') throw new AppError('incorrect_request', { reason: 'form_data: datasource is missing' });
    return { payload, context: { datasource: { id: datasource }, queries: [{ ...payload.query(form, buildQueryObject(form)), annotation_layers: [] }], form_data: { ...form }, result_type: 'full' } };
  }

  /** An answer of chart data in the older form. */
  function retold(answer: Pieces = [], form: RawForm, payload: LegacyPayload): Readonly<Record<string, unknown>> {
    const told = JSON.parse(textOf(answer)) as Told;
    const kept = ['cache_key', 'cached_dttm', 'cache_timeout', 'from_dttm', 'to_dttm', 'status', 'stacktrace', 'rowcount', 'colnames', 'coltypes', 'applied_filters', 'rejected_filters'] as const;
    return {
      ...Object.fromEntries(kept.map((key) => [key, told[key] ?? null])),
      is_cached: told.is_cached === true,
      errors: [],
      form_data: { adhoc_filters: [], applied_time_extras: {}, where: '', having: '', filters: [], ...form },
      ...(told.query !== undefined && { query: told.query.replace(/;\n\n$/, '') }),
      data: payload.data(told.data, form, { since: told.from_dttm, until: told.to_dttm }),
    };
  }

  return {
    /** The answer in the older form. @throws AppError */
    answer: async (actor: Actor, form: RawForm, wish: Wish, signal: AbortSignal): Promise<Readonly<Record<string, unknown>>> => {
      const { context, payload } = contextOf(form);
      const [told] = await data.answers(actor, context, wish, signal);
      return retold(told, form, payload);
    },

    /** The same when it can be given without a database, else null. @throws AppError */
    keptAnswer: async (actor: Actor, form: RawForm, wish: Wish, signal: AbortSignal): Promise<Readonly<Record<string, unknown>> | null> => {
      const { context, payload } = contextOf(form);
      const kept = await data.keptAnswers(actor, context, wish, signal);
      return kept && retold(kept[0], form, payload);
    },

    /** The rows behind it as a file. @throws AppError */
    downloads: (actor: Actor, form: RawForm, wish: Wish, signal: AbortSignal) => data.downloads(actor, contextOf(form).context, 'csv', wish, signal),
  };
}
