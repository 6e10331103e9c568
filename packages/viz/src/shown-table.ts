import type { Table } from '@tessera/core/table';
import { inWallClock } from '@tessera/core/time-range/wall-clock';
import type { QueryResult } from './define.ts';
import { readTable, type WireTable } from './read-table.ts';

/** A table of an answer with its moments in the wall clock of the dataset's zone, as everybody sees them. */
export function readShownTable(wire: WireTable): Table {
  const { moments, time_zone: zone } = wire;
  const names = Array.isArray(moments) ? moments.map(String) : [];
  return inWallClock(readTable(wire), names, typeof zone === 'string' && zone !== '' ? zone : null);
}

/** Answers with their moments in the clock that their days have, as they are drawn. */
export function asShown<R extends QueryResult>(read: readonly R[]): readonly R[] {
  return read.map((result) => {
    const { table, moments = [], timeZone = null } = result;
    return { ...result, table: inWallClock(table, moments, timeZone) };
  });
}
