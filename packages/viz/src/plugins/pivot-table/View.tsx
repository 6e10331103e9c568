import { t } from '@tessera/core/messages';
import { type KeyboardEvent, type MouseEvent, useEffect, useMemo, useRef, useState } from 'react';
import type { ViewProps } from '../../define.ts';
import { runAround } from './axis.ts';
import { ColumnHeaders } from './ColumnHeaders.tsx';
import { closableGroups, openLines } from './groups.ts';
import type { PivotModel } from './model.ts';
import { Rows } from './Rows.tsx';
import { type Place, usePlaces } from './use-places.ts';
import { columnsInSight, rowsInSight, useViewport } from './use-viewport.ts';
import classes from './View.module.css';

/** Below this share of the width the headers of rows stay in sight while values scroll. */
const MAX_PINNED = 0.6;

/** A pivot table of which only the part in sight is drawn; headers stay, groups with subtotals close. */
export function View({ model, context, onEvent, onRendered }: ViewProps<PivotModel>) {
  const { rows, columns, headerWidths, columnWidths } = model;
  const scroller = useRef<HTMLDivElement>(null);
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const [view, measure] = useViewport(scroller, model);
  useEffect(onRendered, [model, onRendered]);
  const lines = useMemo(() => openLines(rows, closed), [rows, closed]);
  const groups = useMemo(() => closableGroups(rows), [rows]);
  const edges = useMemo(() => edgesOf(columnWidths), [columnWidths]);
  const left = headerWidths.reduce((sum, width) => sum + width, 0);
  const [above, before] = [columns.levels.length, rows.levels.length];
  const top = above * view.rowHeight;
  const body = { ...view, height: Math.max(0, view.height - top) };
  const isPinned = left <= model.width * MAX_PINNED;
  const inRows = rowsInSight(lines.length, body);
  const inColumns = columnsInSight(
    edges,
    isPinned ? { ...view, width: view.width - left } : { ...view, left: view.left - left },
  );

  const markAt = ([row, column]: Place) => {
    const line = lines[row - above];
    if (row < above) return model.headerMark('column', column - before, row);
    if (line === undefined) return null;
    return column < before ? model.headerMark('row', line, column) : model.cellMark(line, column - before);
  };
  const act = (kind: 'select' | 'menu' | 'clear', place: Place, isAdded: boolean, at: { x: number; y: number }) => {
    if (kind === 'clear') return onEvent({ kind: 'clear' });
    const mark = markAt(place);
    if (!mark || (kind === 'select' && mark.filters.length === 0)) return;
    onEvent(kind === 'select' ? { kind, mark, isAdded } : { kind, mark }, at);
  };
  const reveal = ([row, column]: Place) => {
    const element = scroller.current;
    if (!element) return;
    const y = row - above;
    const x = column - before;
    const pinned = isPinned ? left : 0;
    if (y >= 0) {
      const [from, to] = [y * view.rowHeight, (y + 1) * view.rowHeight];
      if (from < element.scrollTop) element.scrollTop = from;
      else if (to > element.scrollTop + body.height) element.scrollTop = to - body.height;
    }
    if (x < 0) element.scrollLeft = Math.min(element.scrollLeft, isPinned ? element.scrollLeft : 0);
    else {
      const [from, to] = [(edges[x] ?? 0) + left - pinned, (edges[x + 1] ?? 0) + left];
      if (from < element.scrollLeft) element.scrollLeft = from;
      else if (to > element.scrollLeft + view.width) element.scrollLeft = to - view.width;
    }
  };
  const keys = usePlaces({
    scroller,
    rows: lines.length,
    columns: columns.lines.length,
    above,
    before,
    page: Math.max(1, Math.floor(body.height / view.rowHeight) - 1),
    anchorOf: (place) => anchorOf(model, place, above, before),
    beyond: (place, step) => beyond(model, place, step, above, before),
    reveal,
    act: (kind, place, event) => act(kind, place, isAdding(event), boxOf(event)),
  });
  const touch = (kind: 'select' | 'menu', event: MouseEvent<HTMLElement>) => {
    const place = placeOf(event.target);
    if (place === null) return;
    if (kind === 'menu') event.preventDefault();
    act(kind, place, isAdding(event), { x: event.clientX, y: event.clientY });
  };
  const toggle = (group: string) =>
    setClosed((known) => {
      const next = new Set(known);
      if (!next.delete(group)) next.add(group);
      return next;
    });
  const width = left + (edges.at(-1) ?? 0);
  const shared = {
    model,
    context,
    edges,
    left,
    isPinned,
    inColumns,
    rowHeight: view.rowHeight,
    isStop: keys.isStop,
  };
  return (
    <div className={classes['pivot']} style={{ width: model.width, height: model.height }}>
      <div ref={scroller} className={classes['scroller']} onScroll={measure}>
        <div
          role="grid"
          aria-label={model.description}
          aria-rowcount={above + lines.length}
          aria-colcount={before + columns.lines.length}
          aria-multiselectable
          tabIndex={-1}
          className={classes['canvas']}
          style={{ width, height: top + lines.length * view.rowHeight }}
          onClick={(event) => touch('select', event)}
          onContextMenu={(event) => touch('menu', event)}
          onKeyDown={keys.onKeyDown}
          onFocus={keys.onFocus}
        >
          <ColumnHeaders {...shared} />
          <Rows
            {...shared}
            lines={lines}
            inRows={inRows}
            topRow={Math.ceil(view.top / view.rowHeight)}
            groups={groups}
            closed={closed}
            onToggle={toggle}
          />
        </div>
      </div>
      {model.note !== null && (
        <p className={classes['note']} role="note">
          {model.note}
        </p>
      )}
      {rows.lines.length === 0 && (
        <p className={classes['note']} role="status">
          {t('No rows to pivot')}
        </p>
      )}
    </div>
  );
}

