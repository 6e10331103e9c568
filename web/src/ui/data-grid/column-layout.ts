import type { Column } from '@tessera/core/table';

/** What a user made of the columns, by name: it holds for the next result with the same columns, too. */
export type ColumnLayout = {
  /** Columns that were moved come in this order; those that are new stand behind it. */
  readonly order: readonly string[];
  readonly pinned: ReadonlySet<string>;
  readonly widths: Readonly<Record<string, number>>;
};

export const firstLayout: ColumnLayout = { order: [], pinned: new Set(), widths: {} };

export const MIN_COLUMN_PX = 48;

/** Columns as they are shown: pinned ones first. */
export function shownColumns(columns: readonly Column[], { order, pinned }: ColumnLayout): readonly Column[] {
  const rank = new Map(order.map((name, index) => [name, index]));
  const ordered = columns
    .map((column, index) => ({ column, at: rank.get(column.name) ?? order.length + index }))
    .sort((a, b) => a.at - b.at)
    .map(({ column }) => column);
  return [...ordered.filter(({ name }) => pinned.has(name)), ...ordered.filter(({ name }) => !pinned.has(name))];
}

/** The layout after a column was moved by some places; pinned columns stay among themselves, as others do. */
export function moveColumn(columns: readonly Column[], layout: ColumnLayout, name: string, by: number): ColumnLayout {
  const names = shownColumns(columns, layout).map((column) => column.name);
  const from = names.indexOf(name);
  const to = from + by;
  const neighbour = names[to];
  if (from < 0 || neighbour === undefined || layout.pinned.has(neighbour) !== layout.pinned.has(name)) return layout;
  names.splice(from, 1);
  names.splice(to, 0, name);
  return { ...layout, order: names };
}

/** The layout after a column was pinned, or let go. */
export function pinColumn(layout: ColumnLayout, name: string, isPinned: boolean): ColumnLayout {
  const pinned = new Set(layout.pinned);
  if (isPinned) pinned.add(name);
  else pinned.delete(name);
  return { ...layout, pinned };
}

/** The layout after a column was made as wide as this. */
export function resizeColumn(layout: ColumnLayout, name: string, width: number): ColumnLayout {
  return { ...layout, widths: { ...layout.widths, [name]: Math.max(MIN_COLUMN_PX, Math.round(width)) } };
}
