import { createReadStream, mkdirSync, rmSync } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { DuckDBInstance } from '@duckdb/node-api';
import { parseExactJson } from '@tessera/core/exact-json';
import { instantIso } from '@tessera/core/micros';
import type { Cell, ColumnKind } from '@tessera/core/table';
import type { ExtractColumn } from '../extracts/protocol.ts';
import { createRowWriter, WrongValue } from '../extracts/row-writer.ts';
import { quoted } from '../uploads/sql.ts';
import { createDecimalShape, isOpenDecimal } from '../values/decimal-shape.ts';
import { exactTypeOf } from '../values/exact-type.ts';
import { ROWS_TABLE, type ReadLine, type ResultTableReply, type ResultTableTask } from './protocol.ts';

// Makes a table of the rows of a result. No SQL of users runs here, and lines are parsed where they hold up nobody.

const task = JSON.parse(process.argv[2] ?? '{}') as ResultTableTask;
const end = (): boolean => process.kill(process.pid, 'SIGKILL');
process.on('disconnect', end);
process.on('uncaughtException', fail);

/**
 * Where a value does not fit, the next one holds it: what databases call a type is no promise. Integers stay numbers of
 * any size; as texts they would count and sort by their letters.
 */
const wider: Readonly<Record<string, string>> = { BIGINT: 'HUGEINT', HUGEINT: 'BIGNUM', BIGNUM: 'DOUBLE' };

/** Times without an end, as databases write them. */
const endless: ReadonlyMap<string, number> = new Map([
  ['infinity', Number.POSITIVE_INFINITY],
  ['-infinity', Number.NEGATIVE_INFINITY],
]);

try {
  let columns = await typed(task.columns);
  let rows: number | null = null;
  while (rows === null)
    try {
      rows = await build(columns);
    } catch (error) {
      columns = widened(columns, error);
    }
  process.off('disconnect', end).on('disconnect', () => process.exit(0));
  send({ type: 'done', rows });
  process.disconnect?.();
} catch (error) {
  fail(error);
}

/** Types as their database tells them; where it tells nothing, whole numbers are taken for what they are. */
async function typed(columns: ResultTableTask['columns']): Promise<ExtractColumn[]> {
  const { value } = await rowsOfStatement().next();
  const cells = (value as ReadLine | undefined)?.columns ?? [];
  const isWhole = (cell: unknown): boolean => cell === null || typeof cell === 'bigint' || Number.isInteger(cell);
  const decimals = await decimalTypes(columns);
  return columns.map((column, index) => {
    const type = decimals[index] ?? exactTypeOf(column);
    const isSaid = type !== 'DOUBLE' || /DOUBLE|FLOAT|REAL/i.test(column.type ?? '');
    if (type === 'DECIMAL(38, 0)') return { name: column.name, type: 'HUGEINT' };
    if (decimals[index]) return { name: column.name, type };
    return { name: column.name, type: isSaid || cells[index]?.every(isWhole) !== true ? type : 'BIGINT' };
  });
}

/** Types of decimals whose database says none that would do, from all of their values. */
async function decimalTypes(columns: ResultTableTask['columns']): Promise<readonly (string | null)[]> {
  const shapes = columns.map((column) => (isOpenDecimal(column) ? createDecimalShape() : null));
  if (shapes.some((shape) => shape !== null))
    for await (const { columns: cells = [] } of rowsOfStatement())
      for (const [at, shape] of shapes.entries())
        if (shape) for (const cell of cells[at] ?? []) shape.add(cell as Cell);
  return shapes.map((shape) => shape?.numericType() ?? null);
}

/** The columns as another try takes them. @throws whatever no other type would help */
function widened(columns: readonly ExtractColumn[], error: unknown): ExtractColumn[] {
  const isOfValue =
    error instanceof WrongValue || /^(Conversion|Invalid Input|Out of Range) Error/i.test(textOf(error));
  if (!isOfValue) throw error;
  const at = error instanceof WrongValue ? columns.findIndex(({ name }) => name === error.column) : -1;
  const next = columns.map((column, index) =>
    // The engine does not say which column its value was for.
    (at < 0 ? column.type !== 'VARCHAR' : index === at) ? { ...column, type: wider[column.type] ?? 'VARCHAR' } : column,
  );
  if (next.every(({ type }, index) => type === columns[index]?.type)) throw error;
  return next;
}

