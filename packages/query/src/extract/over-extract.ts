import { isSymbol, tokenize, type SqlGrammar } from '../sql-safety/tokens.ts';
import type { Dialect } from '../dialect.ts';
import type { Bound, Expression, Measure, Predicate, Source, StructuredQuery } from '../structured-query.ts';

/** A copy of the rows of a dataset in the embedded engine, as far as queries on it care. */
export type ExtractShape = {
  readonly source: Extract<Source, { readonly kind: 'table' }>;
  /** Types of the embedded engine by column. */
  readonly columns: ReadonlyMap<string, string>;
  /** What the source itself made of texts in its own SQL, row by row: columns by text. */
  readonly made: ReadonlyMap<string, { readonly column: string; readonly type: string }>;
  /** Which rows a row-level rule leaves, as the source itself said: columns of 1 and 0 by clause. */
  readonly rules: ReadonlyMap<string, string>;
};

/** What of a query an extract cannot answer as the source would. */
export type NotOver =
  | { readonly part: 'column'; readonly name: string }
  | { readonly part: 'expression'; readonly sql: string }
  | { readonly part: 'operator'; readonly name: string }
  | { readonly part: 'rule' | 'restricted_source' };

class Unanswerable extends Error {
  readonly why: NotOver;
  constructor(why: NotOver) {
    super(why.part);
    this.why = why;
  }
}

/**
 * The same question asked of an extract: it answers as the source would, rule by rule and text by text, or not at all.
 *
 * @param from  The dialect of the source: what users wrote in another one than that of the extract is not carried over,
 *              but for what the source made of it when the extract was made, and single aggregates of one column.
 */
export function overExtract(
  query: StructuredQuery,
  shape: ExtractShape,
  from: Dialect,
  to: Dialect,
): { readonly ok: true; readonly query: StructuredQuery } | { readonly ok: false; readonly why: NotOver } {
  const { source } = query;
  if (source.kind === 'sql' && (source.restricted ?? []).length > 0)
    return { ok: false, why: { part: 'restricted_source' } };
  try {
    return { ok: true, query: rewritten(query, { shape, isSame: from.name === to.name, grammar: from.grammar }) };
  } catch (error) {
    if (error instanceof Unanswerable) return { ok: false, why: error.why };
    throw error;
  }
}

type Way = { readonly shape: ExtractShape; readonly isSame: boolean; readonly grammar: SqlGrammar };

function rewritten(query: StructuredQuery, way: Way): StructuredQuery {
  const expression = (one: Expression) => expressionOver(one, way);
  const measure = (one: Measure): Measure => ({ ...one, expression: measureOver(one.expression, way) });
  const { names } = query.source;
  const { seriesLimit: series } = query;
  return {
    ...query,
    source: names ? { ...way.shape.source, names } : way.shape.source,
    dimensions: query.dimensions.map((one) => ({ ...one, expression: expression(one.expression) })),
    measures: query.measures?.map(measure) ?? null,
    where: predicateOver(query.where, way),
    having: predicateOver(query.having, way),
    security: predicateOver(query.security, way),
    orderBy: query.orderBy.map((one) =>
      'expression' in one.by ? { ...one, by: { expression: measureOver(one.by.expression, way) } } : one,
    ),
    seriesLimit: series && { ...series, by: measureOver(series.by, way) },
  };
}

function expressionOver(expression: Expression, way: Way): Expression {
  switch (expression.kind) {
    case 'column':
      return columnOver(expression, way);
    case 'count_rows':
      return expression;
    case 'aggregate': {
      const of = expressionOver(expression.of, way);
      if ((expression.aggregate === 'MIN' || expression.aggregate === 'MAX') && isForeignText(of, way))
        throw new Unanswerable({ part: 'operator', name: expression.aggregate });
      return { ...expression, of };
    }
    case 'grain':
    case 'bin':
      return { ...expression, of: expressionOver(expression.of, way) };
    case 'sql': {
      const made = way.shape.made.get(expression.sql);
      if (made) return { kind: 'column', name: made.column, type: made.type };
      if (way.isSame) return expression;
      throw new Unanswerable({ part: 'expression', sql: expression.sql });
    }
  }
}

function columnOver(column: Extract<Expression, { kind: 'column' }>, { shape, isSame }: Way): Expression {
  const type = shape.columns.get(column.name);
  if (type === undefined) throw new Unanswerable({ part: 'column', name: column.name });
  // What numbers of time mean is said by the dataset, and not by the type of the source.
  return { ...column, type: isSame || isEpoch(column.type) ? column.type : type };
}

