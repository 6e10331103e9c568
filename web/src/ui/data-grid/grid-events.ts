import type { KeyboardEvent, MouseEvent, PointerEvent } from 'react';
import { HEAD_ROW, moveCell, type Cursor } from './cursor.ts';
import { copyBlock } from './grid-actions.ts';
import { headOf, numberOf, placeOf } from './grid-places.ts';
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
  if (isCommand && key === 'f') return () => document.getElementById(grid.searchBoxId)?.focus();
  if (active !== null) {
    const act = actionOnCell(event, grid, active);
    if (act !== null) return act;
  }
  if (key === 'Escape' && range !== null) return selection.collapse;
  const to = moveCell(active, event, { rows: grid.order.length, columns: columns.length, page: rows.pageRows });
  return to === null ? null : () => grid.goTo(to, event.shiftKey);
}

/** What a key does with the active cell and its column. */
function actionOnCell(event: KeyboardEvent, grid: Grid, active: Cursor): (() => void) | null {
  const { key, shiftKey, altKey } = event;
  const { selection } = grid;
  const name = grid.columns.all[active.column]?.name ?? '';
  const isCommand = event.ctrlKey || event.metaKey;
  if (isCommand && shiftKey && key.toLowerCase() === 'c') return () => grid.openCopy(active);
  if (isCommand && key === 'c') return () => void copyBlock(selection.block(), 'tsv', grid);
  if (key === ' ' && shiftKey && active.row !== HEAD_ROW) return () => selection.selectRows(active.row, false);
  if (key === ' ' && isCommand) return () => selection.selectColumn(active.column);
  if (altKey && key === 'ArrowDown') return () => grid.openFilter(active.column);
  if (altKey && (key === 'ArrowLeft' || key === 'ArrowRight'))
    return () => grid.move(name, key === 'ArrowLeft' ? -1 : 1);
  if (key === 'F10' || key === 'ContextMenu') return () => grid.openMenu(active);
  if (key === 'Enter') return active.row === HEAD_ROW ? () => grid.sortBy(name) : () => grid.open(active);
  return null;
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
      if (event.button !== 0) return;
      const number = numberOf(event.target);
      if (number !== null) return selection.selectRows(number, event.shiftKey);
      const place = placeOf(event.target);
      if (place) selection.goTo(place, event.shiftKey);
    },
    onPointerOver: (event: PointerEvent) => {
      // A finger scrolls.
      if (event.pointerType !== 'mouse' || event.buttons !== 1) return;
      const number = numberOf(event.target);
      if (number !== null) return selection.selectRows(number, true);
      const place = placeOf(event.target);
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
