import { printExactJson } from '@tessera/core/exact-json';
import type { ResultType } from '@tessera/core/query-object';
import { columnKinds } from '@tessera/core/table';
import { dialectOf, grainChoices } from '@tessera/query/dialects/registry';
import type { ComparedRange } from '../plan/offsets/compare.ts';
import type { Unmatched } from '../plan/offsets/join.ts';
import type { ResolvedDataset } from '../dataset.ts';
import type { Finished } from '../post-process/post-process.ts';
import { compact, type Chunks } from '../values/chunks.ts';
import { withResultColumns } from '../resolve/labels.ts';
import { momentsAmong } from '../resolve/moments.ts';
import type { ResolvedQuery } from '../resolve/resolve.ts';

/** What an answer says besides its rows. */
export type Facts = {
  readonly type: ResultType;
  readonly cacheKey: string;
  readonly cacheTimeoutSeconds: number;
  readonly isCached: boolean;
  readonly ranAtMs: number;
  /** Of an answer from an extract: when the source was read for it. */
  readonly extractReadMs: number | null;
  /** `null` where the user may not see SQL. */
  readonly sql: string | null;
  readonly sqlRowCount: number;
  /** Columns whose rows without a value a pivot has left out. */
  readonly unplaced: readonly string[];
  /** Rows of other times that stand beside none of the query. */
  readonly unmatched: readonly Unmatched[];
  readonly compared: readonly ComparedRange[];
  /** Columns of instants in UTC of a dataset with a zone, before post-processing. */
  readonly moments: readonly string[];
  /** JSON text of what the annotation layers draw, by their names. */
  readonly annotations: string;
  readonly resolved: ResolvedQuery;
  /** Columns whose filters templates read. */
  readonly readFilters: readonly string[];
};

/** One entry of `result`, as JSON bytes: the rows are encoded already and are put in as they are. */
export function shape(facts: Facts, finished: Finished): Chunks {
  const { resolved } = facts;
  const colnames = finished.columns.map((column) => column.name);
  const coltypes = finished.columns.map((column) => columnKinds.indexOf(column.kind));
  if (facts.type === 'results') {
    const tail = {
      colnames,
      coltypes,
      rowcount: finished.rowCount,
      sql_rowcount: facts.sqlRowCount,
      detected_currency: null,
    };
    return compact([Buffer.from('{"data":'), ...finished.body, Buffer.from(`,${printExactJson(tail).slice(1)}`)]);
  }
  const head = {
    cache_key: facts.cacheKey,
    cached_dttm: facts.isCached ? isoSeconds(facts.ranAtMs) : null,
    queried_dttm: isoSeconds(facts.ranAtMs),
    ...(facts.extractReadMs !== null && { extract_dttm: isoSeconds(facts.extractReadMs) }),
    cache_timeout: facts.cacheTimeoutSeconds,
    applied_template_filters: facts.readFilters,
    error: null,
    is_cached: facts.isCached ? true : null,
    ...(facts.sql !== null && { query: `${facts.sql};\n\n` }),
    status: 'success',
    stacktrace: null,
    rowcount: finished.rowCount,
    sql_rowcount: facts.sqlRowCount,
    from_dttm: resolved.range.since,
    to_dttm: resolved.range.until,
    label_map: withResultColumns(resolved.labels, colnames, finished.pivoted),
    colnames,
    coltypes,
  };
  const moments = momentsAmong(facts.moments, finished.columns, finished.pivoted);
  const tail = {
    result_format: 'json',
    detected_currency: null,
    additivity: resolved.additivities,
    ...(facts.unplaced.length > 0 && { unplaced: facts.unplaced }),
    ...(facts.compared.length > 0 && { compared: facts.compared }),
    ...(facts.unmatched.length > 0 && { unmatched: facts.unmatched }),
    time_zone: resolved.timeZone,
    ...(moments.length > 0 && { moments }),
    applied_filters: resolved.applied,
    rejected_filters: resolved.rejected,
  };
  return compact([
    Buffer.from(`${printExactJson(head).slice(0, -1)},"indexnames":`),
    ...finished.index,
    Buffer.from(`,"annotation_data":${facts.annotations},"data":`),
    ...finished.body,
    Buffer.from(`,${printExactJson(tail).slice(1)}`),
  ]);
}

/** The whole body of a request with several queries. */
export function envelope(answers: readonly Chunks[]): Chunks {
  return compact([Buffer.from('{"result":['), ...listed(answers), Buffer.from(']}')]);
}

/** Entries with commas between them. */
export function listed(answers: readonly Chunks[]): Chunks {
  return answers.flatMap((answer, index) => (index === 0 ? answer : [Buffer.from(','), ...answer]));
}

/** Result type `query`: the SQL, not run, or what is wrong with the query. */
export function shapeQuery(told: { readonly query: string } | { readonly error: string }): Chunks {
  return [Buffer.from(printExactJson({ language: 'sql', ...told }))];
}

/** Result type `columns`. */
export function shapeColumns(dataset: ResolvedDataset): Chunks {
  const data = dataset.columns.map((column) => ({
    column_name: column.name,
    verbose_name: column.verboseName,
    dtype: columnKinds.indexOf(column.kind),
  }));
  return [Buffer.from(printExactJson({ data }))];
}

/** Result type `timegrains`. */
export function shapeGrains(dataset: ResolvedDataset): Chunks {
  return [Buffer.from(printExactJson({ data: grainChoices(dialectOf(dataset.dialect)) }))];
}

/** As API clients compare it: whole seconds with the offset written out. */
function isoSeconds(epochMs: number): string {
  return `${new Date(epochMs).toISOString().slice(0, 19)}+00:00`;
}
