import type { Table } from '@tessera/core/table';
import { printExpression } from '../compile/expressions.ts';
import { conjunction, printPredicate, restricted } from '../compile/predicates.ts';
import { printSource } from '../compile/source.ts';
import { writtenIn, writtenLength } from '../compile/written.ts';
import { withSpans } from '../compile/zone-spans.ts';
import { filterKey } from '../containment/implied.ts';
import type { Dialect, Scalar } from '../dialect.ts';
import { exactKey } from '../exact-key.ts';
import { isGroupwise } from '../groupwise.ts';
import {
  sourceIdentity,
  type Bound,
  type CompiledQuery,
  type Expression,
  type StructuredQuery,
  type WrittenSql,
} from '../structured-query.ts';
import type { Asked } from './asked.ts';
import { constantsOf } from './constants.ts';
import { groupingSets, type Grouping } from './grouping-sets.ts';
import { handedOut } from './handed-out.ts';
import { isOfAggregates } from './own-groups.ts';
import { readAgain } from './read-again.ts';
import { againstOf } from './roll-up.ts';
import { splitTable, type Part } from './split.ts';

/** One statement for several queries. `split` gives their tables, in their order, columns by position. */
export type Consolidated = CompiledQuery & { readonly split: (table: Table) => readonly Table[] };

/** Beyond these a shared statement costs more than it saves: every measure is computed for every grouping. */
const MAX_EXPRESSIONS = 24;
const MAX_SETS = 16;
const MAX_AGGREGATES = 160;
/**
 * Beyond these it takes too long to put together: what users wrote is read for each query, and sets are compared with
 * each other.
 */
const MAX_QUERIES = 40;
const MAX_TEXT = 20_000;

/**
 * What a query must have in common with another to run as one with it: source, filter and restriction. Distinct values
 * cost as much again for every grouping, so those who count them share with their own grouping alone. Limited series
 * ask twice of a scan, which must be materialized for that. `null` for a query that always runs by itself.
 */
export function consolidationKey(query: StructuredQuery, dialect: Dialect): string | null {
  const { measures, dimensions, seriesLimit: series } = query;
  const isPossible =
    dialect.groupingSets && (series === null || (!series.groupOthers && dialect.groupingSets.handOut === null));
  if (!isPossible || measures === null || query.rowCountOnly || !isOfAggregates(query.having, dialect.grammar))
    return null;
  const computed = [...orderedBy(query), ...measures.map((one) => one.expression), ...(series ? [series.by] : [])];
  if (dimensions.length + measures.length === 0 || !computed.every(isSharable)) return null;
  const grouping = computed.some(isDistinct)
    ? [
        dimensions.map(({ expression }) => exactKey(expression)).toSorted(),
        series && series.dimensions.length < dimensions.length ? exactKey(series) : null,
      ]
    : null;
  return exactKey([sourceIdentity(query.source), filterKey(query.where), query.security, grouping]);
}

function isSharable(expression: Expression): boolean {
  return expression.kind !== 'sql' || isGroupwise(expression);
}

function isDistinct(expression: Expression): boolean {
  return expression.kind === 'sql'
    ? /\bdistinct\b/i.test(expression.sql)
    : expression.kind === 'aggregate' && expression.aggregate === 'COUNT_DISTINCT';
}

/** Expressions of the order that are not selected. */
function orderedBy(query: StructuredQuery): readonly Expression[] {
  const selected = new Set(
    [...query.dimensions, ...(query.measures ?? [])].map((one) => JSON.stringify(one.expression)),
  );
  return query.orderBy.flatMap(({ by }) =>
    'expression' in by && !selected.has(JSON.stringify(by.expression)) ? [by.expression] : [],
  );
}

/**
 * Queries of one `consolidationKey` as one scan with GROUPING SETS; the database orders and cuts each of them as it
 * would alone.
 *
 * @returns null where they are too many or too different to gain by it
 * @throws AppError as `compile` does
 */