/** A metric in SQL may be no more than one aggregate of one column. */
function measureOver(expression: Expression, way: Way): Expression {
  const single = way.isSame || expression.kind !== 'sql' ? null : singleAggregate(expression.sql, way);
  return single ?? expressionOver(expression, way);
}

const aggregates = ['SUM', 'COUNT', 'MIN', 'MAX', 'AVG'] as const;

function singleAggregate(sql: string, way: Way): Expression | null {
  const read = tokenize(sql, way.grammar);
  if (!read.ok) return null;
  const [name, open, ...rest] = read.tokens;
  const aggregate = aggregates.find((one) => name?.kind === 'word' && name.text === one);
  if (aggregate === undefined || !isSymbol(open, '(') || !isSymbol(rest.at(-1), ')')) return null;
  const [first, second, ...more] = rest.slice(0, -1);
  if (aggregate === 'COUNT' && isSymbol(first, '*') && second === undefined) return { kind: 'count_rows' };
  const isDistinct = aggregate === 'COUNT' && first?.kind === 'word' && first.text === 'DISTINCT';
  const named = isDistinct ? second : first;
  if ((isDistinct ? more.length > 0 : second !== undefined) || !named) return null;
  const column =
    named.kind === 'name'
      ? named.text
      : named.kind === 'word'
        ? [...way.shape.columns.keys()].find((one) => one === one.toLowerCase() && one === named.text.toLowerCase())
        : undefined;
  if (column === undefined || !way.shape.columns.has(column)) return null;
  return expressionOver(
    {
      kind: 'aggregate',
      aggregate: isDistinct ? 'COUNT_DISTINCT' : aggregate,
      of: { kind: 'column', name: column, type: null },
    },
    way,
  );
}

function predicateOver(predicate: Predicate, way: Way): Predicate {
  const { shape, isSame } = way;
  switch (predicate.kind) {
    case 'true':
    case 'hidden_rules':
      return predicate;
    case 'and':
    case 'or':
      return { ...predicate, of: predicate.of.map((one) => predicateOver(one, way)) };
    case 'not':
      return { ...predicate, of: predicateOver(predicate.of, way) };
    case 'guarded':
      return { ...predicate, rules: predicateOver(predicate.rules, way), of: predicateOver(predicate.of, way) };
    case 'sql': {
      if (predicate.isRule !== true) {
        if (isSame) return predicate;
        throw new Unanswerable({ part: 'expression', sql: predicate.sql });
      }
      const column = shape.rules.get(predicate.sql);
      if (column !== undefined)
        return {
          kind: 'compare',
          op: '=',
          left: { kind: 'column', name: column, type: 'INTEGER' },
          right: { kind: 'value', value: 1n },
        };
      // Other tables are not in the extract.
      if (isSame && !/\b(select|from)\b/i.test(predicate.sql)) return predicate;
      throw new Unanswerable({ part: 'rule' });
    }
    case 'compare': {
      if (!isSame && (predicate.op === 'REGEX' || predicate.op.endsWith('ILIKE')))
        throw new Unanswerable({ part: 'operator', name: predicate.op });
      const left = expressionOver(predicate.left, way);
      if (/^[<>]/.test(predicate.op) && isForeignText(left, way))
        throw new Unanswerable({ part: 'operator', name: predicate.op });
      return { ...predicate, left, right: boundOver(predicate.right, left, way) };
    }
    case 'in': {
      const left = expressionOver(predicate.left, way);
      return { ...predicate, left, values: predicate.values.map((value) => boundOver(value, left, way)) };
    }
    case 'time_range': {
      const left = expressionOver(predicate.left, way);
      return { ...predicate, left, columnType: timeType(predicate.columnType, left, way) };
    }
    case 'null':
    case 'boolean':
    case 'newest':
      return { ...predicate, left: expressionOver(predicate.left, way) };
  }
}

/** Texts are equal here where they are there, and sorted by their bytes, whatever sorts them there. */
function isForeignText(expression: Expression, { isSame }: Way): boolean {
  return !isSame && 'type' in expression && /^VARCHAR/i.test(expression.type ?? '');
}

function boundOver(bound: Bound, left: Expression, way: Way): Bound {
  return bound.kind === 'instant' ? { ...bound, columnType: timeType(bound.columnType, left, way) } : bound;
}

/** The type that a moment is compared with is that of the column in the extract. */
function timeType(given: string | null, left: Expression, { isSame }: Way): string | null {
  if (isSame || isEpoch(given)) return given;
  return 'type' in left ? left.type : null;
}

function isEpoch(type: string | null): boolean {
  return /^epoch_m?s$/i.test(type ?? '');
}
