import { AppError } from '@tessera/core/errors/app-error';
import { stableJson } from '@tessera/core/stable-json';
import { hasMarks } from '@tessera/core/template-marks';
import type { Dialect, Scalar } from '../dialect.ts';
import type {
  CompiledQuery,
  Dimension,
  Expression,
  Ordering,
  Predicate,
  SeriesLimit,
  StructuredQuery,
} from '../structured-query.ts';
import { printExpression, printOperand } from './expressions.ts';
import { columnAliases } from './aliases.ts';
import { conjunction, onGroups, printPredicate, restricted } from './predicates.ts';
import { print } from './print.ts';
import type { Item, Select, SeriesJoin } from './select.ts';
import { printSource } from './source.ts';
import { writtenIn } from './written.ts';
import { withSpans } from './zone-spans.ts';

/** `labels`: what the result columns are called, by position; a database may carry shortened names. */
export type CompiledSelect = CompiledQuery & { readonly labels: readonly string[] };

const seriesAlias = 'series_limit';
const keptAlias = 'kept__';

/**
 * Print a structured query for one database: text plus bound parameters.
 *
 * The row-level security predicate stands in every WHERE, that of the series limit included. An aggregate query is
 * ordered by its dimensions behind the order that was asked for, so that a limit cuts the same rows every time.
 *
 * @throws AppError unsupported_grain, unsupported_operator, invalid_sql_clause, adhoc_subquery
 */
export function compile(query: StructuredQuery, dialect: Dialect): CompiledSelect {
  const labels = query.rowCountOnly
    ? ['rowcount']
    : [...query.dimensions, ...(query.measures ?? [])].map((item) => item.label);
  const source = printSource(query.source, dialect);
  return {
    ...print(statementOf(query, dialect, source.text), dialect),
    labels,
    written: writtenIn([query], dialect, source),
  };
}

/**
 * The text with its values in place, for users to read and copy; what runs is `compile`.
 *
 * @param rules  `hidden` puts a comment in the place of row-level rules.
 */
export function readable(query: StructuredQuery, dialect: Dialect, rules: 'shown' | 'hidden' = 'shown'): string {
  const shown: StructuredQuery =
    rules === 'shown' || query.security.kind === 'true' ? query : { ...query, security: { kind: 'hidden_rules' } };
  return print(statementOf(shown, dialect, printSource(query.source, dialect).text), dialect, (value) =>
    literalOf(value, dialect),
  ).text;
}

/**
 * A condition as SQL that is stored and asked of the same source later: its values are literals of the dialect. Stored
 * SQL is read as a template: marks of templates in a value are taken apart, so that it stays the text that it is.
 *
 * @throws AppError unsupported_operator
 */
export function conditionSql(predicate: Predicate, dialect: Dialect): string {
  const bind = (value: Scalar) => {
    const sent = dialect.toParameter(value);
    return typeof sent === 'string' && hasMarks(sent) ? unmarked(sent, dialect) : literalOf(sent, dialect);
  };
  return printPredicate(predicate, dialect, bind, () => {
    throw new AppError('unsupported_operator', { operator: 'LATEST PARTITION', dialect: dialect.name });
  });
}