export function consolidate(given: readonly StructuredQuery[], dialect: Dialect): Consolidated | null {
  if (!isSmall(given)) return null;
  const queries = given.map((query) => withSpans(query, dialect));
  const [first] = queries;
  if (!first) return null;
  const parameters: Bound[] = [];
  const bind = (value: Scalar): string => {
    parameters.push({ kind: 'value', value: dialect.toParameter(value) });
    return dialect.placeholder(parameters.length);
  };
  const printed = printSource(first.source, dialect);
  const { text: source } = printed;
  const handOut = dialect.groupingSets?.handOut ?? null;
  const dimensions = register<Expression>();
  const measures = register<Expression | null>();
  const addMeasure = (expression: Expression) => measures.add(printExpression(expression, dialect), expression);
  const parts = queries.map((query) => {
    const own = query.dimensions.map(({ expression }) =>
      dimensions.add(printExpression(expression, dialect), expression),
    );
    const values = (query.measures ?? []).map(({ expression }) => addMeasure(expression));
    const having = conjunction([query.having]);
    const series = query.seriesLimit;
    return {
      query,
      own,
      values,
      order: orderOf(query, own, values, addMeasure),
      having: having && measures.add(`(${printPredicate(having, dialect, bind, () => source)})`, null),
      series: series && {
        ...series,
        own: query.dimensions.flatMap(({ label }, at) => (series.dimensions.includes(label) ? [own[at] ?? 0] : [])),
        by: addMeasure(series.by),
      },
    };
  });
  const again = againstOf(queries, dialect);
  const additive = (at: number) => again.has(measures.texts[at] ?? '');
  const groupings = parts.flatMap(({ own, values, order, having, series }): readonly Grouping[] => [
    {
      own,
      isAdditive:
        values.every(additive) &&
        having === null &&
        order.every(({ kind, index }) => kind === 'dimension' || additive(index)),
    },
    ...(series ? [{ own: series.own, isAdditive: having === null && additive(series.by) }] : []),
  ]);
  const where = restricted(first.security, first.where);
  const { anyValue = null } = dialect;
  const quote = named(queries, dialect);
  // Under names of their own: the same column may be grouped by in another set of the scan.
  const constants = new Map(
    anyValue === null ? [] : constantsOf(where, dimensions.items).map((at) => [at, quote(`p${at}`)] as const),
  );
  const anyOf = (sql: string) => anyValue?.(sql) ?? sql;
  const sets = groupingSets(groupings, dimensions.items, constants, dialect);
  if (
    dimensions.texts.length + measures.texts.length > MAX_EXPRESSIONS ||
    sets.scanned.length > MAX_SETS ||
    sets.scanned.length * (measures.texts.length + sets.constants.length) > MAX_AGGREGATES
  )
    return null;
  if (measures.items.some((expression) => expression !== null && isDistinct(expression)) && sets.scanned.length > 1)
    return null;

  const d = dimensions.texts.map((_, index) => quote(`d${index}`));
  const m = measures.texts.map((_, index) => quote(`m${index}`));
  const names = [...d, ...m];
  // Sets are of expressions, or of columns that a query around the source has beside all of its own.
  const keyTexts = handOut ? d : dimensions.texts;
  const scannedItems = [
    ...sets.grouped.map((at) => `${keyTexts[at]} AS ${d[at]}`),
    ...measures.texts.map((text, at) => `${text} AS ${m[at]}`),
    ...sets.constants.map((at) => `${anyOf(dimensions.texts[at] ?? '')} AS ${constants.get(at)}`),
  ];
  const rules = conjunction([first.security]);
  const visible = () => (rules ? `${source} WHERE ${printPredicate(rules, dialect, bind, () => source)}` : source);
  const from = [`FROM ${source}`, ...(where ? [`WHERE ${printPredicate(where, dialect, bind, visible)}`] : [])].join(
    '\n',
  );
  const bitsOfSet = sets.grouped.length === 0 ? '0' : `GROUPING(${sets.grouped.map((at) => keyTexts[at]).join(', ')})`;
  const scan = [
    `SELECT ${[`${bitsOfSet} AS ${quote('set')}`, ...scannedItems].join(', ')}`,
    handOut
      ? `FROM (SELECT ${[...sets.grouped.map((at) => `${dimensions.texts[at]} AS ${d[at]}`), '*'].join(', ')}\n` +
        `${from}) AS ${printed.name}`
      : from,
    `GROUP BY GROUPING SETS (${sets.scanned.map((own) => `(${own.map((at) => keyTexts[at]).join(', ')})`).join(', ')})`,
  ].join('\n');

  /** The rows of a grouping, with all columns; those that are not its own may hold anything. */
  const rowsOf = (own: readonly number[]): string => {
    const { from, bits, isRolled } = sets.madeFrom(own);
    const isConstant = (at: number) => constants.has(at) && !from.includes(at);
    const keys = d.map((_, at) => (own.includes(at) ? sets.readOff(from, at, d) : null));
    const shown = keys.map((key, at) => (key !== null && isRolled && isConstant(at) ? anyOf(key) : key));
    const values = m.map((name, at) => (isRolled ? (again.get(measures.texts[at] ?? '')?.(name) ?? 'NULL') : name));
    // Without a type of its own, a null is text to some.
    const items = [...shown, ...values].map(
      (sql, at) => `${sql ?? (!isRolled && sets.grouped.includes(at) ? names[at] : 'NULL')} AS ${names[at]}`,
    );
    const free = keys.filter((key, at) => key !== null && !isConstant(at));
    // Nothing adds up to nothing, where a group of something is wanted.
    const grouped = !isRolled
      ? ''
      : free.length > 0
        ? ` GROUP BY ${[...new Set(free)].join(', ')}`
        : own.length > 0
          ? ' HAVING COUNT(*) > 0'
          : '';
    return `SELECT ${items.join(', ')} FROM ${quote('sets')} WHERE ${quote('set')} = ${bits}${grouped}`;
  };
  const nameAt = ({ kind, index }: Place): string => (kind === 'measure' ? m : d)[index] ?? '';
  const places = parts.map(({ query, own, values }): Part => ({
    labels: [...query.dimensions, ...(query.measures ?? [])].map((one) => one.label),
    columns: [...own, ...values.map((index) => d.length + index)],
  }));
  const asked = parts.map(({ query, own, order, having, series }): Asked => ({
    query,
    bits: sets.madeFrom(own).bits,
    rows: () => rowsOf(own),
    having: having === null ? null : (m[having] ?? null),
    order: order.map((key) => ({ name: nameAt(key), ascending: key.ascending })),
    series: series && {
      ...series,
      rows: () => rowsOf(series.own),
      names: series.own.map((at) => d[at] ?? ''),
      by: m[series.by] ?? '',
    },
  }));
  let written: readonly WrittenSql[] | null = null;
  return {
    text: handOut
      ? handedOut(scan, names, asked, handOut, quote, dialect)
      : readAgain(scan, names, asked, quote, dialect),
    parameters,
    // Most statements are only tried, to see whether one more query fits.
    get written() {
      return (written ??= writtenIn(queries, dialect, printed));
    },
    split: (table) => splitTable(table, places),
  };
}

