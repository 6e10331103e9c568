import type { Table } from '@tessera/core/table';
import { ordered, sourceText } from '../compile/compile.ts';
import { printExpression } from '../compile/expressions.ts';
import { conjunction, printPredicate } from '../compile/predicates.ts';
import { withSpans } from '../compile/zone-spans.ts';
import { conjuncts, filterKey } from '../containment/implied.ts';
import type { Dialect, Scalar } from '../dialect.ts';
import { exactKey } from '../exact-key.ts';
import { isGroupwise } from '../groupwise.ts';
import type { Bound, CompiledQuery, Expression, StructuredQuery } from '../structured-query.ts';
import { againstOf, finerSet } from './roll-up.ts';
import { splitTable, type Part } from './split.ts';

/** One statement for several queries. `split` gives their tables, in their order, columns by position. */
export type Consolidated = CompiledQuery & { readonly split: (table: Table) => readonly Table[] };

/** Beyond these a shared statement costs more than it saves: every measure is computed for every grouping. */
const MOST_EXPRESSIONS = 24;
const MOST_SETS = 16;
const MOST_AGGREGATES = 160;

/**
 * What a query must have in common with another to run as one with it: source, filter and restriction. `null` for a
 * query that always runs by itself.
 */
export function consolidationKey(query: StructuredQuery, dialect: Dialect): string | null {
  const { measures, dimensions } = query;
  if (dialect.groupingSets !== true || measures === null || query.rowCountOnly || query.seriesLimit !== null || conjuncts(query.having).length > 0) return null;
  if (dimensions.length + measures.length === 0 || !dimensions.every(({ expression }) => isGroupable(expression)) || !orderedBy(query).concat(measures.map((one) => one.expression)).every(isSharable)) return null;
  return exactKey([query.source, filterKey(query.where), query.security]);
}

