import type { Cell, Column, Table } from '@tessera/core/table';
import { createChunkWriter, type Chunks } from './chunks.ts';

/**
 * The rows of a table as a JSON array of objects, in UTF-8.
 *
 * Instants are epoch milliseconds, integers of any size are JSON integers, NaN and infinities are null.
 */
export function encodeRows(table: Table): Chunks {
  const columns = [...table.columns.values()].map((column, index) => ({
    prefix: `${index === 0 ? '{' : ','}${JSON.stringify(column.name)}:`,
    write: cellWriter(column),
  }));
  if (columns.length === 0 || table.rowCount === 0) return [Buffer.from('[]')];
  const { add, end } = createChunkWriter();
  for (let row = 0; row < table.rowCount; row += 1) {
    let text = row === 0 ? '[' : ',';
    for (const column of columns) text += column.prefix + column.write(row);
    add(`${text}}`);
  }
  add(']');
  return end();
}

/**
 * The cells of a table as a JSON object of columns, each an object by the name of the row; rows without names count
 * from 0.
 */
export function encodeColumns(table: Table, rowNames: readonly string[] | null): string {
  const names = Array.from({ length: table.rowCount }, (_, row) => JSON.stringify(rowNames?.[row] ?? String(row)));
  const columns = [...table.columns.values()].map((column) => {
    const write = cellWriter(column);
    return `${JSON.stringify(column.name)}:{${names.map((name, row) => `${name}:${write(row)}`).join(',')}}`;
  });
  return `{${columns.join(',')}}`;
}

function cellWriter(column: Column): (row: number) => string {
  const { values } = column;
  if (values instanceof Float64Array) return (row) => encodeNumber(values[row] ?? Number.NaN);
  // Names of countries, devices and the like repeat: each is quoted once.
  const quoted = new Map<string, string>();
  return (row) => {
    const cell = values[row] ?? null;
    if (typeof cell !== 'string') return encodeCell(cell);
    let text = quoted.get(cell);
    if (text === undefined) {
      text = JSON.stringify(cell);
      if (quoted.size < 10_000) quoted.set(cell, text);
    }
    return text;
  };
}

function encodeNumber(value: number): string {
  return Number.isFinite(value) ? String(value) : 'null';
}

/** One value as JSON text. */
export function encodeCell(cell: Cell): string {
  if (cell === null) return 'null';
  if (typeof cell === 'number') return encodeNumber(cell);
  if (typeof cell === 'string') return JSON.stringify(cell);
  if (typeof cell === 'bigint' || typeof cell === 'boolean') return String(cell);
  if (isList(cell)) return `[${cell.map(encodeCell).join(',')}]`;
  return `{${Object.entries(cell)
    .map(([name, part]) => `${JSON.stringify(name)}:${encodeCell(part)}`)
    .join(',')}}`;
}

function isList(cell: readonly Cell[] | { readonly [key: string]: Cell }): cell is readonly Cell[] {
  return Array.isArray(cell);
}

/** Rough memory of a table in bytes, for the budget of the cache. */
export function tableBytes(table: Table): number {
  let bytes = 200;
  for (const { values } of table.columns.values()) {
    if (values instanceof Float64Array) bytes += values.byteLength;
    else bytes += values.length * 8 + sampledTextBytes(values);
  }
  return bytes;
}

/** Text is measured on up to 100 cells and scaled up; a wrong guess moves the edge of the cache, nothing else. */
function sampledTextBytes(values: readonly Cell[]): number {
  const step = Math.max(1, Math.floor(values.length / 100));
  let sampled = 0;
  let bytes = 0;
  for (let index = 0; index < values.length; index += step) {
    const cell = values[index];
    sampled += 1;
    if (typeof cell === 'string') bytes += 24 + cell.length;
    else if (typeof cell === 'object' && cell !== null) bytes += 200;
  }
  return sampled === 0 ? 0 : Math.round((bytes / sampled) * values.length);
}
