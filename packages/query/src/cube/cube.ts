import { conjuncts } from '../conjuncts.ts';
import { classOf, typeName } from '../containment/cells.ts';
import { isGrainStart } from '../containment/grain-starts.ts';
import { cellsOfRow } from '../containment/answer-from.ts';
import { MAX_VALUES } from '../containment/implied.ts';
import type { Dialect } from '../dialect.ts';
import { exactKey } from '../exact-key.ts';
import {
  sourceIdentity,
  type Bound,
  type Dimension,
  type Edge,
  type Expression,
  type Measure,
  type Predicate,
  type StructuredQuery,
} from '../structured-query.ts';
import { readGrain, type Grain } from '../time-grains.ts';

/** A wider query whose result answers another one under filters that may come. */
export type Cube = {
  readonly query: StructuredQuery;
  /** Its columns that are read as instants. */
  readonly temporal: ReadonlySet<string>;
};

/** Rows of one cube at most: it is read by the thread of the server at every step of a brush. */
export const CUBE_ROWS = 300_000;
const LEAST_ROWS = 1_000;
const MAX_EDGES = 120;

type Asked = { readonly query: StructuredQuery; readonly temporal: ReadonlySet<string> };

/**
 * The query of a cube: grouped also by what filters may come to be on, with all that its measures are made of.
 * It is about the same rows at most (filter, rules, source), so that it shows nothing that the query does not.
 *
 * @param coming  Filters that may come, one by one
 * @param groups  How many rows the query itself has, at most
 * @returns null where a wider result would not answer the query under them, or would be large
 */
export function cubeOf(asked: Asked, coming: readonly Predicate[], dialect: Dialect, groups: number): Cube | null {
  const { query, temporal } = asked;
  if (query.measures === null || query.rowCountOnly || conjuncts(query.having).length > 0) return null;
  const axes = axesOf(coming, query, dialect);
  if (axes === null) return null;
  const known = new Set(query.dimensions.map(({ expression }) => exactKey(expression)));
  const more = axes.filter(({ expression }) => !known.has(exactKey(expression)));
  const rows = more.reduce((product, { width }) => product * width, groups);
  if (rows > CUBE_ROWS) return null;
  const within = axes.flatMap((axis) => axis.within ?? []);
  const added = more.map(({ expression }, at): Dimension => ({ label: `cube axis ${at}`, expression }));
  const cube: StructuredQuery = {
    ...query,
    dimensions: [...query.dimensions, ...added],
    measures: partsOf(query),
    where: within.length === 0 ? query.where : { kind: 'and', of: [...conjuncts(query.where), ...within] },
    orderBy: [],
    seriesLimit: null,
    // One more would be another group, and none of these is certain then.
    limit: Math.max(LEAST_ROWS, rows + 1),
    offset: 0,
  };
  const times = added.filter(({ expression }) => expression.kind === 'grain').map(({ label }) => label);
  const wide = { query: cube, temporal: new Set([...temporal, ...times]) };
  const under = { query: { ...query, where: cube.where }, temporal };
  if (cellsOfRow(wide, under, dialect) === null) return null;
  return wide;
}

/** What the filters of a query have in common however they are set: the same for a query and for it under a filter. */
export function cubeShape(query: StructuredQuery): string {
  const { where: _, source, ...rest } = query;
  return exactKey({ ...rest, source: sourceIdentity(source) });
}

type Axis = {
  readonly expression: Expression;
  /** How many values it has at most. */
  readonly width: number;
  /** No other rows will be asked for. */
  readonly within?: Predicate;
};

/** What rows are split by, so that each of these filters takes whole groups. */
function axesOf(coming: readonly Predicate[], query: StructuredQuery, dialect: Dialect): readonly Axis[] | null {
  const byLeft = new Map<string, Leaf[]>();
  for (const leaf of coming.flatMap(leavesOf)) {
    if (leaf === null) return null;
    const key = exactKey(leaf.left);
    byLeft.set(key, [...(byLeft.get(key) ?? []), leaf]);
  }
  const axes = [...byLeft.values()].map((leaves) => axisOf(leaves, query, dialect));
  const found = axes.filter((axis) => axis !== null);
  return found.length === axes.length && found.length > 0 ? found : null;
}

type Leaf = Extract<Predicate, { readonly kind: 'compare' | 'in' | 'null' | 'boolean' | 'time_range' }>;

/** The conditions on single expressions that a filter is made of; null among them for what is none. */
function leavesOf(predicate: Predicate): readonly (Leaf | null)[] {
  switch (predicate.kind) {
    case 'true':
      return [];
    case 'and':
    case 'or':
      return predicate.of.flatMap(leavesOf);
    case 'not':
      return leavesOf(predicate.of);
    case 'compare':
      return [/^(?:[<>]=?|!?=)$/.test(predicate.op) ? predicate : null];
    case 'in':
    case 'null':
    case 'boolean':
    case 'time_range':
      return [predicate];
    case 'newest':
    case 'sql':
    case 'guarded':
    case 'hidden_rules':
      return [null];
  }
}