function edgesOf(widths: readonly number[]): readonly number[] {
  const edges = [0];
  for (const width of widths) edges.push((edges.at(-1) ?? 0) + width);
  return edges;
}

/** The place of the header or cell that an element belongs to. */
function placeOf(target: EventTarget): Place | null {
  const place = target instanceof Element ? target.closest('[data-place]')?.getAttribute('data-place') : null;
  const [row, column] = (place ?? '').split(':').map(Number);
  return row === undefined || column === undefined ? null : [row, column];
}

/** Ctrl, Cmd and Shift add to what is selected. */
function isAdding(event: {
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
}): boolean {
  return event.ctrlKey || event.metaKey || event.shiftKey;
}

function boxOf(event: KeyboardEvent<HTMLElement>): { readonly x: number; readonly y: number } {
  const box = (event.target instanceof Element ? event.target : event.currentTarget).getBoundingClientRect();
  return { x: box.left + 12, y: box.bottom };
}

/**
 * A header of columns stands at its first column and outermost level; one of rows that a total covers, at the total.
 */
function anchorOf({ columns }: PivotModel, [row, column]: Place, above: number, before: number): Place {
  if (row >= above || column < before) return [row, column];
  let level = row;
  while (level > 0 && columns.header(column - before, level).span === 0) level -= 1;
  return [level, before + runAround(columns, level, column - before).start];
}

/** The place next to a header lies behind all that the header covers. */
function beyond({ columns }: PivotModel, [row, column]: Place, step: Place, above: number, before: number): Place {
  if (row >= above || column < before) return [row + step[0], column + step[1]];
  const line = column - before;
  if (step[1] > 0) return [row, before + Math.min(columns.lines.length - 1, runAround(columns, row, line).end)];
  if (step[0] > 0) return [row + Math.max(1, columns.header(line, row).span), column];
  return [row + step[0], column + step[1]];
}