/**
 * Whether it is worth the while to put a statement together: most of those that are tried are too large, which is seen
 * before anything is printed.
 */
function isSmall(queries: readonly StructuredQuery[]): boolean {
  if (queries.length > MAX_QUERIES) return false;
  const expressions = new Set<string>();
  let text = 0;
  for (const query of queries) {
    for (const { expression } of [...query.dimensions, ...(query.measures ?? [])])
      expressions.add(exactKey(expression));
    text += writtenLength(query);
    if (expressions.size > MAX_EXPRESSIONS || text > MAX_TEXT) return false;
  }
  return true;
}

/** Names that nothing in the queries can mean: some databases take them for columns, also in conditions. */
function named(queries: readonly StructuredQuery[], dialect: Dialect): (name: string) => string {
  const mentioned = exactKey(queries);
  let tail = '__';
  while (mentioned.includes(tail)) tail += '_';
  return (name) => dialect.quote(`${name}${tail}`);
}

/** Texts in the order of their first use, each once, with what they are of. */
function register<Item>() {
  const positions = new Map<string, number>();
  const texts: string[] = [];
  const items: Item[] = [];
  const add = (text: string, item: Item): number => {
    const present = positions.get(text);
    if (present !== undefined) return present;
    positions.set(text, texts.length);
    items.push(item);
    return texts.push(text) - 1;
  };
  return { texts, items, add };
}

type Place = { readonly kind: 'dimension' | 'measure'; readonly index: number };

/** The order of a query as `compile` prints it, by columns of the shared statement. */
function orderOf(
  query: StructuredQuery,
  own: readonly number[],
  values: readonly number[],
  addMeasure: (expression: Expression) => number,
): readonly (Place & { readonly ascending: boolean })[] {
  const selected = [...query.dimensions, ...(query.measures ?? [])];
  const placeAt = (position: number): Place =>
    position < own.length
      ? { kind: 'dimension', index: own[position] ?? 0 }
      : { kind: 'measure', index: values[position - own.length] ?? 0 };
  const seen = new Set<number>();
  const asked = query.orderBy.flatMap(({ by, ascending }) => {
    const position = selected.findIndex((one) =>
      'label' in by ? one.label === by.label : JSON.stringify(one.expression) === JSON.stringify(by.expression),
    );
    if (position < 0)
      return 'expression' in by ? [{ kind: 'measure' as const, index: addMeasure(by.expression), ascending }] : [];
    if (seen.has(position)) return [];
    seen.add(position);
    return [{ ...placeAt(position), ascending }];
  });
  if (query.limit === null && asked.length === 0) return [];
  return [
    ...asked,
    ...own.flatMap((_, position) => (seen.has(position) ? [] : [{ ...placeAt(position), ascending: true }])),
  ];
}
