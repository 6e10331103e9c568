import { AppError } from '@tessera/core/errors/app-error';
import type { QueryContext, QueryObject } from '@tessera/core/query-object';
import { message, messageN } from '@tessera/core/messages';
import { limits } from '../limits.ts';

/** How much a query says. */
type Size = { readonly sql: number; readonly text: number; readonly values: number; readonly stepValues: number };

/** Fields that hold SQL, wherever they stand in a query. */
const ofSql = new Set(['sqlExpression', 'where', 'having']);

/** Sizes of queries that were counted: each is asked about again when it runs. */
const known = new WeakMap<QueryObject, Size>();

/**
 * Refuse a request that says more than one may, before anything of it is looked up, read or printed. The schema of
 * requests bounds every field by itself; here it is all of them together.
 *
 * @throws AppError incorrect_request
 */
export function checkBounds({ queries }: QueryContext): void {
  if (queries.length > limits.queries)
    throw new AppError('incorrect_request', {
      reason: message('there are too many queries; at most %(queries)s are allowed', { queries: limits.queries }),
    });
  const sizes = queries.map(sizeOf);
  const sum = (part: keyof Size): number => sizes.reduce((total, size) => total + size[part], 0);
  if (sum('sql') > limits.sentSql)
    throw new AppError('incorrect_request', {
      reason: messageN(
        'the expressions of a request are longer than one character together',
        'the expressions of a request are longer than %(count)s characters together',
        limits.sentSql,
      ),
    });
  if (sum('text') > limits.sentText)
    throw new AppError('incorrect_request', {
      reason: messageN(
        'the names and values of a request are longer than one character together',
        'the names and values of a request are longer than %(count)s characters together',
        limits.sentText,
      ),
    });
  if (sum('values') > limits.allFilterValues)
    throw new AppError('incorrect_request', {
      reason: message('there are too many values in all filters; at most %(allFilterValues)s are allowed', {
        allFilterValues: limits.allFilterValues,
      }),
    });
  if (sum('stepValues') > limits.stepValues)
    throw new AppError('incorrect_request', {
      reason: message('post_processing: there are too many values in the options; at most %(stepValues)s are allowed', {
        stepValues: limits.stepValues,
      }),
    });
}

/** Characters of SQL that take milliseconds to read and print. */
export const HEAVY_SQL = 5_000;

/** Names of columns and metrics that take milliseconds to look up and print: each may stand for an expression. */
const HEAVY_NAMES = 100;

/** Whether reading and printing a query takes milliseconds. */
export function isHeavy(query: QueryObject): boolean {
  const { sql, text, values } = sizeOf(query);
  const names = (query.columns?.length ?? 0) + (query.groupby?.length ?? 0) + (query.metrics?.length ?? 0);
  return sql > HEAVY_SQL || text > 50_000 || values > 1_000 || names > HEAVY_NAMES;
}

function sizeOf(query: QueryObject): Size {
  const counted = known.get(query);
  if (counted) return counted;
  const all = count(query);
  const size = {
    sql: all.sql,
    text: all.text,
    values: (query.filters ?? []).reduce((sum, { val }) => sum + (Array.isArray(val) ? val.length : 1), 0),
    stepValues: count(query.post_processing ?? []).values,
  };
  known.set(query, size);
  return size;
}

function count(root: object): { readonly sql: number; readonly text: number; readonly values: number } {
  let sql = 0;
  let text = 0;
  let values = 0;
  const pending: object[] = [root];
  for (let holder = pending.pop(); holder !== undefined; holder = pending.pop()) {
    const isList = Array.isArray(holder);
    for (const [key, part] of Object.entries(holder) as readonly (readonly [string, unknown])[]) {
      values += 1;
      if (!isList) text += key.length;
      if (typeof part === 'object' && part !== null) pending.push(part);
      else if (typeof part === 'string' && !isList && ofSql.has(key)) sql += part.length;
      else if (typeof part === 'string') text += part.length;
    }
  }
  return { sql, text, values };
}
