import { type Cell, type Column, type ColumnKind, packedColumn, tableOf } from '@tessera/core/table';
import type { QueryResult } from '../define.ts';

/** A query result from columns written as `name:kind`, as a browser holds it: columns of numbers are packed. */
export function resultOf(
  columns: Readonly<Record<string, readonly Cell[]>>,
  labelMap: QueryResult['labelMap'] = {},
): QueryResult {
  const made: Column[] = Object.entries(columns).map(([key, values]) => {
    const at = key.lastIndexOf(':');
    return packedColumn(key.slice(0, at), key.slice(at + 1) as ColumnKind, values);
  });
  return {
    table: tableOf(made),
    labelMap: { ...Object.fromEntries(made.map(({ name }) => [name, [name]])), ...labelMap },
    fromMs: null,
    toMs: null,
  };
}

/** The first instants of the months after a start, UTC. */
export function months(year: number, count: number): number[] {
  return Array.from({ length: count }, (_, index) => Date.UTC(year, index, 1));
}

export function days(year: number, month: number, count: number): number[] {
  return Array.from({ length: count }, (_, index) => Date.UTC(year, month - 1, index + 1));
}

/** A smooth, repeatable curve for pictures that should look like data. */
export function wave(length: number, base: number, swing: number, phase: number, growth = 0): number[] {
  return Array.from({ length }, (_, index) => {
    const wobble = Math.sin(index * 12.9898 + phase * 78.233) * 43_758.5453;
    const noise = wobble - Math.floor(wobble) - 0.5;
    return Math.round(
      base + growth * index + swing * Math.sin((index / 12) * 2 * Math.PI + phase) + swing * 0.35 * noise,
    );
  });
}
