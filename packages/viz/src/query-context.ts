import { effectiveQuery } from '@tessera/core/effective-query/effective-query';
import { standalone } from '@tessera/core/effective-query/sources';
import type { RawForm } from '@tessera/core/form-data';
import type { QueryObject } from '@tessera/core/query-object';
import type { AnyViz } from './erase.ts';

/** The chart-data request that belongs to a form. */
type QueryContext = {
  readonly datasource: { readonly id: number; readonly type: string };
  readonly force: false;
  readonly queries: readonly QueryObject[];
  readonly form_data: RawForm;
  readonly result_format: 'json';
  readonly result_type: 'full';
};

/** The request of a saved form: stored with the chart (`query_context`), for those who ask for its data by its id. */
export function queryContextOf(
  form: RawForm,
  viz: Pick<AnyViz, 'buildQueries'>,
  dataset: QueryContext['datasource'],
): QueryContext {
  const { form: effective, queries } = effectiveQuery(standalone(form), viz.buildQueries);
  return {
    datasource: { id: dataset.id, type: dataset.type },
    force: false,
    queries,
    form_data: effective,
    result_format: 'json',
    result_type: 'full',
  };
}
