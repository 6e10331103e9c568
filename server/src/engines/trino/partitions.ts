import { AppError } from '@tessera/core/errors/app-error';
import { trino } from '@tessera/query/dialects/trino';
import type { PartitionValue, TableRef } from '../engine.ts';

type Ask = { readonly columns: (sql: string) => Promise<readonly string[]>; readonly rows: (sql: string) => Promise<readonly Readonly<Record<string, unknown>>[]> };

/**
 * The newest partition by the connector's own list, `"table$partitions"`: its columns are the partition columns in Hive
 * and the fields of the column `partition` in Iceberg.
 *
 * @throws AppError database_error for a fixed column that is none, and what the database says
 */
export async function newestPartition(ask: Ask, { catalog, schema, table }: TableRef, fixed: Readonly<Record<string, string>>): Promise<readonly PartitionValue[] | null> {
  const list = [catalog, schema, `${table}$partitions`].map((name) => trino.quote(name ?? '')).join('.');
  const listed = await ask.columns(`SELECT * FROM ${list}`);
  const source = listed.includes('partition') && listed.includes('record_count') ? `(SELECT listed."partition".* FROM ${list} AS listed)` : list;
  const columns = source === list ? listed : await ask.columns(`SELECT * FROM ${source}`);
  const unknown = Object.keys(fixed).find((name) => !columns.includes(name));
  if (unknown !== undefined) throw new AppError('database_error', { reason: `${table} has no partition column "${unknown}". It has: ${columns.join(', ')}.` });
  const where = Object.entries(fixed).map(([name, value]) => `CAST(${trino.quote(name)} AS varchar) = ${trino.literal(value)}`);
  const [row] = await ask.rows(
    `SELECT ${columns.map((name, index) => `CAST(${trino.quote(name)} AS varchar) AS p${index}`).join(', ')} FROM ${source}${where.length > 0 ? ` WHERE ${where.join(' AND ')}` : ''} ORDER BY ${columns.map((name) => `${trino.quote(name)} DESC`).join(', ')} LIMIT 1`,
  );
  if (!row) return null;
  return columns.flatMap((column, index) => {
    const value = row[`p${index}`];
    return typeof value === 'string' ? [{ column, value }] : [];
  });
}
