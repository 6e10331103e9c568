import type { RawForm } from '@tessera/core/form-data';
import type { PostStep, QueryContext, QueryObject } from '@tessera/core/query-object';
import { stableJson } from '@tessera/core/stable-json';
import type { Table } from '@tessera/core/table';
import type { Beside, Presented } from '@tessera/viz/present';
import { presenterOf } from '@tessera/viz/presenters';

/** How a chart shows its rows: its type, and what of its form data decides. Plain data: a thread can take it. */
export type Presentation = { readonly vizType: string; readonly form: RawForm };

/** The presentation that form data ask for. */
export function presentationOf(form: RawForm): Presentation {
  const { viz_type: type } = form;
  const { reads } = presenterOf(type);
  return {
    vizType: typeof type === 'string' ? type : '',
    form: Object.fromEntries(reads.flatMap((key) => (Object.hasOwn(form, key) ? [[key, form[key]]] : []))),
  };
}

/** The queries whose rows the presentation takes beside those of a query. */
export function queriesBeside(
  query: QueryObject,
  { vizType, form }: Presentation,
  isCut = false,
): readonly QueryObject[] {
  return presenterOf(vizType).queriesBeside?.(query, form, isCut) ?? [];
}

/** Those that it takes as well once the limit of the query is known to have cut its rows. */
export function queriesBesideCut(
  query: QueryObject,
  presentation: Presentation,
  { rowCount }: Table,
  limit: number | null,
): readonly QueryObject[] {
  if (limit === null || rowCount < limit) return [];
  const asked = new Set(queriesBeside(query, presentation).map((one) => stableJson(one)));
  return queriesBeside(query, presentation, true).filter((one) => !asked.has(stableJson(one)));
}

/** A context whose rows are presented, without queries that stand beside others: they come with them. */
export function withoutBeside(context: QueryContext): QueryContext {
  const { queries, form_data: form, result_type: type } = context;
  if (type !== 'post_processed' || queries.length < 2) return context;
  const presentation = presentationOf(form ?? {});
  const beside = new Set(
    queries.flatMap((query) => queriesBeside(query, presentation, true)).map((query) => stableJson(query)),
  );
  return { ...context, queries: queries.filter((query, at) => at === 0 || !beside.has(stableJson(query))) };
}

/** The rows as the plugin shows them. @throws AppError post_processing */
export function present(
  table: Table,
  { vizType, form }: Presentation,
  verbose: Readonly<Record<string, string>>,
  beside?: Beside,
): Presented {
  return presenterOf(vizType).present(table, form, verbose, beside);
}

/** A step that is as much work as the presentation; null for next to none. */
export function workOfPresentation({ vizType, form }: Presentation): PostStep | null {
  return presenterOf(vizType).work?.(form) ?? null;
}
