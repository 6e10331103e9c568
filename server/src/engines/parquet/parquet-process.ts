import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api';
import { literal, quoted } from '../uploads/sql.ts';
import type { ParquetColumn, ParquetTask } from './write-parquet.ts';

// Turns rows of a text file into Parquet. Nobody else's SQL runs here.

const task = JSON.parse(process.argv[2] ?? '{}') as ParquetTask;
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
await write(task);
process.exit(0);

async function write({ rows, file, columns, lineBytes, memoryMb, temporary }: ParquetTask): Promise<void> {
  const instance = await DuckDBInstance.create(':memory:', {
    memory_limit: `${memoryMb}MB`,
    temp_directory: temporary,
    threads: '1',
    preserve_insertion_order: 'true',
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
  });
  const connection = await instance.connect();
  const source = sourceOf(rows, columns, lineBytes);
  const misfits = await misfitsIn(connection, source, columns);
  const cells = columns.map((column, index) => {
    const type = misfits.has(index) ? 'VARCHAR' : column.type;
    return `${valueOf(`c${index}`, type)} AS ${quoted(column.name)}`;
  });
  await connection.run(`COPY (SELECT ${cells.join(', ')} FROM ${source}) TO ${literal(file)} (FORMAT parquet)`);
}

/** Every cell as a text; an empty one without quotes is null. */
function sourceOf(rows: string, columns: readonly ParquetColumn[], lineBytes: number): string {
  const longest = Math.max(2_000_000, lineBytes + 1000);
  const names = columns.map((_, index) => `'c${index}': 'VARCHAR'`).join(', ');
  return (
    `read_csv(${literal(rows)}, header = false, auto_detect = false, delim = ',', quote = '"', escape = '"', ` +
    `nullstr = '', allow_quoted_nulls = false, parallel = false, max_line_size = ${longest}, ` +
    `buffer_size = ${2 * longest}, columns = {${names}})`
  );
}

function valueOf(cell: string, type: string): string {
  if (type === 'VARCHAR') return cell;
  // Instants come as milliseconds.
  if (type === 'TIMESTAMP' || type === 'DATE')
    return `CAST(make_timestamp(CAST(CAST(${cell} AS DOUBLE) * 1000 AS BIGINT)) AS ${type})`;
  return `CAST(${cell} AS ${type})`;
}

/** Columns with a value that does not fit into the type that the database named: they stay texts. */
async function misfitsIn(
  connection: DuckDBConnection,
  source: string,
  columns: readonly ParquetColumn[],
): Promise<ReadonlySet<number>> {
  const counted = columns.flatMap(({ type }, index) => {
    if (type === 'VARCHAR') return [];
    const isTime = type === 'TIMESTAMP' || type === 'DATE';
    const read = `TRY_CAST(c${index} AS ${isTime ? 'DOUBLE' : type})`;
    // A time without end is a number, and none of milliseconds.
    const misfit = isTime ? `${read} IS NULL OR NOT isfinite(${read})` : `${read} IS NULL`;
    return [`bool_or(c${index} IS NOT NULL AND (${misfit})) AS "${index}"`];
  });
  if (counted.length === 0) return new Set();
  const found = await connection.runAndReadAll(`SELECT ${counted.join(', ')} FROM ${source}`);
  const names = found.columnNames();
  return new Set(found.getRows()[0]?.flatMap((isMisfit, at) => (isMisfit === true ? [Number(names[at])] : [])));
}
