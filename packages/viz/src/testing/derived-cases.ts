import { type Cell, cellAt, cellsOf, type Column, packedColumn, tableOf } from '@tessera/core/table';
import type { QueryResult } from '../define.ts';
import type { DrawCase } from './draw-case.ts';

const ROWS = 10_000;
const DAY_MS = 86_400_000;
/** From nearly nothing to more than a number holds exactly, and zero. */
const SIZES = [9.1e17, 1.5e-7, 3.3e12, -4.2e15, 0, 8.8e9];

/**
 * What a type draws that nobody wrote a case for, made of its basic one: no value at all, values of every size, ten
 * thousand rows, a card and a phone.
 */
export function derivedCases(cases: readonly DrawCase[]): readonly DrawCase[] {
  const names = new Set(cases.map(({ viz, name }) => `${viz.type} ${name}`));
  return cases
    .filter(({ name }) => name === 'basic')
    .flatMap((basic) => {
      const made = (name: string, results: readonly QueryResult[], size?: readonly [number, number]): DrawCase => ({
        ...basic,
        name,
        results,
        isLarge: true,
        ...(size ? { size } : {}),
      });
      return [
        made(
          'all-null',
          withValues(basic.results, () => null),
        ),
        made(
          'huge',
          withValues(basic.results, (_, row) => SIZES[row % SIZES.length] ?? 0),
        ),
        made('ten-thousand', basic.results.map(manyRows)),
        made('card', basic.results, [300, 200]),
        made('phone', basic.results, [358, 240]),
      ].filter(({ viz, name }) => !names.has(`${viz.type} ${name}`));
    });
}

function withValues(results: readonly QueryResult[], value: (cell: Cell, row: number) => Cell): readonly QueryResult[] {
  return results.map((result) =>
    changed(result, (column) => (column.kind === 'numeric' ? cellsOf(column).map(value) : cellsOf(column))),
  );
}

/** The rows over and over: later days, names with a number behind them, the same values. */
function manyRows(result: QueryResult): QueryResult {
  const { rowCount } = result.table;
  if (rowCount === 0) return result;
  return changed(result, (column) =>
    Array.from({ length: ROWS }, (_, row): Cell => {
      const cell = cellAt(column, row % rowCount);
      const round = Math.floor(row / rowCount);
      if (round === 0) return cell;
      if (column.kind === 'temporal' && typeof cell === 'number') return cell + round * rowCount * DAY_MS;
      return typeof cell === 'string' ? `${cell} ${round}` : cell;
    }),
  );
}

function changed(result: QueryResult, values: (column: Column) => readonly Cell[]): QueryResult {
  const columns = [...result.table.columns.values()].map((column) =>
    packedColumn(column.name, column.kind, values(column)),
  );
  return { ...result, table: tableOf(columns) };
}
