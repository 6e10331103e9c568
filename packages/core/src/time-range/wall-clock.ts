import { instantIso } from '../micros.ts';
import type { Cell, Column, Table } from '../table.ts';
import { toWall } from './zone.ts';

const DAY_MS = 86_400_000;
/** Beyond it there is no date. */
const LAST_MS = 8.64e15;

/** The table with these columns, which hold instants, in the wall clock of a zone. */
export function inWallClock(table: Table, names: readonly string[], zone: string | null): Table {
  if (zone === null || !names.some((name) => table.columns.has(name))) return table;
  const wall = wallOf(zone);
  const columns = new Map(table.columns);
  for (const name of names) {
    const column = columns.get(name);
    if (column) columns.set(name, movedBy(wall, column));
  }
  return { ...table, columns };
}

/** From instants to the wall clock of a zone, for many: the clocks of a day are looked up once. */
export function wallOf(zone: string): (epochMs: number) => number {
  /** What the clocks are ahead on a day; NaN where that changes within it. */
  const offsets = new Map<number, number>();
  return (epochMs) => {
    if (!(Math.abs(epochMs) < LAST_MS - 2 * DAY_MS)) return epochMs;
    const day = Math.floor(epochMs / DAY_MS);
    let offset = offsets.get(day);
    if (offset === undefined) {
      const begin = day * DAY_MS;
      const [first, last] = [toWall(begin, zone) - begin, toWall(begin + DAY_MS, zone) - begin - DAY_MS];
      offset = first === last ? first : Number.NaN;
      offsets.set(day, offset);
    }
    return Number.isNaN(offset) ? toWall(epochMs, zone) : epochMs + offset;
  };
}

/** A moment of a wall clock as filters name it: text without a zone is of the dataset's own. */
export function wallText(wallMs: number): string {
  return Math.abs(wallMs) <= LAST_MS ? instantIso(wallMs) : String(wallMs);
}

function movedBy(wall: (epochMs: number) => number, { values, ...column }: Column): Column {
  // NaN stands for null and stays.
  if (values instanceof Float64Array) return { ...column, values: values.map(wall) };
  return { ...column, values: values.map((cell): Cell => (typeof cell === 'number' ? wall(cell) : cell)) };
}
