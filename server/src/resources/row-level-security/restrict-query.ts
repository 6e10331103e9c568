import { AppError } from '@tessera/core/errors/app-error';
import { dialectOf } from '@tessera/query/dialects/registry';
import type { Predicate, RestrictedTable, Source } from '@tessera/query/structured-query';
import type { Engine, TableRef } from '../../engines/engine.ts';
import type { SqlReading } from '../../engines/verify/reading.ts';
import { unknownReader } from '../../engines/verify/known-readers.ts';
import { tellsOfRows } from '../../engines/verify/row-statistics.ts';
import { isGiven, isSpeltOtherwise, renameTable } from '../../engines/verify/table-names.ts';
import { exactPaths, matchPath } from '../../engines/verify/table-places.ts';

/** A table, and the rows of it that a user may see. */
export type RuledTable = { readonly table: TableRef; readonly rules: () => Promise<Predicate> };

type SqlSource = Extract<Source, { readonly kind: 'sql' }>;

/**
 * The query of a virtual dataset for somebody whom rules of tables bind: each such table stands in it with the rows
 * that they leave. What the query names is reported by the parser of its database. Where that is not certain, the query
 * is refused.
 *
 * Views of the database are seen through on SQLite alone, where a view or a virtual table may have rules as well.
 *
 * @param tables  those that rules bind the user on
 * @throws AppError rules_unheld
 */
export async function restrictQuery(
  source: SqlSource,
  tables: readonly RuledTable[],
  engine: Engine,
  signal: AbortSignal,
): Promise<SqlSource> {
  const read = async (sql: string): Promise<SqlReading> => {
    const answer = await engine.readQuery?.(sql, { signal });
    if (!answer?.ok || !answer.reading.isQuery)
      throw unheld('it cannot be read well enough to tell which tables it names');
    const strange = unknownReader(answer.reading, engine.dialect);
    if (strange !== null) throw unheld(`it is not known what "${strange}" in it reads`);
    return answer.reading;
  };
  let { sql } = source;
  const inPlace = dialectOf(engine.dialect).inPlace !== undefined;
  const paths = exactPaths(await read(sql), engine.dialect);
  const restricted: RestrictedTable[] = [];
  for (const [index, { table, rules }] of tables.entries()) {
    const matches = paths
      .map((path) => ({ path, match: matchPath(path, table, engine) }))
      .filter(({ match }) => match !== 'other');
    if (matches.length === 0) continue;
    if (engine.dialect === 'mysql' && isSpeltOtherwise(sql, table.table, engine.dialect))
      throw unheld(`it writes "${table.table}" in other letters than its name has`);
    if (matches.some(({ match }) => match === 'unknown'))
      throw unheld(
        `it is not certain whether "${table.table}" in it is the table that they are about. ` +
          'Write its schema, in the letters that it has',
      );
    const name = freeName(sql, index + 1);
    const isBare = engine.dialect === 'sqlite' || matches.some(({ path }) => path.length === 1);
    const written =
      engine.dialect === 'sqlite'
        ? [['main', table.table]]
        : matches.map(({ path }) => path).filter((path) => inPlace || path.length > 1);
    if (inPlace && isGiven(sql, table.table, engine.dialect))
      throw unheld(`it gives the name "${table.table}" to something of its own`);
    const renamed = renameTable(sql, written, table.table, name, engine.dialect);
    if (inPlace && renamed.count !== matches.length)
      throw unheld(`it names "${table.table}" in a way that cannot be followed`);
    ({ sql } = renamed);
    restricted.push({ table, rules: await rules(), name, shadows: isBare && !inPlace ? table.table : null });
  }
  if (restricted.length === 0) return source;
  await (engine.dialect === 'sqlite'
    ? assertOpensNone(sql, restricted, engine, read, signal)
    : assertNamesNone(sql, restricted, engine, read));
  return { ...source, sql, restricted };
}

/**
 * Statistics count the rows that rules hide, whichever table they are about.
 * @throws AppError rules_unheld
 */
export async function refuseStatistics(
  sql: string,
  engine: Pick<Engine, 'readQuery' | 'dialect' | 'defaultSchema'>,
  signal: AbortSignal,
): Promise<void> {
  const answer = await engine.readQuery?.(sql, { signal });
  if (!answer?.ok) return;
  const found = answer.reading.tables.find((path) => tellsOfRows(path, engine));
  if (found) throw unheld(`"${found.join('.')}" in it tells of rows that are hidden from you`);
}

/** A name that the query does not hold: one that a macro brought may be restricted already. */
function freeName(sql: string, number: number): string {
  let name = `restricted_${number}__`;
  while (sql.includes(name)) name += '_';
  return name;
}

/** No table with rules is left under a path that goes around its restricted rows. */
async function assertNamesNone(
  sql: string,
  restricted: readonly RestrictedTable[],
  engine: Engine,
  read: (sql: string) => Promise<SqlReading>,
): Promise<void> {
  const paths = exactPaths(await read(sql), engine.dialect);
  const left = restricted.find(({ table, shadows }) =>
    paths.some((path) => matchPath(path, table, engine) !== 'other' && (path.length > 1 || shadows === null)),
  );
  if (left) throw unheld(`it names "${left.table.table}" in a way that cannot be followed`);
}

/** SQLite tells which tables it opens: with empty ones in the place of the restricted, none of those. */
async function assertOpensNone(
  sql: string,
  restricted: readonly RestrictedTable[],
  engine: Engine,
  read: (sql: string) => Promise<SqlReading>,
  signal: AbortSignal,
): Promise<void> {
  const { quote } = dialectOf(engine.dialect);
  const empty = await Promise.all(
    restricted.map(async ({ table, name }) => {
      const columns = (await engine.describe(`SELECT * FROM ${quote(table.table)}`, signal)).map(
        (column) => `NULL AS ${quote(column.name)}`,
      );
      return `${quote(name)} AS (SELECT ${columns.join(', ')})`;
    }),
  );
  const shadows = restricted.map(({ table, name }) => `${quote(table.table)} AS (SELECT * FROM ${quote(name)})`);
  const { tables: opened } = await read(`WITH ${[...empty, ...shadows].join(', ')} SELECT * FROM (\n${sql}\n)`);
  const isAt =
    (paths: SqlReading['tables']) =>
    ({ table }: RestrictedTable): boolean =>
      paths.some((path) => path.length > 1 && matchPath(path, table, engine) !== 'other');
  for (const { table } of restricted) {
    // A view with rules of its own may read what others are about.
    const { tables: behind } = await read(`SELECT * FROM ${quote(table.table)}`);
    const around =
      restricted.filter((other) => other.table !== table).find(isAt(behind)) ?? restricted.find(isAt(opened));
    if (around) throw unheld(`it reads "${around.table.table}" in a way that cannot be followed, as through a view`);
  }
}

function unheld(reason: string): AppError<'rules_unheld'> {
  return new AppError('rules_unheld', { reason });
}
