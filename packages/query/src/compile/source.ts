import type { Dialect } from '../dialect.ts';
import { checkStatement } from '../sql-safety/statement.ts';
import type { Source, WrittenSql } from '../structured-query.ts';

/** What stands behind FROM, by what name columns may be called its own, and what people wrote of it. */
export type PrintedSource = { readonly text: string; readonly name: string; readonly written: readonly WrittenSql[] };

/**
 * Print the source of a query. The query of a virtual dataset may be long: it is read once, here.
 *
 * @throws AppError invalid_sql_clause for a query that may not run
 */
export function printSource(source: Source, dialect: Dialect): PrintedSource {
  if (source.kind === 'table') {
    const path = [source.catalog, source.schema, source.table].flatMap((part) => (part === null || part === '' ? [] : [dialect.quote(part)]));
    return { text: path.join('.'), name: dialect.quote(source.table), written: [] };
  }
  const sql = checkStatement(source.sql, dialect.grammar);
  const name = dialect.quote('virtual_table');
  return { text: `(\n${sql}\n) AS ${name}`, name, written: [{ kind: 'query', sql }] };
}