function axisOf(leaves: readonly Leaf[], query: StructuredQuery, dialect: Dialect): Axis | null {
  const [first] = leaves;
  if (!first) return null;
  const ranges = leaves.filter((leaf) => leaf.kind === 'time_range');
  if (ranges.length > 0) return ranges.length === leaves.length ? timeAxis(ranges, query, dialect) : null;
  const edges = leaves.flatMap((leaf) => (leaf.kind === 'compare' && /^[<>]/.test(leaf.op) ? [leaf.right] : []));
  if (edges.length > 0) return edges.length === leaves.length ? binAxis(first.left, edges, dialect) : null;
  return valueAxis(first.left, leaves);
}

function valueAxis(left: Expression, leaves: readonly Leaf[]): Axis {
  const values = new Map(leaves.flatMap(valuesOf).map((value) => [exactKey(value), value]));
  const isListed = leaves.every(
    (leaf) => (leaf.kind === 'in' && !leaf.negated) || (leaf.kind === 'compare' && leaf.op === '='),
  );
  if (!isListed || values.size > MAX_VALUES) return { expression: left, width: Math.max(1, values.size) + 1 };
  const within = { kind: 'in', left, values: [...values.values()], negated: false } as const;
  return { expression: left, width: values.size, within };
}

function valuesOf(leaf: Leaf): readonly Bound[] {
  if (leaf.kind === 'in') return leaf.values;
  return leaf.kind === 'compare' ? [leaf.right] : [];
}

/** Rows between the places where ranges of numbers may begin and end. */
function binAxis(of: Expression, given: readonly Bound[], dialect: Dialect): Axis | null {
  const { kind } = classOf(of, dialect);
  if (of.kind !== 'column' || (kind !== 'integer' && kind !== 'double')) return null;
  const edges = new Map<number, Edge>();
  for (const bound of given) {
    const value = bound.kind === 'value' ? bound.value : null;
    const isInteger = typeof value === 'bigint';
    const number = isInteger ? Number(value) : value;
    if (typeof number !== 'number' || !Number.isFinite(number)) return null;
    if (isInteger && !Number.isSafeInteger(number)) return null;
    // One number may be written in two ways; one of them will do.
    edges.set(number, edges.get(number) ?? { number, isInteger });
  }
  const apart = [...edges.values()].toSorted((a, b) => a.number - b.number);
  if (apart.length > MAX_EDGES) return null;
  return { expression: { kind: 'bin', of, edges: apart }, width: apart.length * 2 + 1 };
}

/** From the longest on, so that there are few. */
const grains: readonly Grain[] = ['P1Y', 'P3M', 'P1M', 'P1W', 'P1D', 'PT6H', 'PT1H', 'PT30M', 'PT15M', 'PT5M', 'PT1M'];

type Range = Extract<Predicate, { readonly kind: 'time_range' }>;

/** Rows by the longest grain that all of the ranges begin and end at; one of the query itself where it has such. */
function timeAxis(ranges: readonly Range[], query: StructuredQuery, dialect: Dialect): Axis | null {
  const [first] = ranges;
  const ends = [...new Set(ranges.flatMap(({ since, until }) => [since, until].filter((end) => end !== null)))];
  if (!first || ends.length === 0) return null;
  const { left } = first;
  const fits = (grain: Grain | null) => grain !== null && ends.every((end) => isGrainStart(grain, end));
  const width = ends.length;
  if (left.kind === 'grain') return { expression: left, width };
  if (!/^(DATE|TIMESTAMP|DATETIME)/.test(typeName(left, dialect) ?? '')) return null;
  const own = query.dimensions.find(
    ({ expression }) =>
      expression.kind === 'grain' &&
      (expression.zone === null || expression.zone === 'UTC') &&
      exactKey(expression.of) === exactKey(left) &&
      fits(readGrain(expression.grain)),
  );
  if (own) return { expression: own.expression, width: 1 };
  const grain = grains.find((one) => dialect.timeGrain[one] !== undefined && fits(one));
  return grain === undefined ? null : { expression: { kind: 'grain', grain, of: left, zone: null }, width };
}

/** The measures of a query with all that they are made of, and those that it is only sorted by. */
function partsOf({ measures, orderBy, seriesLimit, dimensions }: StructuredQuery): readonly Measure[] {
  const grouped = new Set(dimensions.map(({ expression }) => exactKey(expression)));
  const besides = [
    ...orderBy.flatMap(({ by }) => ('expression' in by ? [by.expression] : [])),
    ...(seriesLimit ? [seriesLimit.by] : []),
  ].filter((expression) => !grouped.has(exactKey(expression)));
  const wanted = [...(measures ?? []).map(({ expression }) => expression), ...besides];
  const known = new Set((measures ?? []).map(({ expression }) => exactKey(expression)));
  const parts = [...besides, ...wanted.flatMap(madeOf)].filter((expression) => {
    const key = exactKey(expression);
    return !known.has(key) && known.add(key);
  });
  return [...(measures ?? []), ...parts.map((expression, at) => ({ label: `cube part ${at}`, expression }))];
}

/** A sum and an extreme need to be distinguished from those of nothing, an average is a sum and a count. */
function madeOf(expression: Expression): readonly Expression[] {
  if (expression.kind !== 'aggregate') return [];
  const { of, aggregate } = expression;
  if (aggregate === 'COUNT' || aggregate === 'COUNT_DISTINCT') return [];
  const count: Expression = { kind: 'aggregate', aggregate: 'COUNT', of };
  return aggregate === 'AVG' ? [{ kind: 'aggregate', aggregate: 'SUM', of }, count] : [count];
}
