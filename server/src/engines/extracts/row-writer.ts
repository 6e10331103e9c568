import {
  BIGINT,
  BOOLEAN,
  DOUBLE,
  DuckDBDataChunk,
  HUGEINT,
  VARCHAR,
  type DuckDBConnection,
  type DuckDBType,
  type DuckDBValue,
} from '@duckdb/node-api';
import type { Cell } from '@tessera/core/table';
import type { WireColumn } from '../process/protocol.ts';
import { quoted } from '../uploads/sql.ts';
import { unpack } from '../values/columns.ts';
import type { ExtractColumn } from './protocol.ts';

/** Rows that the engine takes at a time. */
const CHUNK = 2048;
const INCOMING = 'incoming rows';

/** A value that its column cannot hold. */
export class WrongValue extends Error {
  readonly column: string | null;
  constructor(text: string, column: string | null = null) {
    super(text);
    this.column = column;
  }
}

/** How the cells of a column are handed to the engine, and what it makes of them. */
type Way = {
  readonly type: DuckDBType;
  readonly sqlType: string;
  readonly made: (name: string) => string;
  readonly value: (cell: Exclude<Cell, null>) => DuckDBValue;
};

export type RowWriter = { readonly write: (rowCount: number, columns: readonly WireColumn[]) => Promise<void> };

/** Appends rows as results carry them to a table. */
export async function createRowWriter(
  connection: DuckDBConnection,
  table: string,
  columns: readonly ExtractColumn[],
): Promise<RowWriter> {
  const ways = columns.map(wayOf);
  const types = ways.map(({ type }) => type);
  await connection.run(
    `CREATE TEMP TABLE ${quoted(INCOMING)} (${ways.map(({ sqlType }, at) => `c${at} ${sqlType}`).join(', ')})`,
  );
  const insert =
    `INSERT INTO ${quoted(table)} (${columns.map(({ name }) => quoted(name)).join(', ')}) ` +
    `SELECT ${ways.map(({ made }, at) => made(`c${at}`)).join(', ')} FROM ${quoted(INCOMING)}`;
  return {
    write: async (rowCount, wires) => {
      const appender = await connection.createAppender(INCOMING, 'main', 'temp');
      const lists = wires.map((wire, at) => valuesOf(wire, ways[at], columns[at]));
      for (let from = 0; from < rowCount; from += CHUNK) {
        const count = Math.min(CHUNK, rowCount - from);
        const chunk = DuckDBDataChunk.create(types, count);
        for (const [at, list] of lists.entries()) chunk.setColumnValues(at, list.slice(from, from + count));
        appender.appendDataChunk(chunk);
      }
      appender.closeSync();
      await connection.run(insert);
      await connection.run(`TRUNCATE ${quoted(INCOMING)}`);
    },
  };
}

function valuesOf(wire: WireColumn, way: Way | undefined, column: ExtractColumn | undefined): readonly DuckDBValue[] {
  if (!way || !column) throw new WrongValue('There are more columns than were asked for.');
  const { values } = unpack(wire);
  const list: DuckDBValue[] = [];
  for (let row = 0; row < values.length; row += 1) {
    const cell = values[row] ?? null;
    list.push(cell === null || (typeof cell === 'number' && Number.isNaN(cell)) ? null : checked(cell, way, column));
  }
  return list;
}

function checked(cell: Exclude<Cell, null>, { value }: Way, { name, type }: ExtractColumn): DuckDBValue {
  try {
    return value(cell);
  } catch {
    throw new WrongValue(`${textOf(cell).slice(0, 100)} in the column ${name} is no ${type}.`, name);
  }
}

function wayOf({ type }: ExtractColumn): Way {
  if (/^(HUGEINT|UBIGINT|UHUGEINT)$/.test(type)) return plain(HUGEINT, 'HUGEINT', type, (cell) => integer(cell, 128));
  if (type === 'BIGNUM') return plain(VARCHAR, 'VARCHAR', type, (cell) => String(integer(cell)));
  if (/INT(EGER)?$/.test(type)) return plain(BIGINT, 'BIGINT', type, (cell) => integer(cell, 64));
  if (/^(DOUBLE|FLOAT)$/.test(type)) return plain(DOUBLE, 'DOUBLE', type, number);
  if (type === 'BOOLEAN') return plain(BOOLEAN, 'BOOLEAN', type, (cell) => cell === true || cell === 1 || cell === 1n);
  if (type.startsWith('DECIMAL')) return plain(VARCHAR, 'VARCHAR', type, textOf);
  const moment = (make: string): Way => ({
    type: DOUBLE,
    sqlType: 'DOUBLE',
    // Cells are epoch ms, with what is less than one as their fraction; one without end is before or after all others.
    made: (name) =>
      `CASE WHEN isinf(${name}) THEN CAST(CASE WHEN ${name} > 0 THEN 'infinity' ELSE '-infinity' END AS ${type}) ` +
      `ELSE CAST(${make}(CAST(${name} * 1000 AS BIGINT)) AS ${type}) END`,
    value: number,
  });
  if (type === 'TIMESTAMP WITH TIME ZONE') return moment('make_timestamptz');
  if (/^(DATE|TIMESTAMP)/.test(type)) return moment('make_timestamp');
  return plain(VARCHAR, 'VARCHAR', 'VARCHAR', textOf);
}

function plain(type: DuckDBType, sqlType: string, target: string, value: Way['value']): Way {
  return { type, sqlType, value, made: (name) => (target === sqlType ? name : `CAST(${name} AS ${target})`) };
}

/** @param bits Width of the type: the engine would take the last ones of an integer that is longer */
function integer(cell: Exclude<Cell, null>, bits = Number.POSITIVE_INFINITY): bigint {
  if (typeof cell === 'object' || typeof cell === 'boolean') throw new RangeError();
  const value = BigInt(cell);
  if (Number.isFinite(bits) && BigInt.asIntN(bits, value) !== value) throw new RangeError();
  return value;
}

function number(cell: Exclude<Cell, null>): number {
  const found = typeof cell === 'object' || typeof cell === 'boolean' ? Number.NaN : Number(cell);
  if (Number.isNaN(found)) throw new RangeError();
  return found;
}

function textOf(cell: Exclude<Cell, null>): string {
  return typeof cell === 'object' ? JSON.stringify(cell) : String(cell);
}
