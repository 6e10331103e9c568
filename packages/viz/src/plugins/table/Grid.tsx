import { t } from '@tessera/core/messages';
import {
  type DragEvent,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import type { ChartContext } from '../../define.ts';
import { Markup } from '../../shared/Markup.tsx';
import { columnsBeyond, rowsBeyond } from '../../shared/beyond.ts';
import { PaperNote } from '../../shared/PaperNote.tsx';
import type { CellView, TableColumn, TableModel } from './model.ts';
import { type Sort, visibleRows } from './rows.ts';
import { type CellTouch, useCellKeys } from './use-cell-keys.ts';
import classes from './View.module.css';

const DRAG_TYPE = 'text/plain';
const FALLBACK_ROW_HEIGHT = 32;
const DRAW_ALL_UP_TO = 60;

type GridProps = {
  readonly model: TableModel;
  readonly context: ChartContext;
  /** Columns to show, as numbers of the model. */
  readonly columns: readonly number[];
  readonly rows: readonly number[];
  readonly firstRow: number;
  readonly total: number;
  readonly sort: Sort;
  readonly onSort: (column: number) => void;
  readonly onMove?: (key: string, beforeKey: string) => void;
  /** A cell that was touched, by its row and column in the model; a place is in px of the window. */
  readonly onTouch: (touch: CellTouch) => void;
};

/** A real table of which only the rows in sight are drawn; readers of the page still learn how many there are. */
export function Grid(props: GridProps) {
  const { model, columns, rows, total, onTouch } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const [view, measure] = useView(scroller, model);
  // Another order or page begins at its first row.
  useLayoutEffect(() => {
    if (scroller.current) scroller.current.scrollTop = 0;
  }, [rows]);

  const { first, end } =
    rows.length <= DRAW_ALL_UP_TO
      ? { first: 0, end: rows.length }
      : visibleRows(rows.length, view.rowHeight, view.top, view.height);
  const keys = useCellKeys({ scroller, rows, columns, rowHeight: view.rowHeight, onTouch });
  const widths = columns.map((index) => model.columns[index]?.width ?? 0);
  const width = widths.reduce((sum, one) => sum + one, 0);
  const room = view.height - (model.totals ? 2 : 1) * view.rowHeight;
  const isFrozen = freezes(widths[0] ?? 0, width, model.width);
  return (
    <>
      <div ref={scroller} className={classes['scroller']} onScroll={measure}>
        <table
          className={classes['grid']}
          style={{ width }}
          aria-label={model.description}
          aria-rowcount={total + 1}
          data-frozen={isFrozen || undefined}
        >
          <colgroup>
            {columns.map((index) => (
              <col key={model.columns[index]?.key} style={{ width: model.columns[index]?.width }} />
            ))}
          </colgroup>
          <Headers {...props} />
          <tbody onKeyDown={keys.onKeyDown} onFocus={keys.onFocus}>
            {first > 0 && <tr aria-hidden className={classes['gap']} style={{ height: first * view.rowHeight }} />}
            {rows.slice(first, end).map((row, offset) => (
              <Row key={row} {...props} row={row} at={first + offset} isStop={keys.isStop} />
            ))}
            {end < rows.length && (
              <tr aria-hidden className={classes['gap']} style={{ height: (rows.length - end) * view.rowHeight }} />
            )}
          </tbody>
          {model.totals && <Totals model={model} columns={columns} />}
        </table>
      </div>
      <PaperNote rows={rowsBeyond(rows.length, view.rowHeight, room)} columns={columnsBeyond(widths, model.width)} />
    </>
  );
}

/** Whether the first column stays while the others scroll: it may take half of the room at most. All in px. */
function freezes(first: number, all: number, room: number): boolean {
  return all > room && first <= room / 2;
}

/** The part of the rows that is in sight, in px. */
function useView(scroller: RefObject<HTMLDivElement | null>, model: TableModel) {
  const [view, setView] = useState({ top: 0, height: model.height, rowHeight: FALLBACK_ROW_HEIGHT });
  const measure = () => {
    const element = scroller.current;
    if (!element) return;
    const rowHeight =
      Number.parseFloat(getComputedStyle(element).getPropertyValue('--ts-row-height')) || FALLBACK_ROW_HEIGHT;
    setView((before) =>
      before.top === element.scrollTop && before.height === element.clientHeight && before.rowHeight === rowHeight
        ? before
        : { top: element.scrollTop, height: element.clientHeight, rowHeight },
    );
  };
  useLayoutEffect(measure, [scroller, model]);
  return [view, measure] as const;
}

function Headers({ model, columns, sort, onSort, onMove }: GridProps) {
  return (
    <thead>
      <tr aria-rowindex={1}>
        {columns.map((index, place) => {
          const column = model.columns[index];
          return (
            column && (
              <Header
                key={column.key}
                column={column}
                direction={sort?.column === index ? (sort.desc ? 'descending' : 'ascending') : null}
                onSort={() => onSort(index)}
                neighbours={[keyAt(model, columns[place - 1]), keyAt(model, columns[place + 1])]}
                onMove={onMove}
              />
            )
          );
        })}
      </tr>
    </thead>
  );
}

type RowProps = GridProps & {
  readonly row: number;
  /** Its place among the rows that are shown. */
  readonly at: number;
  readonly isStop: (row: number, column: number) => boolean;
};

function Row({ model, context, columns, row, at, firstRow, isStop, onTouch }: RowProps) {
  return (
    <tr aria-rowindex={firstRow + at + 2} data-dimmed={model.isDimmed(row) || undefined}>
      {columns.map((index, place) => {
        const column = model.columns[index];
        return (
          column && (
            <Cell
              key={column.key}
              column={column}
              cell={model.cell(row, index)}
              context={context}
              place={`${at}:${place}`}
              isStop={isStop(at, place)}
              onTouch={(kind, event) => {
                if (kind === 'menu') event.preventDefault();
                onTouch({ kind, row, column: index, ...detailsOf(event) });
              }}
            />
          )
        );
      })}
    </tr>
  );
}

function Totals({ model, columns }: Pick<GridProps, 'model' | 'columns'>) {
  return (
    <tfoot>
      <tr>
        {columns.map((index, place) => {
          const column = model.columns[index];
          return (
            column && (
              <td key={column.key} style={{ textAlign: column.align }}>
                {model.totals?.[index] || (place === 0 ? t('Total') : '')}
              </td>
            )
          );
        })}
      </tr>
    </tfoot>
  );
}

type HeaderProps = {
  readonly column: TableColumn;
  readonly direction: 'ascending' | 'descending' | null;
  readonly onSort: () => void;
  /** Keys of the columns before and after, for moving by keyboard. */
  readonly neighbours: readonly [string | undefined, string | undefined];
  readonly onMove: GridProps['onMove'];
};

function Header({ column, direction, onSort, neighbours, onMove }: HeaderProps) {
  const byKeyboard = (event: KeyboardEvent) => {
    const target = event.key === 'ArrowLeft' ? neighbours[0] : event.key === 'ArrowRight' ? neighbours[1] : undefined;
    if (!onMove || !event.altKey || target === undefined) return;
    event.preventDefault();
    onMove(column.key, target);
  };
  const drag = onMove && {
    draggable: true,
    onDragStart: (event: DragEvent) => event.dataTransfer.setData(DRAG_TYPE, column.key),
    onDragOver: (event: DragEvent) => event.preventDefault(),
    onDrop: (event: DragEvent) => onMove(event.dataTransfer.getData(DRAG_TYPE), column.key),
  };
  return (
    <th scope="col" {...(direction ? { 'aria-sort': direction } : {})} {...drag}>
      <button
        type="button"
        className={classes['header']}
        data-align={column.align}
        onClick={onSort}
        onKeyDown={byKeyboard}
        title={column.full}
        {...(onMove ? { 'aria-keyshortcuts': 'Alt+ArrowLeft Alt+ArrowRight' } : {})}
      >
        <span className={classes['label']}>{column.label}</span>
        {column.full !== column.label && <span className="ts-visually-hidden">{column.full}</span>}
        <svg
          className={classes['arrow']}
          data-on={direction !== null}
          width="10"
          height="10"
          viewBox="0 0 10 10"
          aria-hidden
        >
          <path
            d={direction === 'descending' ? 'M2 4l3 3 3-3' : 'M2 6l3-3 3 3'}
            fill="none"
            stroke="currentColor"
            strokeWidth="1.5"
            strokeLinecap="round"
            strokeLinejoin="round"
          />
        </svg>
      </button>
    </th>
  );
}

/** Ctrl, Cmd and Shift add; the place is where a menu opens. */
function detailsOf(event: MouseEvent): Pick<CellTouch, 'isAdded' | 'at'> {
  return {
    isAdded: event.ctrlKey || event.metaKey || event.shiftKey,
    at: { x: event.clientX, y: event.clientY },
  };
}

type CellProps = {
  readonly column: TableColumn;
  readonly cell: CellView;
  readonly context: ChartContext;
  /** Row and column as they are shown, for the arrow keys. */
  readonly place: string;
  /** The one cell that the Tab key reaches. */
  readonly isStop: boolean;
  readonly onTouch: (kind: 'select' | 'menu' | 'hover', event: MouseEvent) => void;
};

function Cell({ column, cell, context, place, isStop, onTouch }: CellProps) {
  const tint = cell.background
    ? {
        backgroundColor:
          `color-mix(in srgb, ${cell.background.color} ${Math.round(cell.background.strength * 40)}%, ` +
          `${context.theme.surface})`,
      }
    : {};
  const title = cell.title ?? (cell.text.length > 12 ? cell.text : undefined);
  return (
    <td
      style={{ textAlign: column.align, ...tint }}
      data-empty={cell.isEmpty}
      data-numeric={column.isNumeric}
      data-place={place}
      data-selects={cell.isSelected !== null || undefined}
      aria-current={cell.isSelected === true || undefined}
      tabIndex={isStop ? 0 : -1}
      title={title}
      onClick={(event) => {
        if (cell.isSelected !== null) onTouch('select', event);
      }}
      onContextMenu={(event) => onTouch('menu', event)}
      onMouseEnter={(event) => onTouch('hover', event)}
    >
      {cell.bar && (
        <span
          aria-hidden
          className={classes['bar']}
          style={{
            left: `calc(3px + (100% - 6px) * ${cell.bar.start})`,
            width: `calc((100% - 6px) * ${cell.bar.width})`,
            backgroundColor: cell.bar.color,
          }}
        />
      )}
      <span className={classes['text']}>{cell.html === null ? cell.text : <Markup nodes={cell.html} />}</span>
    </td>
  );
}

function keyAt(model: TableModel, index: number | undefined): string | undefined {
  return index === undefined ? undefined : model.columns[index]?.key;
}
