import { addsUp, type Additivities } from '@tessera/core/additivity';
import { metricLabel } from '@tessera/core/form-data';
import { numberText, tn } from '@tessera/core/messages';
import { ownValue } from '@tessera/core/own-value';
import type { QueryColumn, QueryMetric, QueryObject } from '@tessera/core/query-object';
import { cellAt } from '@tessera/core/table';
import type { Again, QueryResult, RowFacts, SeriesCut } from '../define.ts';

/**
 * A series cut by row loses points in the middle of its lines, and small series vanish without a word. So the answer is
 * asked once more with as many whole series as fit, the rest gathered where the metrics add up, and with a count of
 * all. How many fit is known from the places of the axis: at first those that the cut answer has, then their count.
 *
 * @param result  the answer to `query`, one row for each value of its axis
 * @param gathers  whether the rest may be one more series; a sum of the rest is no sample of a statistic
 * @returns null when the answer is whole, or not even one series fits
 */
export function wholeSeries(
  query: QueryObject | undefined,
  result: (QueryResult & RowFacts) | undefined,
  gathers = true,
): Again | null {
  if (!query || !result || !result.rowLimit || result.sqlRowCount < result.rowLimit) return null;
  const { rowLimit, places = result.table.rowCount } = result;
  const counts = countsOf(query);
  if (counts.length === 0 || places === 0) return null;
  const hasOthers =
    gathers && (query.metrics ?? []).every((metric) => addsUp(additivityByLabel(result.additivity ?? {}, metric)));
  const shown = Math.floor(rowLimit / places) - (hasOthers ? 1 : 0);
  const before = query.series_limit ?? 0;
  if (shown < 1 || (before > 0 && shown >= before)) return null;
  return {
    queries: [cutQuery(query, { shown, of: null, hasOthers }), ...counts],
    take: ([answer, counted, placed]) => {
      if (!answer) return [];
      const [of, known] = [countIn(counted), countIn(placed)];
      // All that was asked for fits: a limit that it reaches by chance has cut nothing.
      const fits = known !== null && (shown + (hasOthers ? 1 : 0)) * known <= rowLimit;
      return [
        {
          ...answer,
          ...(of === null || of > shown ? { seriesCut: { shown, of, hasOthers } } : {}),
          ...(known === null ? {} : { places: known }),
          ...(fits ? { rowLimit: null } : {}),
        },
      ];
    },
  };
}

/** A cut answer may lack places of the axis, and with all of them fewer series fit: the second try knows them. */
const MAX_TRIES = 3;

/**
 * Ask until an answer does, three times at most.
 *
 * @param again  what is asked in place of queries with these answers; null when they do
 * @throws what `ask` throws
 */
export async function askUntilWhole<R extends QueryResult>(
  given: readonly QueryObject[],
  answers: readonly R[],
  again: (results: readonly R[], queries: readonly QueryObject[]) => Again | null,
  ask: (queries: readonly QueryObject[]) => Promise<readonly R[]>,
): Promise<readonly R[]> {
  let [queries, results] = [given, answers];
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const more = again(results, queries);
    if (more === null) break;
    results = more.take(await ask(more.queries));
    queries = more.queries.slice(0, results.length);
  }
  return results;
}

/** The query that gives the series of a cut; what a file of the chart asks. */
export function cutQuery(query: QueryObject, { shown, hasOthers }: SeriesCut): QueryObject {
  return { ...query, series_limit: shown, ...(hasOthers ? { group_others_when_limit_reached: true } : {}) };
}

/** How many series a query has, and how many values its axis; nothing where it has no series. */
export function countsOf(query: QueryObject): readonly QueryObject[] {
  const series = query.series_columns ?? [];
  if (series.length === 0 || (query.metrics ?? []).length === 0) return [];
  const keys = new Set(series.map((column) => JSON.stringify(column)));
  const axis = (query.columns ?? []).filter((column) => !keys.has(JSON.stringify(column)));
  return [countOf(query, series), ...(axis.length === 0 ? [] : [countOf(query, axis)])];
}

/** The same question, counted by some of its columns. */
function countOf(query: QueryObject, columns: readonly QueryColumn[]): QueryObject {
  const { series_columns: _columns, is_timeseries: _time, annotation_layers: _layers, ...rest } = query;
  return {
    ...rest,
    columns: [...columns],
    orderby: [],
    series_limit: 0,
    row_limit: 0,
    time_offsets: [],
    post_processing: [],
    is_rowcount: true,
  };
}

/** What is said of a cut below the picture. */
export function seriesCutText({ shown, of, hasOthers }: SeriesCut): string {
  if (of === null)
    return hasOthers
      ? tn('The greatest series; the rest is in Others', 'The greatest %(count)s series; the rest is in Others', shown)
      : tn('The greatest series; the rest is left out', 'The greatest %(count)s series; the rest is left out', shown);
  const said = { shown: numberText(shown) };
  return hasOthers
    ? tn(
        '%(shown)s of 1 series; the rest is in Others',
        '%(shown)s of %(count)s series; the rest is in Others',
        of,
        said,
      )
    : tn(
        '%(shown)s of 1 series; the rest is left out',
        '%(shown)s of %(count)s series; the rest is left out',
        of,
        said,
      );
}

function countIn(counted: QueryResult | undefined): number | null {
  const [column] = counted ? [...counted.table.columns.values()] : [];
  const count = column && counted?.table.rowCount === 1 ? cellAt(column, 0) : null;
  return typeof count === 'number' ? count : null;
}

function additivityByLabel(told: Additivities, metric: QueryMetric) {
  return ownValue(told, typeof metric === 'string' ? metric : metricLabel(metric));
}
