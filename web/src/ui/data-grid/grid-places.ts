import type { MenuPoint } from '../overlays/ContextMenu.tsx';
import { HEAD_ROW, type Cursor } from './cursor.ts';

/** Id of a cell in the page, for `aria-activedescendant`. */
export function cellId(id: string, { row, column }: Cursor): string {
  return row === HEAD_ROW ? `${id}-head-${column}` : `${id}-${row}-${column}`;
}

/** The cell under a pointer, from the mark that each cell carries. */
export function placeOf(target: EventTarget): Cursor | null {
  const [row, column] =
    (target instanceof Element ? target.closest<HTMLElement>('[data-place]')?.dataset['place'] : undefined)
      ?.split(',')
      .map(Number) ?? [];
  return row === undefined || column === undefined ? null : { row, column };
}

/** The column head under a pointer. */
export function headOf(target: EventTarget): Cursor | null {
  const column = target instanceof Element ? target.closest<HTMLElement>('[data-head]')?.dataset['head'] : undefined;
  return column === undefined ? null : { row: HEAD_ROW, column: Number(column) };
}

/** Below a cell, and inside of the grid. */
export function pointOf(cell: Element | null, grid: Element | null): MenuPoint {
  const frame = grid?.getBoundingClientRect();
  const box = cell?.getBoundingClientRect() ?? frame;
  return { x: Math.max(frame?.left ?? 0, box?.left ?? 0), y: box?.bottom ?? 0 };
}

/** The row whose number is under a pointer. */
export function numberOf(target: EventTarget): number | null {
  const row =
    target instanceof Element ? target.closest<HTMLElement>('[data-row-number]')?.dataset['rowNumber'] : undefined;
  return row === undefined ? null : Number(row);
}
