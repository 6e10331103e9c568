import type { RawForm } from '@tessera/core/form-data';
import type { QueryObject } from '@tessera/core/query-object';
import type { Again, QueryResult, RowFacts } from '../../define.ts';
import { wholeSeries } from '../../layer/series-cut.ts';
import { mixedBundles } from './mixed-controls.ts';
import { firstForm, secondForm } from './mixed-forms.ts';
import { timeseriesQueries } from './queries.ts';

/** Two queries over one axis; the second takes what it has no key for from the first. */
export function mixedQueries(raw: RawForm): readonly QueryObject[] {
  return [firstForm(raw), secondForm(raw)].flatMap((form) => {
    const { x_axis_sort: _, ...rest } = form;
    return timeseriesQueries(rest, mixedBundles);
  });
}

/** What is requested again of either query whose series were cut in the middle. */
export function mixedAgain(
  results: readonly (QueryResult & RowFacts)[],
  queries: readonly QueryObject[],
): Again | null {
  const parts = queries.map((query, at) => wholeSeries(query, results[at]) ?? { queries: [query], take: null });
  if (parts.every(({ take }) => take === null)) return null;
  return {
    queries: parts.flatMap((part) => part.queries),
    take: (answers) => {
      let from = 0;
      return parts.flatMap((part) => {
        const own = answers.slice(from, from + part.queries.length);
        from += part.queries.length;
        return part.take === null ? own : part.take(own);
      });
    },
  };
}
