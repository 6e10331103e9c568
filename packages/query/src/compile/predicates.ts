import { AppError } from '@tessera/core/errors/app-error';
import { conjuncts } from '../conjuncts.ts';
import type { Bind, Dialect, Scalar, ValueComparison } from '../dialect.ts';
import { exceedsDecimals } from '../dialects/decimals.ts';
import { checkPredicate } from '../sql-safety/predicate.ts';
import type { Bound, Comparison, Expression, Predicate } from '../structured-query.ts';
import { printExpression, printOperand, printWritten } from './expressions.ts';

/** What users read in the place of rules that they may not read. */
const HIDDEN_RULES = '/* row-level rules */ 1 = 1';

/** All of them as one predicate, without what is always true; `null` when nothing is left. */
export function conjunction(predicates: readonly Predicate[]): Predicate | null {
  const parts = predicates.flatMap(conjuncts);
  const [only] = parts;
  if (only === undefined) return null;
  return parts.length === 1 ? only : { kind: 'and', of: parts };
}

/**
 * The condition on rows: the rules, and what is asked beside them; `null` where everything is.
 *
 * What can fail on a row is asked only where the rules hold. A database that asks it first would fail on rows that the
 * rules hide, and so tell of them.
 */
export function restricted(rules: Predicate, asked: Predicate): Predicate | null {
  const guard = conjunction([rules]);
  if (guard === null) return conjunction([asked]);
  const parts = conjuncts(asked);
  const risky = conjunction(parts.filter(mayFail));
  return conjunction([
    guard,
    ...parts.filter((part) => !mayFail(part)),
    ...(risky === null ? [] : [{ kind: 'guarded', rules: guard, of: risky } as const]),
  ]);
}

/**
 * A condition on groups, which a database may ask of rows before there are groups: it waits for them where rules hide
 * rows.
 */
export function onGroups(rules: Predicate, having: Predicate): Predicate | null {
  const asked = conjunction([having]);
  return asked === null || conjunction([rules]) === null
    ? asked
    : { kind: 'guarded', rules: { kind: 'sql', sql: 'COUNT(*) >= 0' }, of: asked };
}

/**
 * Whether some value of a row could end the query: expressions of users can, patterns that do not read, and flags that
 * are no flags.
 */
function mayFail(predicate: Predicate): boolean {
  if (predicate.kind === 'and' || predicate.kind === 'or') return predicate.of.some(mayFail);
  if (predicate.kind === 'not') return mayFail(predicate.of);
  if (!('left' in predicate)) return predicate.kind === 'sql';
  if (predicate.kind === 'boolean')
    return predicate.left.kind !== 'column' || !/^bool/i.test(predicate.left.type ?? '');
  return predicate.left.kind !== 'column' || (predicate.kind === 'compare' && isPatternOperator(predicate.op));
}

/**
 * Print a filter tree; values go through `bind` in the order of the text.
 *
 * @param source  FROM text, with its rules, for predicates that look at the whole source (the newest partition).
 * @throws AppError unsupported_operator, invalid_sql_clause, adhoc_subquery
 */
export function printPredicate(
  predicate: Predicate,
  dialect: Dialect,
  bind: Bind,
  source: string | (() => string),
): string {
  const operand = (expression: Expression) => printOperand(expression, dialect);
  switch (predicate.kind) {
    case 'true':
      return '1 = 1';
    case 'hidden_rules':
      return HIDDEN_RULES;
    case 'guarded':
      return (
        `CASE WHEN ${printPredicate(predicate.rules, dialect, bind, source)} THEN ` +
        `${printPredicate(predicate.of, dialect, bind, source)} ELSE 1 = 0 END`
      );
    case 'and':
    case 'or':
      return joinParts(predicate, (part) => printPredicate(part, dialect, bind, source));
    case 'not':
      return `NOT (${printPredicate(predicate.of, dialect, bind, source)})`;
    case 'sql':
      return predicate.isRule === true
        ? `(${checkPredicate(predicate.sql, dialect.grammar)})`
        : `(${printWritten(predicate.sql, dialect)})`;
    case 'null':
      return `${operand(predicate.left)} IS ${predicate.negated ? 'NOT ' : ''}NULL`;
    case 'boolean':
      return dialect.truth(operand(predicate.left), predicate.value);
    case 'in':
      return printIn(predicate, dialect, bind);
    case 'newest':
      return (
        `${operand(predicate.left)} = (SELECT MAX(${printExpression(predicate.left, dialect)}) FROM ` +
        `${typeof source === 'string' ? source : source()})`
      );
    case 'time_range': {
      const { since, until, left, columnType } = predicate;
      const ends: string[] = [];
      if (since !== null) ends.push(printMoment(left, '>=', since, columnType, dialect, bind));
      if (until !== null) ends.push(printMoment(left, '<', until, columnType, dialect, bind));
      return ends.length === 0 ? '1 = 1' : ends.join(' AND ');
    }
    case 'compare':
      return printComparison(predicate, dialect, bind);
  }
}

function joinParts(predicate: Predicate & { readonly kind: 'and' | 'or' }, print: (part: Predicate) => string): string {
  if (predicate.of.length === 0) return predicate.kind === 'and' ? '1 = 1' : '1 = 0';
  return predicate.of
    .map((part) =>
      part.kind === 'and' || part.kind === 'or' || (part.kind === 'time_range' && predicate.kind === 'or')
        ? `(${print(part)})`
        : print(part),
    )
    .join(predicate.kind === 'and' ? ' AND ' : ' OR ');
}

