import { AppError } from '@tessera/core/errors/app-error';
import { ownValue } from '@tessera/core/own-value';
import type { QueryObject } from '@tessera/core/query-object';
import type { Table } from '@tessera/core/table';
import { toWall } from '@tessera/core/time-range/zone';
import { message } from '@tessera/core/messages';
import { zoneOf, type ResolvedDataset } from '../../dataset.ts';
import { limits } from '../../limits.ts';
import type { Plan } from '../plan.ts';
import type { ResolvedQuery, TimeReader } from '../../resolve/resolve.ts';
import { joinOffsets, type JoinAxes, refuseTakenNames, type Unmatched } from './join.ts';
import { readOffset, type Offset } from './offset.ts';
import { comparedQuery, comparedRange, movedQuery, narrowed, type RangeReader } from './shifted-query.ts';

export type Prepared = {
  /** Reading and printing it takes milliseconds. */ readonly isLong: boolean;
  readonly resolved: ResolvedQuery;
  readonly plan: Plan;
  /** Columns whose filters a template took over. */ readonly takenOver: readonly string[];
  /** Columns whose filters a template read, those among them. */ readonly readFilters: readonly string[];
};
/** Rows of one query; `identity` tells one run of it from another. */
export type Fetched = {
  readonly table: Table;
  readonly truncated: boolean;
  readonly isCached: boolean;
  readonly identity: string;
};

/** The range that an offset stands for, in UTC milliseconds: what tells which of its periods are not whole. */
export type ComparedRange = {
  readonly offset: string;
  readonly from_dttm: number | null;
  readonly to_dttm: number | null;
  /** How many rows that time has, of those that the query asks for. */
  readonly rowcount: number;
};

/** Rows with those of other times beside them. */
export type Compared<Got extends Fetched> = {
  readonly main: Got;
  readonly table: Table;
  readonly isCached: boolean;
  readonly identity: string;
  /** Rows of other times that are left out; none are counted where a limit or no range cut the rows. */
  readonly unmatched: readonly Unmatched[];
  readonly compared: readonly ComparedRange[];
  /** Of the other times, in the order of the offsets. */
  readonly plans: readonly Plan[];
};

type Needs<Got extends Fetched> = {
  readonly dataset: ResolvedDataset;
  readonly readTime: TimeReader;
  /** Resolve, restrict and plan: a compared query takes every step that the query itself took. */
  readonly prepare: (query: QueryObject) => Promise<Prepared>;
  readonly fetch: (prepared: Prepared) => Promise<Got>;
};

/** A row limit from which on the rows are rarely cut, so that the compared queries need not wait. */
const SELDOM_CUT = 5000;

/** Does this query ask for other times besides its own? */
export function hasOffsets(query: QueryObject): boolean {
  return (
    (query.time_offsets?.length ?? 0) > 0 &&
    query.metrics !== null &&
    query.metrics !== undefined &&
    query.is_rowcount !== true
  );
}

/** What a query is when its own range is to be moved: by a year, a month, a week, or its length. @throws AppError */
export function atInstantRange(query: QueryObject, dataset: ResolvedDataset, readTime: TimeReader): QueryObject {
  const name = query.extras?.instant_time_comparison_range;
  const text = name
    ? ({ y: '1 year', m: '1 month', w: '1 week', r: 'inherit' } as Readonly<Record<string, string>>)[name]
    : undefined;
  if (text === undefined) return query;
  const { compared, readRange, zone } = rangeOf(query, dataset, readTime);
  return movedQuery(query, compared.column, readOffset(text, readRange(compared.text), zone), readRange, zone);
}

/** The statements of the other times, planned and not run. @throws AppError */
export async function planOffsets(
  query: QueryObject,
  own: Prepared,
  { dataset, readTime, prepare }: Omit<Needs<Fetched>, 'fetch'>,
): Promise<readonly Plan[]> {
  const { offsets, at } = readOffsets(query, own, dataset, readTime);
  return (await Promise.all(offsets.map((offset) => prepare(at(offset))))).map(({ plan }) => plan);
}

/**
 * The rows of a query with those of its offsets beside them, each from a query of its own.
 *
 * @throws AppError open_comparison, incorrect_request, and whatever the queries throw
 */
