import { columnLabel, metricLabel, type AdhocFilter, type Metric, type RawForm } from '@tessera/core/form-data';
import type { QueryColumn } from '@tessera/core/query-object';
import { stableJson } from '@tessera/core/stable-json';
import type { Bounds, Currency, Rgba } from '@tessera/viz/define';

/** Values of controls as saved form data holds them: one or many, old spellings, anything that a script wrote. */

export function readColumns(value: unknown): QueryColumn[] {
  return asItems(value).filter(isColumn);
}

export function readMetrics(value: unknown): Metric[] {
  return asItems(value).filter(isMetric);
}

export function readFilters(value: unknown): AdhocFilter[] {
  return asItems(value).filter(isFilter);
}

export function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
}

export function isColumn(value: unknown): value is QueryColumn {
  return (typeof value === 'string' && value !== '') || (isRecord(value) && typeof value['sqlExpression'] === 'string');
}

export function isMetric(value: unknown): value is Metric {
  if (typeof value === 'string') return value !== '';
  return isRecord(value) && (value['expressionType'] === 'SIMPLE' || value['expressionType'] === 'SQL');
}

export function isFilter(value: unknown): value is AdhocFilter {
  return isRecord(value) && (value['expressionType'] === 'SIMPLE' || value['expressionType'] === 'SQL');
}

export function readBounds(value: unknown): Bounds {
  const [low, high] = Array.isArray(value) ? value : [];
  return [asNumber(low), asNumber(high)];
}

export function readCurrency(value: unknown): Currency | null {
  if (!isRecord(value) || typeof value['symbol'] !== 'string' || value['symbol'] === '') return null;
  return { symbol: value['symbol'], symbolPosition: value['symbolPosition'] === 'suffix' ? 'suffix' : 'prefix' };
}

export function readRgba(value: unknown, otherwise: Rgba): Rgba {
  if (!isRecord(value)) return otherwise;
  const [r, g, b, a] = ['r', 'g', 'b', 'a'].map((part) => asNumber(value[part]));
  return { r: r ?? otherwise.r, g: g ?? otherwise.g, b: b ?? otherwise.b, a: a ?? 1 };
}

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

function asItems(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  return value === null || value === undefined || value === '' ? [] : [value];
}

function asNumber(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value !== 'string' || value.trim() === '') return null;
  const parsed = Number(value);
  return Number.isFinite(parsed) ? parsed : null;
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