async function build(columns: readonly ExtractColumn[]): Promise<number> {
  mkdirSync(task.spill, { recursive: true, mode: 0o700 });
  for (const path of [task.target, `${task.target}.wal`]) rmSync(path, { force: true });
  const instance = await DuckDBInstance.create(task.target, {
    threads: '2',
    memory_limit: `${task.memoryMb}MB`,
    temp_directory: task.spill,
    max_temp_directory_size: `${task.temporaryMb}MB`,
    preserve_insertion_order: 'true',
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
    allow_community_extensions: 'false',
    allow_unsigned_extensions: 'false',
    enable_external_access: 'false',
    lock_configuration: 'true',
  });
  const connection = await instance.connect();
  try {
    const defined = columns.map(({ name, type }) => `${quoted(name)} ${type}`).join(', ');
    await connection.run(`CREATE TABLE ${quoted(ROWS_TABLE)} (${defined})`);
    const writer = await createRowWriter(connection, ROWS_TABLE, columns);
    let count = 0;
    for await (const { rows = 0, columns: cells = [] } of rowsOfStatement()) {
      await writer.write(
        rows,
        columns.map(({ name, type }, index) => ({
          name,
          type,
          kind: 'string' as const,
          form: 'cells' as const,
          values: valuesOf((cells[index] ?? []) as readonly Cell[], task.columns[index]?.kind, type),
        })),
      );
      count += rows;
    }
    await connection.run('CHECKPOINT');
    return count;
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

/**
 * The cells of a column as its type here takes them. Databases say in words which times have no end; among texts that
 * are no times at all, the others are texts as well.
 */
function valuesOf(cells: readonly Cell[], kind: ColumnKind | undefined, type: string): readonly Cell[] {
  if (kind !== 'temporal') return cells;
  if (type !== 'VARCHAR') return cells.map((cell) => (typeof cell === 'string' ? (endless.get(cell) ?? cell) : cell));
  return cells.map((cell) => (typeof cell === 'number' ? instantIso(cell) : cell));
}

/** The lines with rows of the statement, cells whole. */
async function* rowsOfStatement(): AsyncGenerator<ReadLine, void> {
  let isWanted = false;
  let cells: FileHandle | null = null;
  try {
    for await (const text of linesOf(task.lines)) {
      if (!isWanted && !text.startsWith('{"head"')) continue;
      const line = parseExactJson(text) as ReadLine;
      if (line.head) isWanted = line.head.statement === task.statement;
      if (line.rows === undefined || !isWanted) continue;
      if (line.cut) cells ??= await open(task.cells, 'r');
      yield cells && line.cut ? await whole(line, line.cut, cells) : line;
    }
  } finally {
    await cells?.close();
  }
}

async function whole(line: ReadLine, cut: NonNullable<ReadLine['cut']>, file: FileHandle): Promise<ReadLine> {
  const columns = (line.columns ?? []).map((values) => [...values]);
  for (const { column, row, at, bytes } of cut) {
    const { buffer } = await file.read(Buffer.alloc(bytes), 0, bytes, at);
    const values = columns[column];
    if (values) values[row] = parseExactJson(buffer.toString());
  }
  return { ...line, columns };
}

/** A line ends at a line feed and nowhere else. */
async function* linesOf(path: string): AsyncGenerator<string, void> {
  let rest: Buffer[] = [];
  for await (const chunk of createReadStream(path, { highWaterMark: 1_048_576 })) {
    let bytes = chunk as Buffer;
    for (let feed = bytes.indexOf(0x0a); feed >= 0; feed = bytes.indexOf(0x0a)) {
      yield Buffer.concat([...rest, bytes.subarray(0, feed)]).toString();
      rest = [];
      bytes = bytes.subarray(feed + 1);
    }
    if (bytes.length > 0) rest.push(bytes);
  }
}

function send(reply: ResultTableReply): void {
  if (process.connected) process.send?.(reply);
}

function fail(error: unknown): void {
  const text = textOf(error);
  const why = /ENOENT/.test(text)
    ? 'gone'
    : /no space left|ENOSPC|EDQUOT|disk full|could not write|write error/i.test(text)
      ? 'space'
      : /^Out of Memory Error/i.test(text)
        ? 'memory'
        : 'other';
  const reply: ResultTableReply = { type: 'failed', why, reason: text.split('\n', 1).join('').slice(0, 300) };
  if (process.connected) process.send?.(reply, end);
  else end();
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
