import { ordered } from '../compile/compile.ts';
import type { Dialect, HandOut } from '../dialect.ts';
import type { Asked } from './asked.ts';

/**
 * A scan that is read once: each of its rows is handed to the queries that ask for its set, and numbered for each of
 * them in the order of that query. Leading columns: query, position.
 *
 * @param names  columns of the scan, in the order of the result
 * @param named  quotes names of our own
 */
export function handedOut(
  scan: string,
  names: readonly string[],
  asked: readonly Asked[],
  { list, join }: HandOut,
  named: (name: string) => string,
  dialect: Dialect,
): string {
  const [set, query, position] = [named('set'), named('query'), named('position')];
  const bySet = new Map<number, number[]>();
  for (const [index, { bits }] of asked.entries()) bySet.set(bits, [...(bySet.get(bits) ?? []), index]);
  // One statement for all sets: what is none of the others is the last.
  const lists = [...bySet];
  const [last] = lists.splice(-1);
  const each = list(last?.[1] ?? []);
  const queries =
    lists.length === 0
      ? each
      : `CASE ${lists.map(([bits, numbers]) => `WHEN ${set} = ${bits} THEN ${list(numbers)}`).join(' ')} ELSE ` +
        `${each} END`;
  const keys = asked.flatMap(({ order }, index) =>
    order.map(({ name, ascending }) => ordered(`CASE WHEN ${query} = ${index} THEN ${name} END`, ascending, dialect)),
  );
  const having = asked.flatMap((one, index) =>
    one.having === null ? [] : [`(${query} <> ${index} OR ${one.having})`],
  );
  const cuts = asked.flatMap(({ query: { limit, offset } }, index) =>
    limit === null && offset === 0
      ? []
      : [
          limit === null
            ? `(${query} <> ${index} OR ${position} > ${offset})`
            : `(${query} <> ${index} OR ${position} BETWEEN ${offset + 1} AND ${offset + limit})`,
        ],
  );
  const numbered = [
    `SELECT ${query}, ROW_NUMBER() OVER (PARTITION BY ` +
      `${query}${keys.length === 0 ? '' : ` ORDER BY ${keys.join(', ')}`}) AS ${position}, ${names.join(', ')}`,
    `FROM (\n${scan}\n) AS ${named('sets')}`,
    join(queries, query),
    ...(having.length === 0 ? [] : [`WHERE ${having.join(' AND ')}`]),
  ].join('\n');
  return [
    `SELECT ${[query, position, ...names].join(', ')}`,
    `FROM (\n${numbered}\n) AS ${named('rows')}`,
    ...(cuts.length === 0 ? [] : [`WHERE ${cuts.join(' AND ')}`]),
  ].join('\n');
}
