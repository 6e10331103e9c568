import type { Dialect } from '../dialect.ts';
import { checkStatement } from '../sql-safety/statement.ts';
import type { Source, WrittenSql } from '../structured-query.ts';

/** What stands behind FROM, and what people wrote of it. */
export type PrintedSource = { readonly text: string; readonly written: readonly WrittenSql[] };

/**
 * Print the source of a query. The query of a virtual dataset may be long: it is read once, here.
 *
 * @throws AppError invalid_sql_clause for a query that may not run
 */
export function printSource(source: Source, dialect: Dialect): PrintedSource {
  if (source.kind === 'table') return { text: [source.catalog, source.schema, source.table].flatMap((part) => (part === null || part === '' ? [] : [dialect.quote(part)])).join('.'), written: [] };
  const sql = checkStatement(source.sql, dialect.grammar);
  return { text: `(\n${sql}\n) AS ${dialect.quote('virtual_table')}`, written: [{ kind: 'query', sql }] };
}