export async function fetchWithOffsets<Got extends Fetched>(
  query: QueryObject,
  own: Prepared,
  needs: Needs<Got>,
): Promise<Compared<Got>> {
  const { offsets, at, axes, isOpen, range } = readOffsets(query, own, needs.dataset, needs.readTime);
  refuseTakenNames(axes, offsets);
  // Without a time axis all of time would be compared with itself.
  if (isOpen && axes.axis === null && offsets.length > 0) throw new AppError('open_comparison', {});
  const ask = async (offset: Offset, change: (compared: QueryObject) => QueryObject) => {
    const prepared = await needs.prepare(change(at(offset)));
    return { offset, plan: prepared.plan, ...(await needs.fetch(prepared)) };
  };
  const askAll = (change: (compared: QueryObject) => QueryObject) =>
    Promise.all(offsets.map((offset) => ask(offset, change)));

  const isLimited = (query.series_limit || query.timeseries_limit || 0) > 0;
  const waits = isLimited || (query.row_offset ?? 0) > 0 || (query.row_limit || limits.defaultRows) < SELDOM_CUT;
  const [main, beside] = await Promise.all([needs.fetch(own), waits ? null : askAll((compared) => compared)]);
  const limit = own.plan.query.limit;
  const isCut =
    isLimited || main.truncated || own.plan.query.offset > 0 || (limit !== null && main.table.rowCount >= limit);
  // Others are gathered by each query from its own series: their number is what counts, not their names.
  const narrows = isCut && query.group_others_when_limit_reached !== true;
  const compared =
    beside !== null && !narrows
      ? beside
      : await askAll((asked) => (narrows ? narrowed(asked, main.table, axes.axis?.label ?? null) : asked));

  const { table, unmatched } = await joinOffsets(main.table, compared, axes);
  return {
    main,
    table,
    unmatched: isCut || isOpen ? [] : unmatched,
    compared: compared.map(({ offset, table: { rowCount } }) => {
      const { since, until } = offset.range(range);
      return { offset: offset.label, from_dttm: since, to_dttm: until, rowcount: rowCount };
    }),
    isCached: main.isCached && compared.every((one) => one.isCached),
    identity: [main, ...compared].map((one) => one.identity).join(' '),
    plans: compared.map(({ plan }) => plan),
  };
}

function readOffsets(query: QueryObject, own: Prepared, dataset: ResolvedDataset, readTime: TimeReader) {
  const texts = [...new Set((query.time_offsets ?? []).map((text) => text.trim()))];
  if (texts.length > limits.offsets)
    throw new AppError('incorrect_request', {
      reason: message('time_offsets: there are too many; at most %(offsets)s are allowed', { offsets: limits.offsets }),
    });
  const { compared, readRange, zone } = rangeOf(query, dataset, readTime, allOfTime);
  const range = readRange(compared.text);
  const axes = axesOf(own.resolved, compared.column, dataset);
  return {
    axes,
    range,
    isOpen: range.since === null || range.until === null,
    offsets: texts.map((text) => readOffset(text, range, zone, axes.axis?.grain)),
    at: (offset: Offset) => comparedQuery(query, compared.column, offset, readRange, zone),
  };
}

/** Of a query that no range narrows. */
const allOfTime = { column: '', text: 'No filter' } as const;

function rangeOf(
  query: QueryObject,
  dataset: ResolvedDataset,
  readTime: TimeReader,
  otherwise: ReturnType<typeof comparedRange> = null,
) {
  const compared = comparedRange(query) ?? otherwise;
  if (compared === null) throw new AppError('open_comparison', {});
  const options = {
    relativeStart: query.extras?.relative_start ?? 'today',
    relativeEnd: query.extras?.relative_end ?? 'today',
    shift: query.time_shift ?? null,
    zone: dataset.timeZone,
  } as const;
  const readRange: RangeReader = (text) => readTime(text, options);
  return { compared, readRange, zone: dataset.timeZone ?? 'UTC' };
}

function axesOf({ structured, temporal, labels }: ResolvedQuery, column: string, dataset: ResolvedDataset): JoinAxes {
  const timed = structured.dimensions.filter(({ label }) => temporal.has(label));
  const axis = timed.find(({ label }) => ownValue(labels, label)?.[0] === column) ?? timed[0];
  const grained = axis?.expression.kind === 'grain' ? axis.expression : null;
  const zone =
    zoneOf(
      dataset.columns.find(({ name }) => axis && ownValue(labels, axis.label)?.[0] === name),
      dataset,
    ) ?? 'UTC';
  return {
    dimensions: structured.dimensions.map(({ label }) => label),
    measures: (structured.measures ?? []).map(({ label }) => label),
    // A grain has put the axis on the wall clock of the zone already.
    axis: axis
      ? { label: axis.label, grain: grained?.grain ?? null, toWall: grained ? (at) => at : (at) => toWall(at, zone) }
      : null,
  };
}
