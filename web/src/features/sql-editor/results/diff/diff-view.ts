import { listText, t, tn } from '@tessera/core/messages';
import { cellAt, type Cell, type Column, type Table } from '@tessera/core/table';
import { valueText } from '../../../../ui/data-grid/cell-text.ts';
import type { CutCell, WholeCells } from '../../../../ui/data-grid/cut-cells.ts';
import type { GridMarks, RowMark } from '../../../../ui/data-grid/grid-marks.ts';
import type { TableDiff } from './diff-tables.ts';

export type DiffFilter = 'all' | 'differences' | RowMark;

/** A comparison as a grid shows it. */
export type DiffView = {
  readonly table: Table;
  readonly marks: GridMarks;
  /** What each row is, as `order` of the comparison has it. */
  readonly places: Int32Array;
};

/** Rows of both results in one table, with what became of each; columns that are gone come last. */
export function diffView(before: Table, after: Table, diff: TableDiff, filter: DiffFilter): DiffView {
  const rows = diff.order.filter((place) => passes(filter, markOf(diff, place)));
  const columns = [
    ...[...after.columns.values()].map((column) => merged(column.name, before, after, rows)),
    ...diff.columns.removed.map((name) => merged(name, before, after, rows)),
  ];
  const table: Table = { rowCount: rows.length, columns: new Map(columns.map((column) => [column.name, column])) };
  return {
    table,
    places: rows,
    marks: {
      changed: new Set(diff.changes.map(({ column }) => column)),
      row: (row) => markOf(diff, rows[row] ?? 0),
      before: (row, name) => beforeText(before, after, diff, rows[row] ?? 0, name),
    },
  };
}

type CutTable = Pick<WholeCells, 'cells' | 'read'>;

/** The cells of a view that are here in part; null where none is. */
export function cutInView({ places }: DiffView, before: CutTable, after: CutTable): WholeCells | null {
  if (before.cells.length === 0 && after.cells.length === 0) return null;
  const rowOf = new Map(Array.from(places, (place, row) => [place, row]));
  const placed = (cell: CutCell, place: number) => {
    const row = rowOf.get(place);
    return row === undefined ? [] : [{ ...cell, row }];
  };
  const cells = [
    ...after.cells.flatMap((cell) => placed(cell, cell.row)),
    ...before.cells.flatMap((cell) => placed(cell, -1 - cell.row)),
  ];
  const names = new Set(cells.map(({ column, row }) => `${row} ${column}`));
  return {
    cells,
    isCut: (column, row) => names.has(`${row} ${column}`),
    read: (column, row, signal) => {
      const place = places[row] ?? 0;
      return place < 0 ? before.read(column, -1 - place, signal) : after.read(column, place, signal);
    },
  };
}

function markOf({ was, isChanged }: TableDiff, place: number): RowMark | null {
  if (place < 0) return 'removed';
  if ((was[place] ?? -1) < 0) return 'added';
  return isChanged[place] === 1 ? 'changed' : null;
}

function passes(filter: DiffFilter, mark: RowMark | null): boolean {
  return filter === 'all' || (filter === 'differences' ? mark !== null : mark === filter);
}

function merged(name: string, before: Table, after: Table, rows: Int32Array): Column {
  const [old, now] = [before.columns.get(name), after.columns.get(name)];
  const cellOf = (place: number): Cell => {
    const column = place < 0 ? old : now;
    return column === undefined ? null : cellAt(column, place < 0 ? -1 - place : place);
  };
  return { name, kind: (now ?? old)?.kind ?? 'string', values: Array.from(rows, cellOf) };
}

/** What a cell was, where it is another one now. */
function beforeText(before: Table, after: Table, { was }: TableDiff, place: number, name: string): string | null {
  const old = place < 0 ? -1 : (was[place] ?? -1);
  const [left, right] = [before.columns.get(name), after.columns.get(name)];
  if (old < 0 || left === undefined || right === undefined) return null;
  const [a, b] = [cellAt(left, old), cellAt(right, place)];
  const [oldText, text] = [textOf(a, left), textOf(b, right)];
  return oldText === text ? null : oldText;
}

function textOf(cell: Cell, { kind }: Column): string {
  return cell === null ? 'null' : valueText(cell, kind);
}

/** Columns that are named in the words; of more their number is said. */
const NAMED = 3;

/** A comparison in words. @param unsure  so many rows are the same as far as they are here */
export function diffWords({ counts, columns, changes }: TableDiff, unsure: number): string {
  const { added, removed, changed } = counts;
  const rows = [
    added > 0 ? tn('1 row added', '%(count)s rows added', added) : null,
    removed > 0 ? tn('1 row removed', '%(count)s rows removed', removed) : null,
    changed > 0 ? tn('1 row changed', '%(count)s rows changed', changed) : null,
  ].filter((part) => part !== null);
  return [
    rows.length === 0 ? sameWords(unsure) : t('%s.', listText(rows)),
    unsureWords(unsure),
    changes.length === 0 ? null : t('Changed: %s.', changedWords(changes)),
    columns.added.length === 0 ? null : t('New columns: %s.', listText(columns.added)),
    columns.removed.length === 0 ? null : t('Columns that are gone: %s.', listText(columns.removed)),
  ]
    .filter((part) => part !== null)
    .join(' ');
}

/** That no difference was found. @param unsure  so many rows are the same as far as they are here */
export function sameWords(unsure: number): string {
  return unsure === 0 ? t('No row differs.') : t('No row differs as far as it is here.');
}

function unsureWords(unsure: number): string | null {
  if (unsure === 0) return null;
  return tn(
    '1 row may differ: it holds cells that are here in part and were compared by their beginnings alone.',
    '%(count)s rows may differ: they hold cells that are here in part and were compared by their beginnings alone.',
    unsure,
  );
}

function changedWords(changes: TableDiff['changes']): string {
  const named = changes
    .slice(0, NAMED)
    .map(({ column, cells }) => tn('%(column)s (1 cell)', '%(column)s (%(count)s cells)', cells, { column }));
  const more = changes.length - named.length;
  return listText(more > 0 ? [...named, tn('1 more column', '%(count)s more columns', more)] : named);
}
