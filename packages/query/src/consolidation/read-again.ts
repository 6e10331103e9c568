import { ordered } from '../compile/compile.ts';
import type { Dialect } from '../dialect.ts';
import type { Asked } from './asked.ts';

/**
 * A materialized scan that a part of the statement reads for each query, which orders and cuts its rows. Leading
 * columns:
 * query, position.
 *
 * @param names  columns of the scan, in the order of the result
 * @param named  quotes names of our own
 */
export function readAgain(
  scan: string,
  names: readonly string[],
  asked: readonly Asked[],
  named: (name: string) => string,
  dialect: Dialect,
): string {
  const [rows, top] = [named('rows'), named('top')];
  const selects = asked.map(({ query, order, series, ...own }, index) => {
    const having = own.having === null ? [] : [`WHERE ${own.having}`];
    const keys = order.map(({ name, ascending }) => ordered(`${rows}.${name}`, ascending, dialect)).join(', ');
    const position = keys === '' ? '0' : `ROW_NUMBER() OVER (ORDER BY ${keys})`;
    const limit = dialect.limit(query.limit, query.offset);
    const join = series && [
      `JOIN (SELECT ${series.names.map((name, at) => `${name} AS ${named(`s${at}`)}`).join(', ')} FROM (` +
        `${series.rows()}) AS ${named('all')}`,
      ...having,
      `ORDER BY ${[
        ordered(series.by, !series.descending, dialect),
        ...series.names.map((name) => ordered(name, true, dialect)),
      ].join(', ')}`,
      `${dialect.limit(series.limit, 0)}) AS ${top} ON ` +
        `${series.names.map((name, at) => dialect.same(`${rows}.${name}`, `${top}.${named(`s${at}`)}`)).join(' AND ')}`,
    ];
    return `(${[
      `SELECT ${[
        `${index} AS ${named('query')}`,
        `${position} AS ${named('position')}`,
        ...names.map((name) => `${rows}.${name}`),
      ].join(', ')}`,
      `FROM (${own.rows()}) AS ${rows}`,
      ...(join ?? []),
      ...having,
      ...(keys === '' ? [] : [`ORDER BY ${keys}`]),
      ...(limit === '' ? [] : [limit]),
    ].join('\n')})`;
  });
  return `WITH ${named('sets')} AS MATERIALIZED (\n${scan}\n)\n${selects.join('\nUNION ALL\n')}`;
}
