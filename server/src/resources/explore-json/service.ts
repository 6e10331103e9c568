import { buildQueryObject } from '@tessera/core/build-query';
import { effectiveQuery } from '@tessera/core/effective-query/effective-query';
import { standalone } from '@tessera/core/effective-query/sources';
import { AppError } from '@tessera/core/errors/app-error';
import type { RawForm } from '@tessera/core/form-data';
import type { QueryContext, QueryObject } from '@tessera/core/query-object';
import { message } from '@tessera/core/messages';
import type { Principal } from '../../principal.ts';
import { fairnessKeyOf } from '../../engines/admission/fairness-key.ts';
import type { ChartDataService, Wish } from '../chart-data/service.ts';
import { payloadOf } from './payloads/registry.ts';
import type { Retell } from './retelling.ts';

export type ExploreJsonService = ReturnType<typeof createExploreJsonService>;

/** What a form of an older chart type asks; nothing for a form that its type cannot read. */
export function legacyQueries(form: RawForm): readonly QueryObject[] {
  try {
    return effectiveQuery(standalone(form), builderOf(form)).queries;
  } catch {
    return [];
  }
}

/** How a form of an older chart type asks. @throws AppError incorrect_request for a type without data of that form */
function builderOf(form: RawForm): (given: RawForm) => readonly QueryObject[] {
  const payload = payloadOf(form['viz_type']);
  if (!payload)
    throw new AppError('incorrect_request', {
      reason: message('viz_type: "%(value)s" has no data of the older form', {
        value: typeof form['viz_type'] === 'string' ? form['viz_type'] : '',
      }),
    });
  return (given) => [{ ...payload.query(given, buildQueryObject(given)), annotation_layers: [] }];
}

/** Data of older chart types ([7.1-02]): their form data become a query, which goes the way of every query. */
export function createExploreJsonService(data: ChartDataService, retell: Retell) {
  function contextOf(form: RawForm): QueryContext {
    const build = builderOf(form);
    const { datasource } = form;
    if (typeof datasource !== 'string')
      throw new AppError('incorrect_request', { reason: message('form_data: datasource is missing') });
    const { form: effective, queries } = effectiveQuery(standalone(form), build);
    return {
      datasource: { id: datasource },
      queries: [...queries],
      form_data: { ...effective },
      result_type: 'full',
    };
  }

  return {
    /** The answer in the older form, as JSON. @throws AppError */
    answer: async (principal: Principal, form: RawForm, wish: Wish, signal: AbortSignal): Promise<Buffer> => {
      const [told = []] = await data.answers(principal, contextOf(form), wish, signal);
      return retell(told, form, { signal, turn: fairnessKeyOf(principal) });
    },

    /** The same when it can be given without a database, else null. @throws AppError */
    cachedAnswer: async (
      principal: Principal,
      form: RawForm,
      wish: Wish,
      signal: AbortSignal,
    ): Promise<Buffer | null> => {
      const kept = await data.cachedAnswers(principal, contextOf(form), wish, signal);
      return kept && retell(kept[0] ?? [], form, { signal, turn: fairnessKeyOf(principal) });
    },

    /** The rows behind it as a file. @throws AppError */
    downloads: (principal: Principal, form: RawForm, wish: Wish, signal: AbortSignal) =>
      data.downloads(principal, contextOf(form), 'csv', wish, signal),
  };
}
