import { setImmediate } from 'node:timers/promises';
import { AppError } from '@tessera/core/errors/app-error';
import { message } from '@tessera/core/messages';
import { cellAt, tableOf, type Cell, type Column, type Table } from '@tessera/core/table';
import { bucketOf } from './bucket.ts';
import type { Offset } from './offset.ts';

/** How the rows of a query find those that they are compared with. */
export type JoinAxes = {
  readonly dimensions: readonly string[];
  /** The dimension that is moved in time, with its grain; `null` joins by the other dimensions alone. */
  readonly axis: {
    readonly label: string;
    readonly grain: string | null;
    /** From a cell of the axis to its wall clock. */ readonly toWall: (epochMs: number) => number;
  } | null;
  readonly measures: readonly string[];
};

export type Compared = { readonly offset: Offset; readonly table: Table };

/** Rows of another time that stand beside none of the query: they are left out. */
export type Unmatched = { readonly offset: string; readonly count: number; readonly of: number };

/** The column of a metric at another time. */
function nameAt(measure: string, { label }: Pick<Offset, 'label'>): string {
  return `${measure}__${label}`;
}

/**
 * What is asked for under the name of a comparison would be lost under it.
 *
 * @throws AppError incorrect_request
 */
export function refuseTakenNames({ dimensions, measures }: JoinAxes, offsets: readonly Pick<Offset, 'label'>[]): void {
  const asked = new Set([...dimensions, ...measures]);
  for (const offset of offsets) {
    const measure = measures.find((one) => asked.has(nameAt(one, offset)));
    if (measure === undefined) continue;
    throw new AppError('incorrect_request', {
      reason: message(
        'the comparison of "%(measure)s" with "%(offset)s" is called "%(label)s", as another column or metric is; ' +
          'give that one another label',
        { measure, offset: offset.label, label: nameAt(measure, offset) },
      ),
    });
  }
}

/** The event loop goes on after so many rows. */
const ROWS_AT_ONCE = 10_000;

/**
 * The rows of a query with one more column per metric and offset; null where the other time has no such row. Rows that
 * only the other time has are counted.
 */
export async function joinOffsets(
  table: Table,
  compared: readonly Compared[],
  axes: JoinAxes,
): Promise<{ readonly table: Table; readonly unmatched: readonly Unmatched[] }> {
  const added: Column[] = [];
  const unmatched: Unmatched[] = [];
  for (const { offset, table: other } of compared) {
    const theirs = new Map<string, number>();
    const keyOfOther = keyReader(other, axes, null);
    await eachRow(other.rowCount, (row) => {
      const key = keyOfOther(row);
      if (!theirs.has(key)) theirs.set(key, row);
    });
    const rows = new Int32Array(table.rowCount);
    const keyOfOwn = keyReader(table, axes, offset.move);
    await eachRow(table.rowCount, (row) => {
      rows[row] = theirs.get(keyOfOwn(row)) ?? -1;
    });
    const count = theirs.size - new Set(rows.filter((row) => row >= 0)).size;
    if (count > 0) unmatched.push({ offset: offset.label, count, of: theirs.size });
    for (const label of axes.measures) {
      const source = other.columns.get(label);
      if (source) added.push({ name: nameAt(label, offset), kind: source.kind, values: taken(source, rows) });
    }
  }
  return { table: tableOf([...table.columns.values(), ...added]), unmatched };
}

function taken({ values }: Column, rows: Int32Array): Column['values'] {
  if (values instanceof Float64Array)
    return Float64Array.from(rows, (row) => (row < 0 ? Number.NaN : (values[row] ?? Number.NaN)));
  return Array.from(rows, (row): Cell => (row < 0 ? null : (values[row] ?? null)));
}

/** @param move  Moves the axis to the other time; `null` where the rows are of that time already. */
function keyReader(table: Table, { dimensions, axis }: JoinAxes, move: Offset['move'] | null): (row: number) => string {
  const columns = dimensions.map((label) => ({ column: table.columns.get(label), isAxis: label === axis?.label }));
  const onAxis = (cell: Cell): Cell => {
    if (axis === null || typeof cell !== 'number') return cell;
    const wall = axis.toWall(cell);
    return bucketOf(move === null ? wall : move(wall), axis.grain);
  };
  return (row) => {
    let key = '';
    for (const { column, isAxis } of columns) {
      const cell = column ? cellAt(column, row) : null;
      key += `${keyPart(isAxis ? onAxis(cell) : cell)}\u0000`;
    }
    return key;
  };
}

function keyPart(cell: Cell): string {
  if (typeof cell === 'bigint' || typeof cell === 'number') return `n${cell}`;
  return typeof cell === 'string'
    ? `s${cell.length}:${cell}`
    : JSON.stringify(cell, (_, part: unknown) => (typeof part === 'bigint' ? `n${part}` : part));
}

async function eachRow(count: number, read: (row: number) => void): Promise<void> {
  for (let row = 0; row < count; row += 1) {
    if (row > 0 && row % ROWS_AT_ONCE === 0) await setImmediate();
    read(row);
  }
}