function printIn(predicate: Predicate & { readonly kind: 'in' }, dialect: Dialect, bind: Bind): string {
  if (predicate.values.length === 0) return predicate.negated ? '1 = 1' : '1 = 0';
  const left = printOperand(predicate.left, dialect);
  // A value that the column cannot hold equals none of it, and would make doubles of the others, or end the query.
  const possible = predicate.values.filter(
    (value) => value.kind === 'instant' || !exceedsDecimals(value.value, typeOf(predicate.left)),
  );
  if (possible.length === 0) return predicate.negated ? `${left} IS NOT NULL` : '1 = 0';
  const operator = predicate.negated ? 'NOT IN' : 'IN';
  const times = dialect.compareTimes ? possible.flatMap((value) => (value.kind === 'instant' ? [value] : [])) : [];
  const [time] = times;
  const compared = time
    ? dialect.compareTimes?.(
        left,
        predicate.left.kind === 'column',
        operator,
        times.map(({ epochMs }) => epochMs),
        time.columnType,
        bind,
      )
    : null;
  const others = typeof compared === 'string' ? possible.filter(({ kind }) => kind !== 'instant') : possible;
  const among = others.length === 0 ? null : printAmong(left, operator, others, predicate.left, dialect, bind);
  const parts = [compared, among].filter((part) => typeof part === 'string');
  return parts.length === 1 ? parts.join('') : `(${parts.join(predicate.negated ? ' AND ' : ' OR ')})`;
}

/** A list of values, in the words of the database for what has no type. */
function printAmong(
  left: string,
  operator: 'IN' | 'NOT IN',
  values: readonly Bound[],
  expression: Expression,
  dialect: Dialect,
  bind: Bind,
): string {
  const untyped = printUntyped(left, operator, values, expression, dialect, bind);
  const printed = () => values.map((value) => printValue(value, expression, dialect, bind)).join(', ');
  return untyped ?? `${left} ${operator} (${printed()})`;
}

function printUntyped(
  left: string,
  operator: ValueComparison,
  given: readonly Bound[],
  expression: Expression,
  dialect: Dialect,
  bind: Bind,
): string | null {
  // What the author calls the type of an expression gives it none.
  const isUntyped = 'type' in expression && (expression.type === null || expression.kind === 'sql');
  if (!dialect.compareUntyped || !isUntyped) return null;
  const values = given.flatMap((bound) => (bound.kind === 'value' ? [dialect.toParameter(bound.value)] : []));
  return values.length < given.length ? null : dialect.compareUntyped(left, operator, values, bind);
}

function printComparison(predicate: Predicate & { readonly kind: 'compare' }, dialect: Dialect, bind: Bind): string {
  const left = printOperand(predicate.left, dialect);
  const type = typeOf(predicate.left);
  if (!isPatternOperator(predicate.op)) {
    const operator = predicate.op === '!=' ? '<>' : predicate.op;
    if (predicate.right.kind === 'instant')
      return printMoment(predicate.left, operator, predicate.right.epochMs, predicate.right.columnType, dialect, bind);
    return (
      printUntyped(left, operator, [predicate.right], predicate.left, dialect, bind) ??
      `${left} ${operator} ${printValue(predicate.right, predicate.left, dialect, bind)}`
    );
  }
  const text = type !== null && dialect.kindOf(type) === 'string' ? left : dialect.text(left);
  const isLike = predicate.op === 'LIKE' || predicate.op === 'NOT LIKE';
  if (isLike && dialect.like && predicate.right.kind === 'value' && typeof predicate.right.value === 'string')
    return dialect.like(text, predicate.right.value, predicate.op === 'NOT LIKE', bind);
  const pattern = bind(predicate.right.kind === 'value' ? predicate.right.value : null);
  if (isLike) return `${text} ${predicate.op} ${pattern}`;
  if (predicate.op !== 'REGEX') return dialect.ilike(text, pattern, predicate.op === 'NOT ILIKE');
  if (!dialect.regex) throw new AppError('unsupported_operator', { operator: 'REGEX', dialect: dialect.name });
  return dialect.regex(text, pattern);
}

/** A column or an expression compared with a moment. */
function printMoment(
  expression: Expression,
  operator: Exclude<ValueComparison, 'IN' | 'NOT IN'>,
  epochMs: number,
  columnType: string | null,
  dialect: Dialect,
  bind: Bind,
): string {
  const left = printOperand(expression, dialect);
  return (
    dialect.compareTimes?.(left, expression.kind === 'column', operator, [epochMs], columnType, bind) ??
    `${left} ${operator} ${dialect.instant(epochMs, columnType, bind)}`
  );
}

type PatternOperator = 'LIKE' | 'NOT LIKE' | 'ILIKE' | 'NOT ILIKE' | 'REGEX';

function isPatternOperator(op: Comparison): op is PatternOperator {
  return op === 'REGEX' || op.endsWith('LIKE');
}

function printValue(value: Bound, left: Expression, dialect: Dialect, bind: Bind): string {
  if (value.kind === 'instant') return dialect.instant(value.epochMs, value.columnType, bind);
  const type = typeOf(left);
  const sent = dialect.toParameter(
    type !== null && dialect.singles?.test(type) === true ? nearestSingle(value.value) : value.value,
  );
  return dialect.comparable(bind(sent), sent, type);
}

/**
 * A column of single precision shows few digits: what shows as 0.1 is no 0.1 in double precision, and whoever asks for
 * 0.1 means it.
 */
function nearestSingle(value: Scalar): Scalar {
  const single = typeof value === 'number' ? Math.fround(value) : Number.NaN;
  const isInRange = Number.isFinite(single) && (single !== 0 || value === 0);
  return isInRange ? single : value;
}

function typeOf(expression: Expression): string | null {
  return 'type' in expression ? expression.type : null;
}
