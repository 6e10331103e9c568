import { epochOfText } from '@tessera/core/epoch-of-text';
import { columnLabel, type AdhocFilter } from '@tessera/core/form-data';
import { formatForGrain } from '@tessera/core/formats/grain';
import { readerLocale, t } from '@tessera/core/messages';
import type { FilterValue, QueryColumn } from '@tessera/core/query-object';
import { stableJson } from '@tessera/core/stable-json';
import { periodOf } from '@tessera/core/time-range/periods';
import type { DrillFilter, DrillTarget } from '@tessera/viz/events';
import type { Mark } from '@tessera/viz/marks';
import { drillFilter } from '@tessera/viz/select';
import { operatorOf, simpleFilter } from '../../controls/filters.ts';

/** Whether a column of the answer holds times; a bucket of a grain is one in any case. */
export type IsTime = (column: QueryColumn) => boolean;

/**
 * What a mark stands for as filters: the values that a selection of it would choose, or, on a chart without dimensions,
 * its place on the axis. Empty for a mark that stands for all rows.
 */
export function valuesOf(mark: Mark, target: DrillTarget | null): readonly DrillFilter[] {
  if (mark.filters.length > 0) return mark.filters.map(drillFilter);
  return target?.toDetail ?? [];
}

/** A condition on a mark as the filters of a chart hold it; null where no filter can say it. */
export function adhocOf(filter: DrillFilter, isTime: IsTime): AdhocFilter | null {
  const { col, op, val, grain } = filter;
  if (op === 'IS NULL') return onColumn(col, simpleFilter('', 'IS_NULL'));
  if (grain !== undefined || isTime(col)) {
    const range = rangeOf(val, grain);
    return range === null ? null : onColumn(col, simpleFilter('', 'TEMPORAL_RANGE', range));
  }
  return onColumn(col, simpleFilter('', 'IN', [val ?? null] as FilterValue));
}

/** What a filter on a mark is called: `Weather is rain`. */
export function drillFilterText(filter: DrillFilter, label: (column: string) => string, isTime: IsTime): string {
  const column = label(columnLabel(filter.col));
  if (filter.op === 'IS NULL') return t('%(column)s has no value', { column });
  return t('%(column)s is %(value)s', { column, value: valueText(filter, isTime) });
}

/** The value of a filter as the chart writes it; a time with its year, which an axis may leave to its neighbours. */
export function valueText({ col, op, val, formattedVal, grain }: DrillFilter, isTime: IsTime): string {
  if (op === 'IS NULL') return '<NULL>';
  const period = grain !== undefined && typeof val === 'number' ? formatForGrain(grain, val, readerLocale()) : null;
  if (period !== null) return period;
  // "2024" at an axis is the first moment of that year here, and not all of it.
  const moment = grain === undefined && isTime(col) ? wallOf(val) : Number.NaN;
  if (!Number.isNaN(moment)) return momentOf(moment).replace('T', ' ');
  const text = formattedVal ?? String(val ?? '');
  return text === '' ? '<empty string>' : text;
}

/** Filters with a mark's values alone: what they chose of the same columns before gives way to them. */
export function filteredTo(
  filters: readonly AdhocFilter[],
  values: readonly DrillFilter[],
  isTime: IsTime,
): readonly AdhocFilter[] {
  return values.reduce((before, value) => {
    const added = adhocOf(value, isTime);
    return added === null ? before : [...before.filter((one) => !isReplacedBy(one, added)), added];
  }, filters);
}

/** Filters without the rows of one value; a value that they chose among others is only taken out of these. */
export function leftOut(filters: readonly AdhocFilter[], { col, op, val }: DrillFilter): readonly AdhocFilter[] {
  if (op === 'IS NULL' || val === undefined) return [...filters, onColumn(col, simpleFilter('', 'IS_NOT_NULL'))];
  const chosen = filters.findIndex((one) => isSimple(one, col, 'IN') && valuesIn(one).includes(val));
  const others = valuesIn(filters[chosen]).filter((value) => value !== val);
  if (others.length > 0) return withAt(filters, chosen, onColumn(col, simpleFilter('', 'IN', others as FilterValue)));
  const at = filters.findIndex((one) => isSimple(one, col, 'NOT_IN'));
  const values = [...valuesIn(filters[at]).filter((value) => value !== val), val] as FilterValue;
  const without = onColumn(col, simpleFilter('', 'NOT_IN', values));
  return at < 0 ? [...filters, without] : withAt(filters, at, without);
}

/** Why rows of a value cannot be left out; null where they can. */
export function whyNotLeftOut(values: readonly DrillFilter[], isTime: IsTime): string | null {
  if (values.length === 0) return t('This mark stands for all rows.');
  const periods = values.every(({ col, grain, op }) => op !== 'IS NULL' && (grain !== undefined || isTime(col)));
  return periods ? t('A period cannot be left out of a filter.') : null;
}

/** Those of a mark's values that can be left out, one by one: to leave out one pair of two columns takes SQL. */
export function leavable(values: readonly DrillFilter[], isTime: IsTime): readonly DrillFilter[] {
  return values.filter(({ col, grain, op }) => op === 'IS NULL' || (grain === undefined && !isTime(col)));
}

function withAt(filters: readonly AdhocFilter[], at: number, filter: AdhocFilter): readonly AdhocFilter[] {
  return filters.map((one, index) => (index === at ? filter : one));
}

function valuesIn(filter: AdhocFilter | undefined): readonly unknown[] {
  const value = filter?.comparator;
  return Array.isArray(value) ? value : [];
}

function onColumn(subject: QueryColumn, filter: AdhocFilter): AdhocFilter {
  return { ...filter, subject };
}

const CHOOSING = ['IN', 'EQUALS', 'TEMPORAL_RANGE', 'IS_NULL'] as const;

function isReplacedBy(filter: AdhocFilter, by: AdhocFilter): boolean {
  const { subject } = by;
  return subject != null && CHOOSING.some((operator) => isSimple(filter, subject, operator));
}

function isSimple(filter: AdhocFilter, column: QueryColumn, operator: ReturnType<typeof operatorOf>): boolean {
  return (
    filter.expressionType === 'SIMPLE' &&
    filter.subject != null &&
    keyOf(filter.subject) === keyOf(column) &&
    operatorOf(filter) === operator
  );
}

function keyOf(column: QueryColumn): string {
  return typeof column === 'string' ? column : stableJson(column);
}

const SECOND_MS = 1000;

/** The span of a bucket as a time range; one moment where the chart has no grain, null where the grain is not known. */
function rangeOf(val: DrillFilter['val'], grain: string | undefined): string | null {
  const epochMs = wallOf(val);
  if (Number.isNaN(epochMs)) return null;
  const period =
    grain === undefined ? { startMs: epochMs, endMs: Math.floor(epochMs / SECOND_MS) * SECOND_MS + SECOND_MS } : null;
  const span = period ?? periodOf(grain ?? '', epochMs);
  return span && `${momentOf(span.startMs)} : ${momentOf(span.endMs)}`;
}

/** A number, or text of the same clock. */
function wallOf(val: DrillFilter['val']): number {
  return typeof val === 'number' ? val : typeof val === 'string' ? epochOfText(val) : Number.NaN;
}

function momentOf(epochMs: number): string {
  const text = new Date(epochMs).toISOString();
  return text.endsWith('T00:00:00.000Z') ? text.slice(0, 10) : text.slice(0, 19);
}