/** A number alone would name a result column by its position. */
function isGroupable(expression: Expression): boolean {
  return expression.kind !== 'sql' || /[a-z_]/i.test(expression.sql.replaceAll(/'[^']*'/g, ''));
}

/** Distinct values are counted apart: a scan is the least that they cost. */
function isSharable(expression: Expression): boolean {
  if (expression.kind === 'sql') return isGroupwise(expression) && !/\bdistinct\b/i.test(expression.sql);
  return expression.kind !== 'aggregate' || expression.aggregate !== 'COUNT_DISTINCT';
}

/** Expressions of the order that are not selected. */
function orderedBy(query: StructuredQuery): readonly Expression[] {
  const selected = new Set([...query.dimensions, ...(query.measures ?? [])].map((one) => JSON.stringify(one.expression)));
  return query.orderBy.flatMap(({ by }) => ('expression' in by && !selected.has(JSON.stringify(by.expression)) ? [by.expression] : []));
}

/**
 * Queries of one `consolidationKey` as one scan with GROUPING SETS; the database orders and cuts each of them as it
 * would alone.
 *
 * @returns null where they are too many or too different to gain by it
 * @throws AppError as `compile` does
 */
export function consolidate(given: readonly StructuredQuery[], dialect: Dialect): Consolidated | null {
  const queries = given.map((query) => withSpans(query, dialect));
  const [first] = queries;
  if (!first) return null;
  const dimensions = register();
  const measures = register();
  const parts = queries.map((query) => {
    const own = query.dimensions.map(({ expression }) => dimensions.add(printExpression(expression, dialect)));
    const values = (query.measures ?? []).map(({ expression }) => measures.add(printExpression(expression, dialect)));
    return { query, own, values, order: orderOf(query, own, values, (expression) => measures.add(printExpression(expression, dialect))) };
  });
  const again = againstOf(queries, dialect);
  const isAdditive = ({ query, order }: (typeof parts)[number]) => (query.measures ?? []).every(({ expression }) => again.has(printExpression(expression, dialect))) && order.every((key) => key.kind === 'dimension' || again.has(measures.texts[key.index] ?? ''));
  // Sets whose queries all add up are made from a finer one: the scan then groups by fewer.
  const bits = (own: readonly number[]) => setOf(own, dimensions.texts.length);
  const additive = new Map(parts.map(({ own }) => [bits(own), parts.filter((other) => bits(other.own) === bits(own)).every(isAdditive)]));
  const asked = parts.map(({ own }) => own);
  const finer = new Map(parts.map(({ own }) => [bits(own), additive.get(bits(own)) === true ? finerSet(own, asked) : null]));
  const sets = new Map(parts.flatMap(({ own }) => ((finer.get(bits(own)) ?? null) === null ? [[bits(own), own] as const] : [])));
  const width = dimensions.texts.length + measures.texts.length;
  if (width > MOST_EXPRESSIONS || sets.size > MOST_SETS || sets.size * measures.texts.length > MOST_AGGREGATES) return null;

  const parameters: Bound[] = [];
  const bind = (value: Scalar): string => {
    parameters.push({ kind: 'value', value: dialect.toParameter(value) });
    return dialect.placeholder(parameters.length);
  };
  const quote = dialect.quote;
  const names = [...dimensions.texts.map((_, index) => quote(`d${index}__`)), ...measures.texts.map((_, index) => quote(`m${index}__`))];
  const items = [...dimensions.texts, ...measures.texts].map((text, index) => `${text} AS ${names[index]}`);
  const source = sourceText(first.source, dialect);
  const where = conjunction([first.security, first.where]);
  const scan = [
    `SELECT ${[`${dimensions.texts.length === 0 ? '0' : `GROUPING(${dimensions.texts.join(', ')})`} AS ${quote('set__')}`, ...items].join(', ')}`,
    `FROM ${source}`,
    ...(where ? [`WHERE ${printPredicate(where, dialect, bind, source)}`] : []),
    `GROUP BY GROUPING SETS (${[...sets.values()].map((own) => `(${[...new Set(own)].map((index) => dimensions.texts[index]).join(', ')})`).join(', ')})`,
  ].join('\n');

  const nameAt = ({ kind, index }: Place): string => names[kind === 'measure' ? dimensions.texts.length + index : index] ?? '';
  const selects = parts.map(({ query, own, order }, index) => {
    const keys = order.map((key) => ordered(nameAt(key), key.ascending, dialect)).join(', ');
    const position = keys === '' ? '0' : `ROW_NUMBER() OVER (ORDER BY ${keys})`;
    const limit = dialect.limit(query.limit, query.offset);
    const from = finer.get(bits(own)) ?? null;
    const sqlOf = (name: string, at: number): string => {
      const text = measures.texts[at - dimensions.texts.length];
      if (own.includes(at)) return name;
      return text === undefined ? `MIN(${name}) AS ${name}` : `${again.get(text)?.(name) ?? `MIN(${name})`} AS ${name}`;
    };
    const rows = from === null
      ? [`FROM ${quote('sets__')}`, `WHERE ${quote('set__')} = ${bits(own)}`]
      : [
          `FROM (SELECT ${names.map(sqlOf).join(', ')} FROM ${quote('sets__')} WHERE ${quote('set__')} = ${bits(from)}`,
          `${own.length === 0 ? '' : `GROUP BY ${[...new Set(own)].map((at) => names[at]).join(', ')}`}) AS ${quote('rolled__')}`,
        ];
    const lines = [
      `SELECT ${index} AS ${quote('query__')}, ${position} AS ${quote('position__')}, ${names.join(', ')}`,
      ...rows,
      ...(keys === '' ? [] : [`ORDER BY ${keys}`]),
      ...(limit === '' ? [] : [limit]),
    ];
    return `(${lines.join('\n')})`;
  });
  const text = `WITH ${quote('sets__')} AS MATERIALIZED (\n${scan}\n)\n${selects.join('\nUNION ALL\n')}`;
  const places = parts.map(({ query, own, values }): Part => ({
    labels: [...query.dimensions, ...(query.measures ?? [])].map((one) => one.label),
    columns: [...own, ...values.map((index) => dimensions.texts.length + index)],
  }));
  return { text, parameters, split: (table) => splitTable(table, places) };
}

/** Texts in the order of their first use, each once. */
function register() {
  const positions = new Map<string, number>();
  const texts: string[] = [];
  const add = (text: string): number => {
    const present = positions.get(text);
    if (present !== undefined) return present;
    positions.set(text, texts.length);
    return texts.push(text) - 1;
  };
  return { texts, add };
}

/** What GROUPING says of rows that are grouped by these: a bit for each of the others, the first the highest. */
function setOf(own: readonly number[], count: number): number {
  let bits = 0;
  for (let index = 0; index < count; index += 1) bits = bits * 2 + (own.includes(index) ? 0 : 1);
  return bits;
}

type Place = { readonly kind: 'dimension' | 'measure'; readonly index: number };

/** The order of a query as `compile` prints it, by columns of the shared statement. */
function orderOf(query: StructuredQuery, own: readonly number[], values: readonly number[], addMeasure: (expression: Expression) => number): readonly (Place & { readonly ascending: boolean })[] {
  const selected = [...query.dimensions, ...(query.measures ?? [])];
  const placeAt = (position: number): Place =>
    position < own.length ? { kind: 'dimension', index: own[position] ?? 0 } : { kind: 'measure', index: values[position - own.length] ?? 0 };
  const seen = new Set<number>();
  const asked = query.orderBy.flatMap(({ by, ascending }) => {
    const position = selected.findIndex((one) => ('label' in by ? one.label === by.label : JSON.stringify(one.expression) === JSON.stringify(by.expression)));
    if (position < 0) return 'expression' in by ? [{ kind: 'measure' as const, index: addMeasure(by.expression), ascending }] : [];
    if (seen.has(position)) return [];
    seen.add(position);
    return [{ ...placeAt(position), ascending }];
  });
  if (query.limit === null && asked.length === 0) return [];
  return [...asked, ...own.flatMap((_, position) => (seen.has(position) ? [] : [{ ...placeAt(position), ascending: true }]))];
}
