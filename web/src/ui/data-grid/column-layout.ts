import type { Column } from '@tessera/core/table';

/** What a user made of the columns, by name: it holds for the next result with the same columns, too. */
export type ColumnLayout = {
  /** Columns that were moved come in this order; those that are new stand behind it. */
  readonly order: readonly string[];
  readonly pinned: ReadonlySet<string>;
  readonly hidden: ReadonlySet<string>;
  readonly widths: Readonly<Record<string, number>>;
};

export const firstLayout: ColumnLayout = { order: [], pinned: new Set(), hidden: new Set(), widths: {} };

export const MIN_COLUMN_PX = 48;

/** Columns as they are shown: pinned ones first. */
export function shownColumns(columns: readonly Column[], layout: ColumnLayout): readonly Column[] {
  const { hidden } = layout;
  const all = arrangedColumns(columns, layout);
  return hidden.size === 0 ? all : all.filter(({ name }) => !hidden.has(name));
}

/** All columns in the order that they were brought into, hidden ones at their places; pinned ones first. */
export function arrangedColumns(columns: readonly Column[], { order, pinned }: ColumnLayout): readonly Column[] {
  const rank = new Map(order.map((name, index) => [name, index]));
  const ordered =
    order.length === 0
      ? columns
      : columns
          .map((column, index) => ({ column, at: rank.get(column.name) ?? order.length + index }))
          .sort((a, b) => a.at - b.at)
          .map(({ column }) => column);
  if (pinned.size === 0) return ordered;
  return [...ordered.filter(({ name }) => pinned.has(name)), ...ordered.filter(({ name }) => !pinned.has(name))];
}

/**
 * The layout after a column was moved by some places among those that are shown; pinned columns stay among themselves,
 * as others do.
 */
export function moveColumn(columns: readonly Column[], layout: ColumnLayout, name: string, by: number): ColumnLayout {
  const shown = shownColumns(columns, layout);
  const from = shown.findIndex((column) => column.name === name);
  const neighbour = shown[from + by];
  if (from < 0 || neighbour === undefined) return layout;
  return placeColumn(columns, layout, name, neighbour.name);
}

/** The layout after a column took the place of another one, which makes room. */
export function placeColumn(columns: readonly Column[], layout: ColumnLayout, name: string, at: string): ColumnLayout {
  const names = arrangedColumns(columns, layout).map((column) => column.name);
  const [from, to] = [names.indexOf(name), names.indexOf(at)];
  if (from < 0 || to < 0 || layout.pinned.has(at) !== layout.pinned.has(name)) return layout;
  names.splice(from, 1);
  names.splice(to, 0, name);
  return { ...layout, order: names };
}

/** The layout after a column was pinned, or let go. */
export function pinColumn(layout: ColumnLayout, name: string, isPinned: boolean): ColumnLayout {
  return { ...layout, pinned: toggled(layout.pinned, [name], isPinned) };
}

/** The layout after columns were hidden, or shown again. */
export function hideColumns(layout: ColumnLayout, names: readonly string[], isHidden: boolean): ColumnLayout {
  return { ...layout, hidden: toggled(layout.hidden, names, isHidden) };
}

/** The layout after a column was made as wide as this. */
export function resizeColumn(layout: ColumnLayout, name: string, width: number): ColumnLayout {
  return { ...layout, widths: { ...layout.widths, [name]: Math.max(MIN_COLUMN_PX, Math.round(width)) } };
}

/** A set with these names in it, or without them. */
export function toggled(set: ReadonlySet<string>, names: readonly string[], isIn: boolean): ReadonlySet<string> {
  const next = new Set(set);
  for (const name of names) {
    if (isIn) next.add(name);
    else next.delete(name);
  }
  return next;
}
