import { AppError } from '@tessera/core/errors/app-error';
import type { Dialect } from '../dialect.ts';
import { blamed } from '../sql-safety/blame.ts';
import { checkExpression } from '../sql-safety/check.ts';
import type { Expression } from '../structured-query.ts';
import { readGrain } from '../time-grains.ts';
import { wallClock } from './wall-clock.ts';

/**
 * Print an expression. It never holds a parameter, so the same text may stand in SELECT, GROUP BY and ORDER BY.
 *
 * @throws AppError unsupported_grain, invalid_sql_clause, adhoc_subquery
 */
export function printExpression(expression: Expression, dialect: Dialect): string {
  switch (expression.kind) {
    case 'column':
      return dialect.quote(expression.name);
    case 'sql':
      return neverAlone(printWritten(expression.sql, dialect));
    case 'count_rows':
      return 'COUNT(*)';
    case 'aggregate': {
      const of = printExpression(expression.of, dialect);
      if (expression.aggregate === 'COUNT_DISTINCT') return `COUNT(DISTINCT ${of})`;
      return expression.aggregate === 'COUNT' || !dialect.aggregate
        ? `${expression.aggregate}(${of})`
        : dialect.aggregate(expression.aggregate, of);
    }
    case 'grain':
      return printGrain(expression, dialect);
    case 'bin':
      return printBin(expression, dialect);
  }
}

/** Few comparisons for each row, however many edges there are. */
function printBin({ of, edges }: Expression & { readonly kind: 'bin' }, dialect: Dialect): string {
  const value = printOperand(of, dialect);
  const step = (from: number, to: number): string => {
    if (from === to) return String(from);
    const middle = Math.floor((from + to) / 2);
    const edge = edges[Math.floor(middle / 2)];
    const number = edge?.isInteger === true ? String(edge.number) : `CAST('${edge?.number}' AS DOUBLE PRECISION)`;
    const isBelow = middle % 2 === 0 ? `${value} < ${number}` : `${value} <= ${number}`;
    return `CASE WHEN ${isBelow} THEN ${step(from, middle)} ELSE ${step(middle + 1, to)} END`;
  };
  return `CASE WHEN ${value} IS NOT NULL THEN ${step(0, edges.length * 2)} END`;
}

/**
 * Print an expression that a user wrote. It is checked wherever it came from: a saved one is older than its check.
 *
 * @throws AppError invalid_sql_clause that shows the expression, adhoc_subquery
 */
export function printWritten(sql: string, dialect: Dialect): string {
  try {
    return checkExpression(sql, dialect.grammar);
  } catch (error) {
    throw blamed(error, sql);
  }
}

const constant = /^[(\s+-]*(?:'(?:[^']|'')*'|e'(?:[^'\\]|\\.|'')*'|[\d.]+(?:e[+-]?\d+)?|null|true|false)[)\s]*$/is;

/** A number that stands alone in GROUP BY or ORDER BY is the place of a column, and a text is refused there. */
function neverAlone(sql: string): string {
  return constant.test(sql) ? `CASE WHEN 1 = 1 THEN ${sql} END` : sql;
}

/** Like `printExpression`, in brackets where an operator follows. */
export function printOperand(expression: Expression, dialect: Dialect): string {
  const text = printExpression(expression, dialect);
  return expression.kind === 'sql' || expression.kind === 'grain' ? `(${text})` : text;
}

function printGrain(expression: Expression & { readonly kind: 'grain' }, dialect: Dialect): string {
  const grain = readGrain(expression.grain);
  const write = grain === null ? undefined : dialect.timeGrain[grain];
  if (!write) throw new AppError('unsupported_grain', { grain: expression.grain, dialect: dialect.name });
  const type = 'type' in expression.of ? expression.of.type : null;
  const naive = dialect.timestamp(printOperand(expression.of, dialect), type);
  if (expression.zone === null || expression.zone === 'UTC') return write(naive);
  return write(wallClock(naive, expression.zone, expression.span ?? { since: null, until: null }, dialect));
}
