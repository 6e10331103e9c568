import { AppError } from '@tessera/core/errors/app-error';
import { isSourceError } from '@tessera/core/errors/source-error';
import { trino } from '@tessera/query/dialects/trino';
import type { PartitionValue, TableRef } from '../../engine.ts';

type List = {
  /** FROM text. */ readonly source: string;
  /** None where the table is one chunk. */ readonly columns: readonly string[];
};
type Ask = {
  readonly columns: (sql: string) => Promise<readonly string[]>;
  readonly rows: (sql: string) => Promise<readonly Readonly<Record<string, unknown>>[]>;
};

/**
 * The newest partition by the connector's own list, `"table$partitions"`: its columns are the partition columns in Hive
 * and the fields of the column `partition` in Iceberg.
 *
 * @throws AppError database_error for a fixed column that is none, and what the database says
 */
export async function newestPartition(
  ask: Ask,
  table: TableRef,
  fixed: Readonly<Record<string, string>>,
): Promise<readonly PartitionValue[] | null> {
  const { source, columns } = await partitionsOf(ask, table);
  if (columns.length === 0) return null;
  const unknown = Object.keys(fixed).find((name) => !columns.includes(name));
  if (unknown !== undefined)
    throw new AppError('database_error', {
      reason: `${table.table} has no partition column "${unknown}". It has: ${columns.join(', ')}.`,
    });
  const where = Object.entries(fixed).map(
    ([name, value]) => `CAST(${trino.quote(name)} AS varchar) = ${trino.literal(value)}`,
  );
  const [row] = await ask.rows(
    `SELECT ${columns.map((name, index) => `CAST(${trino.quote(name)} AS varchar) AS p${index}`).join(', ')} ` +
      `FROM ${source}${where.length > 0 ? ` WHERE ${where.join(' AND ')}` : ''} ORDER BY ` +
      `${columns.map((name) => `${trino.quote(name)} DESC`).join(', ')} LIMIT 1`,
  );
  if (!row) return null;
  return columns.flatMap((column, index) => {
    const value = row[`p${index}`];
    return typeof value === 'string' ? [{ column, value }] : [];
  });
}

/** The columns that a table is partitioned by; none where its connector has no list of partitions for it. */
export async function partitionColumns(columns: Ask['columns'], table: TableRef): Promise<readonly string[]> {
  try {
    return (await partitionsOf({ columns }, table)).columns;
  } catch (error) {
    if (isSourceError(error)) return [];
    throw error;
  }
}

async function partitionsOf(ask: Pick<Ask, 'columns'>, { catalog, schema, table }: TableRef): Promise<List> {
  const list = [catalog, schema, `${table}$partitions`].map((name) => trino.quote(name ?? '')).join('.');
  const columns = await ask.columns(`SELECT * FROM ${list}`);
  if (!['record_count', 'file_count'].every((name) => columns.includes(name))) return { source: list, columns };
  // Iceberg lists a table without partitions as one row of counts.
  if (!columns.includes('partition')) return { source: list, columns: [] };
  const source = `(SELECT listed."partition".* FROM ${list} AS listed)`;
  return { source, columns: await ask.columns(`SELECT * FROM ${source}`) };
}