/** The text with a character between the signs of each mark, which the database takes out again. */
function unmarked(text: string, dialect: Dialect): string {
  let spare = 0xe000;
  while (text.includes(String.fromCodePoint(spare))) spare += 1;
  const between = String.fromCodePoint(spare);
  const apart = text.replace(/\{(?=[{%#])/g, `{${between}`);
  return `REPLACE(${dialect.literal(apart)}, ${dialect.literal(between)}, '')`;
}

function literalOf(value: Scalar, dialect: Dialect): string {
  if (typeof value !== 'string') return String(value).toUpperCase();
  return dialect.literal(value);
}

/** @param source  FROM text. */
function statementOf(given: StructuredQuery, dialect: Dialect, source: string): Select {
  const query = withSpans(given, dialect);
  const select = selectOf(query, dialect, source);
  if (!query.rowCountOnly) return select;
  return {
    items: [{ sql: 'COUNT(*)', alias: 'rowcount' }],
    // The order of rows does not change their number.
    from: { kind: 'select', select: { ...select, orderBy: [] }, alias: 'rowcount_qry' },
    join: null,
    where: null,
    groupBy: [],
    having: null,
    rules: null,
    orderBy: [],
    limit: null,
    offset: 0,
  };
}

function selectOf(query: StructuredQuery, dialect: Dialect, source: string): Select {
  const from = { kind: 'text', text: source } as const;
  const where = restricted(query.security, query.where);
  const aliases = columnAliases(
    [...query.dimensions, ...(query.measures ?? [])].map((item) => item.label),
    dialect,
  );
  const join = query.seriesLimit ? seriesJoin(query.seriesLimit, query, dialect, source) : null;
  const dimensions = query.dimensions.map((dimension) => dimensionText(dimension, query.seriesLimit, dialect));
  const measures = (query.measures ?? []).map((measure) => printExpression(measure.expression, dialect));
  const items = itemsOf([...dimensions, ...measures], aliases, dialect, query);
  const others = query.seriesLimit?.groupOthers === true;
  return {
    items,
    from,
    join,
    where,
    groupBy: query.measures === null ? [] : dimensions,
    having: onGroups(query.security, query.having),
    rules: conjunction([query.security]),
    orderBy: orderText(query, items, dialect),
    // Gathering the others needs all rows; their number is that of the retained series.
    limit: others ? null : query.limit,
    offset: others ? 0 : query.offset,
  };
}

/**
 * The columns of the result. A column under its own name hides nothing; every other name must not be one that
 * conditions read. Names that differ in their case alone are one name to most databases: the later one gets a tail.
 */
function itemsOf(
  texts: readonly string[],
  aliases: readonly string[],
  dialect: Dialect,
  { security, where }: StructuredQuery,
): Item[] {
  const hides = dialect.aliasesHideColumns === true;
  // Conditions may be long and columns many: they are written out once, and only where somebody asks.
  const inRules = once(() => namesIn(stableJson(security)));
  const inConditions = once(() => namesIn(stableJson([security, where])));
  const names = aliases.map(nameOf);
  const taken = new Set(names);
  const earlier = new Set<string>();
  const mayStay = (name: string) =>
    !hides && !(dialect.aliasesServeConditions === true && security.kind !== 'true' && inRules().includes(name));
  return texts.map((sql, index) => {
    const [alias = '', name = ''] = [aliases[index], names[index]];
    const isRepeated = earlier.has(name);
    earlier.add(name);
    if (!isRepeated && (sql === dialect.quote(alias) || mayStay(name))) return { sql, alias };
    let free = `${alias}__`;
    while (taken.has(nameOf(free)) || inConditions().includes(nameOf(free))) free += '_';
    taken.add(nameOf(free));
    return { sql, alias: free };
  });
}

/** Written like the names in conditions, where JSON escapes some characters. */
function nameOf(alias: string): string {
  return namesIn(JSON.stringify(alias));
}

/** All that could be a name in a JSON text, without regard to case and quotes. */
function namesIn(json: string): string {
  return json.replace(/["'`\\[\]]/g, '').toLowerCase();
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null;
  return () => (made ??= { value: make() }).value;
}

/** One item of an ORDER BY, nulls last. `name` is quoted; `of` is the measure that bears it. */
export function ordered(name: string, ascending: boolean, dialect: Dialect, of = name): string {
  return dialect.order
    ? dialect.order(name, ascending, of)
    : `${name} ${ascending ? 'ASC' : 'DESC'}${dialect.nullsLast(ascending)}`;
}

function dimensionText(dimension: Dimension, series: SeriesLimit | null, dialect: Dialect): string {
  const text = printExpression(dimension.expression, dialect);
  if (!series?.groupOthers || !series.dimensions.includes(dimension.label)) return text;
  const type = 'type' in dimension.expression ? dimension.expression.type : null;
  const asText = type !== null && dialect.kindOf(type) === 'string' ? text : dialect.text(text);
  return (
    `CASE WHEN ${dialect.quote(seriesAlias)}.${dialect.quote(keptAlias)} = 1 THEN ${asText} ELSE ` +
    `${dialect.literal('Others')} END`
  );
}

/**
 * The top series by a measure, with the restrictions of the whole query. Names of its own, so that none is ambiguous.
 */
function seriesJoin(series: SeriesLimit, query: StructuredQuery, dialect: Dialect, source: string): SeriesJoin {
  const kept = query.dimensions.filter((dimension) => series.dimensions.includes(dimension.label));
  const texts = kept.map((dimension) => printExpression(dimension.expression, dialect));
  const by = printExpression(series.by, dialect);
  const select: Select = {
    items: [
      ...texts.map((sql, index) => ({ sql, alias: `series_${index}__` })),
      { sql: by, alias: 'mme_inner__' },
      ...(series.groupOthers ? [{ sql: '1', alias: keptAlias }] : []),
    ],
    from: { kind: 'text', text: source },
    join: null,
    where: restricted(query.security, query.where),
    groupBy: texts,
    having: onGroups(query.security, query.having),
    rules: conjunction([query.security]),
    orderBy: [
      ordered(dialect.quote('mme_inner__'), !series.descending, dialect, by),
      ...texts.map((_, index) => ordered(dialect.quote(`series_${index}__`), true, dialect)),
    ],
    limit: series.limit,
    offset: 0,
  };
  const on = texts.map((sql, index) => ({
    sql,
    mayFail: kept[index]?.expression.kind !== 'column',
    series: `${dialect.quote(seriesAlias)}.${dialect.quote(`series_${index}__`)}`,
  }));
  return { select, alias: seriesAlias, outer: series.groupOthers, on };
}

function orderText(query: StructuredQuery, items: readonly Item[], dialect: Dialect): string[] {
  // One row has no order, and MariaDB refuses one by an aggregate there.
  if (query.measures !== null && query.dimensions.length === 0) return [];
  const selected = [...query.dimensions, ...(query.measures ?? [])];
  const positionOf = (ordering: Ordering): number => {
    const { by } = ordering;
    if ('label' in by) return selected.findIndex((item) => item.label === by.label);
    return selected.findIndex((item) => sameExpression(item.expression, by.expression));
  };
  const seen = new Set<number>();
  const asked = query.orderBy.flatMap((ordering) => {
    const position = positionOf(ordering);
    if (position >= 0 && seen.has(position)) return [];
    if (position >= 0) seen.add(position);
    // A result column is ordered by its own name, which comes before a source column of that name in every database.
    const item = items[position];
    const text = item
      ? dialect.quote(item.alias)
      : 'expression' in ordering.by
        ? printOperand(ordering.by.expression, dialect)
        : null;
    return text === null
      ? []
      : [ordered(text, ordering.ascending, dialect, item && position >= query.dimensions.length ? item.sql : text)];
  });
  if (query.measures === null || (query.limit === null && asked.length === 0)) return asked;
  const rest = query.dimensions.flatMap((_, index) =>
    seen.has(index) ? [] : [ordered(dialect.quote(items[index]?.alias ?? ''), true, dialect)],
  );
  return [...asked, ...rest];
}

function sameExpression(left: Expression, right: Expression): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}
