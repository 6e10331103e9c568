import type { KeyboardEvent, MouseEvent, PointerEvent } from 'react';
import { HEAD_ROW, moveCell } from './cursor.ts';
import { copyBlock } from './grid-actions.ts';
import { headOf, placeOf } from './grid-places.ts';
import type { Grid } from './use-grid.ts';

/** What the keyboard and the pointer do to a grid. It takes the keyboard as a whole: cells have no listeners. */
export function gridEvents(grid: Grid) {
  return { ...pointerEvents(grid), onKeyDown: (event: KeyboardEvent) => onKeyDown(event, grid) };
}

function onKeyDown(event: KeyboardEvent, grid: Grid): void {
  const act = actionOf(event, grid);
  if (act === null) return;
  event.preventDefault();
  act();
}

/** What a key does; `null` where it is not the grid's. */
function actionOf(event: KeyboardEvent, grid: Grid): (() => void) | null {
  const { key } = event;
  const { selection, rows } = grid;
  const { active, range } = selection;
  const columns = grid.columns.all;
  const isCommand = event.ctrlKey || event.metaKey;
  if (isCommand && key === 'a') return selection.selectAll;
  if (isCommand && key === 'c' && active !== null) return () => void copyBlock(selection.block(), 'tsv');
  if (active !== null && (key === 'F10' || key === 'ContextMenu')) return () => grid.openMenu(active);
  if (active !== null && key === 'Enter')
    return active.row === HEAD_ROW ? () => grid.sortBy(columns[active.column]?.name ?? '') : () => grid.open(active);
  if (key === 'Escape' && range !== null) return selection.collapse;
  const to = moveCell(active, event, { rows: grid.order.length, columns: columns.length, page: rows.pageRows });
  return to === null ? null : () => grid.goTo(to, event.shiftKey);
}

function pointerEvents({ takeFocus, selection, open, openMenu }: Grid) {
  return {
    onMouseDown: (event: MouseEvent) => {
      // A press on a head leaves the keyboard with the grid.
      if (!(event.target instanceof Element) || event.target.closest('button') === null) return;
      event.preventDefault();
      takeFocus();
    },
    onPointerDown: (event: PointerEvent) => {
      const place = placeOf(event.target);
      if (place && event.button === 0) selection.goTo(place, event.shiftKey);
    },
    onPointerOver: (event: PointerEvent) => {
      // A finger scrolls.
      const place = event.pointerType === 'mouse' && event.buttons === 1 ? placeOf(event.target) : null;
      if (place) selection.goTo(place, true);
    },
    onDoubleClick: (event: MouseEvent) => {
      const place = placeOf(event.target);
      if (place) open(place);
    },
    onContextMenu: (event: MouseEvent) => {
      const place = placeOf(event.target) ?? headOf(event.target);
      if (!place) return;
      event.preventDefault();
      openMenu(place, { x: event.clientX, y: event.clientY });
    },
  };
}
