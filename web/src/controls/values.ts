import { columnLabel, metricLabel, type Metric, type RawForm } from '@tessera/core/form-data';
import type { QueryColumn } from '@tessera/core/query-object';
import { stableJson } from '@tessera/core/stable-json';

/** Changes of values as editors make them; what is stored is read by the kinds of controls. */

/** The text of a number field → its value: a number, null when empty, or the text itself when it is no number. */
export function readNumberText(text: string): number | string | null {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  const value = Number(trimmed);
  return Number.isFinite(value) ? value : trimmed;
}

/** Put one item in another place; out-of-range places change nothing. */
export function moveItem<T>(items: readonly T[], from: number, to: number): readonly T[] {
  const moved = items[from];
  if (moved === undefined || to < 0 || to >= items.length || from === to) return items;
  const rest = items.filter((_, index) => index !== from);
  return [...rest.slice(0, to), moved, ...rest.slice(to)];
}

/** Add without repeating a label; of two with one label the first stays. */
export function addColumn(items: readonly QueryColumn[], item: QueryColumn): readonly QueryColumn[] {
  return items.some((other) => columnLabel(other) === columnLabel(item)) ? items : [...items, item];
}

export function addMetric(items: readonly Metric[], item: Metric): readonly Metric[] {
  return items.some((other) => metricLabel(other) === metricLabel(item)) ? items : [...items, item];
}

/** Same form data, whatever the order of the keys; a missing key equals undefined. */
export function sameForm(left: RawForm, right: RawForm): boolean {
  return stableJson(left) === stableJson(right);
}
