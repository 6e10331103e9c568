import { t } from '@tessera/core/messages';
import { type KeyboardEvent, type MouseEvent, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import type { ViewProps } from '../../define.ts';
import { runAround } from './axis.ts';
import { columnsBeyond, rowsBeyond } from '../../shared/beyond.ts';
import { PaperNote } from '../../shared/PaperNote.tsx';
import { ColumnHeaders } from './ColumnHeaders.tsx';
import { closableGroups, openLines } from './groups.ts';
import type { PivotModel } from './model.ts';
import { Rows } from './Rows.tsx';
import { type Place, usePlaces } from './use-places.ts';
import { type Sight, useSight } from './use-sight.ts';
import classes from './View.module.css';

/** A pivot table of which only the part in sight is drawn; headers stay, groups with subtotals close. */
export function View(props: ViewProps<PivotModel>) {
  const { model, context, onRendered } = props;
  const { rows, columns } = model;
  const scroller = useRef<HTMLDivElement>(null);
  const [closed, toggle] = useClosedGroups();
  useEffect(onRendered, [model, onRendered]);
  const lines = useMemo(() => openLines(rows, closed), [rows, closed]);
  const groups = useMemo(() => closableGroups(rows), [rows]);
  const sight = useSight(scroller, model, lines.length);
  const { view, above, before, edges, left, isPinned, inColumns } = sight;
  const touches = useTouches(props, scroller, lines, sight);
  const shared = {
    model,
    context,
    edges,
    left,
    isPinned,
    inColumns,
    rowHeight: view.rowHeight,
    isStop: touches.isStop,
  };
  return (
    <div className={classes['pivot']} style={{ width: model.width, height: model.height }}>
      <div ref={scroller} className={classes['scroller']} onScroll={sight.measure}>
        <div
          role="grid"
          aria-label={model.description}
          aria-rowcount={above + lines.length}
          aria-colcount={before + columns.lines.length}
          aria-multiselectable
          tabIndex={-1}
          className={classes['canvas']}
          style={{ width: sight.width, height: sight.height }}
          {...touches.events}
        >
          <ColumnHeaders {...shared} />
          <Rows
            {...shared}
            lines={lines}
            inRows={sight.inRows}
            topRow={Math.ceil(view.top / view.rowHeight)}
            groups={groups}
            closed={closed}
            onToggle={toggle}
          />
        </div>
      </div>
      <Notes model={model} lineCount={lines.length} sight={sight} />
    </div>
  );
}

type NotesProps = { readonly model: PivotModel; readonly lineCount: number; readonly sight: Sight };

/** What stands below the grid. */
function Notes({ model, lineCount, sight: { view, above, left } }: NotesProps) {
  return (
    <>
      <PaperNote
        rows={rowsBeyond(lineCount, view.rowHeight, view.height - above * view.rowHeight)}
        columns={columnsBeyond(model.columnWidths, model.width - left)}
      />
      {model.note !== null && (
        <p className={classes['note']} role="note">
          {model.note}
        </p>
      )}
      {model.rows.lines.length === 0 && (
        <p className={classes['note']} role="status">
          {t('No rows to pivot')}
        </p>
      )}
    </>
  );
}

function useClosedGroups(): readonly [ReadonlySet<string>, (group: string) => void] {
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const toggle = (group: string) =>
    setClosed((known) => {
      const next = new Set(known);
      if (!next.delete(group)) next.add(group);
      return next;
    });
  return [closed, toggle];
}

/** What keyboard and pointer do: they reach places, and select or open the menu of what stands there. */
function useTouches(
  { model, onEvent }: ViewProps<PivotModel>,
  scroller: RefObject<HTMLElement | null>,
  lines: readonly number[],
  { above, before, pageRows, reveal }: Sight,
) {
  const markAt = ([row, column]: Place) => {
    const line = lines[row - above];
    if (row < above) return model.headerMark('column', column - before, row);
    if (line === undefined) return null;
    return column < before ? model.headerMark('row', line, column) : model.cellMark(line, column - before);
  };
  const act = (
    kind: 'select' | 'menu' | 'hover' | 'clear',
    place: Place,
    isAdded: boolean,
    at: { x: number; y: number },
  ) => {
    if (kind === 'clear') return onEvent({ kind: 'clear' });
    const mark = markAt(place);
    if (!mark || (kind === 'select' && mark.filters.length === 0)) return;
    onEvent(kind === 'select' ? { kind, mark, isAdded } : { kind, mark }, at);
  };
  const { isStop, onKeyDown, onFocus } = usePlaces({
    scroller,
    rows: lines.length,
    columns: model.columns.lines.length,
    above,
    before,
    page: pageRows,
    anchorOf: (place) => anchorOf(model, place, above, before),
    beyond: (place, step) => beyond(model, place, step, above, before),
    reveal,
    act: (kind, place, event) => act(kind, place, isAdding(event), boxOf(event)),
  });
  const touch = (kind: 'select' | 'menu' | 'hover', event: MouseEvent<HTMLElement>) => {
    const place = placeOf(event.target);
    if (place === null) return;
    if (kind === 'menu') event.preventDefault();
    act(kind, place, isAdding(event), { x: event.clientX, y: event.clientY });
  };
  return {
    isStop,
    events: {
      onClick: (event: MouseEvent<HTMLElement>) => touch('select', event),
      onContextMenu: (event: MouseEvent<HTMLElement>) => touch('menu', event),
      onMouseOver: (event: MouseEvent<HTMLElement>) => touch('hover', event),
      onMouseLeave: () => onEvent({ kind: 'hover', mark: null }),
      onKeyDown,
      onFocus,
    },
  };
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
