import type { Dialect } from '../dialect.ts';
import { checkStatement } from '../sql-safety/statement.ts';
import { checkPredicate } from '../sql-safety/predicate.ts';
import type { Predicate, RestrictedTable, Source, WrittenSql } from '../structured-query.ts';

/** What stands behind FROM, by what name columns may be called its own, and what users wrote of it. */
export type PrintedSource = {
  readonly text: string;
  readonly name: string;
  /** The same without quotes. */
  readonly bareName: string;
  readonly written: readonly WrittenSql[];
};

/**
 * Print the source of a query. The query of a virtual dataset may be long: it is read once, here.
 *
 * @throws AppError invalid_sql_clause for a query that may not run
 */
export function printSource(source: Source, dialect: Dialect): PrintedSource {
  if (source.kind === 'table') {
    const path = [source.catalog, source.schema, source.table].flatMap((part) =>
      part === null || part === '' ? [] : [dialect.quote(part)],
    );
    return { text: path.join('.'), name: dialect.quote(source.table), bareName: source.table, written: [] };
  }
  const { text, written } = printQuery({ ...source, sql: checkStatement(source.sql, dialect.grammar) }, dialect);
  const name = dialect.quote(VIRTUAL);
  return { text: `(\n${text}\n) AS ${name}`, name, bareName: VIRTUAL, written };
}

/** A query that users wrote, over tables of which it may read some rows. */
export function printQuery(
  { sql, restricted = [] }: Pick<Extract<Source, { readonly kind: 'sql' }>, 'sql' | 'restricted'>,
  dialect: Dialect,
): { readonly text: string; readonly written: readonly WrittenSql[] } {
  const tables = restricted.map((one) => restrictedTable(one, dialect));
  const text = tables.length === 0 ? sql : withTables(sql, restricted, tables, dialect);
  return { text, written: [{ kind: 'query', sql }, ...tables.flatMap(({ written }) => written)] };
}

/**
 * The query of a virtual dataset over tables of which it may read some rows. Each is a common table expression with a
 * name of its own; in the scope below, the name of the table means that one. The database itself so decides what a name
 * in the query means, as it does for names that the query gives.
 */
function withTables(
  sql: string,
  restricted: readonly RestrictedTable[],
  tables: readonly PrintedTable[],
  dialect: Dialect,
): string {
  const { inPlace } = dialect;
  if (inPlace)
    return tables.reduce((text, { name, select }) => text.replaceAll(dialect.quote(name), () => inPlace(select)), sql);
  const shadows = restricted.flatMap(({ name, shadows: shadowed }) => {
    return shadowed === null ? [] : [`${dialect.quote(shadowed)} AS (SELECT * FROM ${dialect.quote(name)})`];
  });
  const inner =
    shadows.length === 0
      ? `\n${sql}\n`
      : `WITH ${shadows.join(', ')} SELECT * FROM (\n${sql}\n) AS ${dialect.quote('user_query')}`;
  const outer = tables.map(
    ({ name, select }) => dialect.separate?.(dialect.quote(name), select) ?? `${dialect.quote(name)} AS (${select})`,
  );
  return `WITH ${outer.join(', ')} SELECT * FROM (${inner}) AS ${dialect.quote('restricted_query')}`;
}

type PrintedTable = { readonly name: string; readonly select: string; readonly written: readonly WrittenSql[] };

function restrictedTable({ table, rules, rows, name }: RestrictedTable, dialect: Dialect): PrintedTable {
  const from = printSource({ kind: 'table', ...table }, dialect).text;
  const written: WrittenSql[] = [];
  const print = (predicate: Predicate): string => {
    if (predicate.kind === 'and' || predicate.kind === 'or') {
      const parts = predicate.of.map((one) => `(${print(one)})`);
      return parts.length === 0 ? '1 = 1' : parts.join(predicate.kind === 'and' ? ' AND ' : ' OR ');
    }
    if (predicate.kind !== 'sql' || predicate.isRule !== true)
      throw new Error('Only row-level rules restrict a table.');
    const sql = checkPredicate(predicate.sql, dialect.grammar);
    written.push({ kind: 'rule', sql, from });
    return `(${sql})`;
  };
  const limit = rows === undefined ? '' : ` LIMIT ${rows}`;
  return { name, select: `SELECT * FROM ${from} WHERE ${print(rules)}${limit}`, written };
}

/** What the query of a virtual dataset is called as a source. */
const VIRTUAL = 'virtual_table';
