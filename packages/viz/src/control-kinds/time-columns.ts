import { t } from '@tessera/core/messages';
import { defineKind } from './kind.ts';
import { isRecord, readList, toNumber } from './read.ts';

export const TIME_COLUMN_TYPES = ['time', 'contrib', 'spark', 'avg'] as const;
export const TIME_COMPARISONS = ['value', 'diff', 'perc', 'perc_change'] as const;

/** One column of a table over time: what it makes of the values of a row. Keys are those that charts are saved with. */
export type TimeColumn = {
  readonly key: string;
  readonly label: string;
  readonly tooltip: string;
  readonly colType: (typeof TIME_COLUMN_TYPES)[number];
  /** How many periods back; of `time` and `avg`. */
  readonly timeLag: number;
  /** Every how many periods a sparkline compares; 0 shows the values. */
  readonly timeRatio: number;
  readonly comparisonType: (typeof TIME_COMPARISONS)[number];
  readonly showYAxis: boolean;
  readonly yAxisBounds: readonly [number | null, number | null];
  /** Values that the colours of a cell begin and end with. */
  readonly bounds: readonly [number | null, number | null];
  readonly d3format: string;
  readonly dateFormat: string;
  /** px; 0 leaves it to the drawing. */
  readonly width: number;
  readonly height: number;
};

export type TimeColumnsControl = { readonly kind: 'time_columns' };

export const timeColumns = defineKind<TimeColumnsControl, readonly TimeColumn[]>({
  read: (value) => readList(value, readTimeColumn),
  empty: () => [],
  initial: () => [sparkColumn()],
  complain: (value) =>
    readList(value, readTimeColumn).some(({ colType, timeLag }) => colType === 'avg' && timeLag < 1)
      ? [t('An average needs at least one period')]
      : [],
});

/** The column that a new table begins with. */
export function sparkColumn(): TimeColumn {
  return { ...timeColumn('spark'), colType: 'spark', label: t('Course') };
}

export function timeColumn(key: string): TimeColumn {
  return {
    key,
    label: '',
    tooltip: '',
    colType: 'time',
    timeLag: 1,
    timeRatio: 0,
    comparisonType: 'value',
    showYAxis: false,
    yAxisBounds: [null, null],
    bounds: [null, null],
    d3format: '',
    dateFormat: '',
    width: 0,
    height: 0,
  };
}

function readTimeColumn(value: unknown): TimeColumn | undefined {
  if (!isRecord(value)) return undefined;
  const empty = timeColumn(textOf(value['key']));
  return {
    ...empty,
    label: textOf(value['label']),
    tooltip: textOf(value['tooltip']),
    colType: TIME_COLUMN_TYPES.find((type) => type === value['colType']) ?? empty.colType,
    comparisonType: TIME_COMPARISONS.find((type) => type === value['comparisonType']) ?? empty.comparisonType,
    timeLag: toNumber(value['timeLag']) ?? 0,
    timeRatio: toNumber(value['timeRatio']) ?? 0,
    showYAxis: value['showYAxis'] === true,
    yAxisBounds: boundsOf(value['yAxisBounds']),
    bounds: boundsOf(value['bounds']),
    d3format: textOf(value['d3format']),
    dateFormat: textOf(value['dateFormat']),
    width: toNumber(value['width']) ?? 0,
    height: toNumber(value['height']) ?? 0,
  };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function boundsOf(value: unknown): readonly [number | null, number | null] {
  const [low, high] = Array.isArray(value) ? (value as readonly unknown[]) : [];
  return [toNumber(low) ?? null, toNumber(high) ?? null];
}
