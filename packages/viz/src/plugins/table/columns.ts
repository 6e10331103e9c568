import { adaptiveFormat } from '@tessera/core/formats/precision';
import { metricLabel } from '@tessera/core/form-data';
import { readNumber } from '@tessera/core/numeric-cell';
import { type Cell, type Column, numberAt } from '@tessera/core/table';
import type { ChartContext } from '../../define.ts';
import type { ColumnConfig } from '../../layer/column-config.ts';
import { cellText, EMPTY_LABELS } from '../../layer/labels.ts';
import { isAdaptive } from '../../layer/metric-formats.ts';
import { singleLine } from '../../shared/text.ts';
import { changeIn, comparedColumn } from './comparison.ts';
import type { TableForm } from './controls.ts';
import { grainOf } from './dimensions.ts';

export type CellWriter = {
  readonly write: (value: Cell) => string;
  /** The value in full, for a tooltip. */
  readonly exact: (value: Cell) => string;
  /** Metrics are measured; numbers of dimensions and raw rows are names. */
  readonly isMeasure: boolean;
};

/** How the cells of a column read. Identifiers keep every digit; measures are shortened and shown in full on hover. */
export function cellWriter(
  column: Column,
  total: Column | undefined,
  form: TableForm,
  config: ColumnConfig,
  context: ChartContext,
): CellWriter {
  const compared = comparedColumn(column.name, form);
  const name = compared?.metric ?? column.name;
  const isShare = name.startsWith('%') && form.percent_metrics.some((metric) => `%${metricLabel(metric)}` === name);
  const change = changeIn(name, form);
  const isPercent = isShare || compared?.sign === '%' || change?.shift.as === 'percentage';
  const isMeasure = isPercent || change !== null || form.metrics.some((metric) => metricLabel(metric) === name);
  const numberFormat = config.numberFormat ?? (isPercent ? ',.2%' : isMeasure ? 'SMART_NUMBER' : null);
  let adaptive: string | null = null;
  // Numbers below each other have one precision, their total among them.
  const formatOf = (format: string) =>
    isAdaptive(format) ? (adaptive ??= adaptiveFormat(numbersOf(column, total))) : format;
  const grain = grainOf(column, form);
  const timeFormat =
    config.timeFormat ??
    (form.table_timestamp_format === 'smart_date' && grain === null ? fullFormat(column) : form.table_timestamp_format);
  const exact = (value: Cell): string => {
    if (column.kind === 'temporal' && typeof value === 'number') return context.formatTime('%Y-%m-%d %H:%M:%S', value);
    return singleLine(cellText(value));
  };
  const write = (value: Cell): string => {
    if (typeof value === 'boolean') return value ? EMPTY_LABELS.true : EMPTY_LABELS.false;
    if (column.kind === 'temporal' && typeof value === 'number') return context.formatTime(timeFormat, value, grain);
    if (column.kind === 'numeric' && (numberFormat !== null || config.currency !== null)) {
      const number = readNumber(value);
      if (Number.isFinite(number))
        return context.formatNumber(
          (Math.abs(number) < 1 && config.smallNumberFormat) || formatOf(numberFormat ?? '~g'),
          number,
          config.currency,
        );
    }
    return singleLine(cellText(value));
  };
  return { write, exact, isMeasure };
}

function* numbersOf(...columns: readonly (Column | undefined)[]): Iterable<number | null> {
  for (const column of columns)
    for (let row = 0; row < (column?.values.length ?? 0); row += 1) yield numberAt(column, row);
}

/** Adaptive dates in rows: as fine as the finest of the column, so that all of them can be compared. */
function fullFormat(column: Column): string {
  let format = '%Y-%m-%d';
  for (const value of column.values) {
    if (typeof value !== 'number' || value % DAY_MS === 0) continue;
    if (value % MINUTE_MS !== 0) return '%Y-%m-%d %H:%M:%S';
    format = '%Y-%m-%d %H:%M';
  }
  return format;
}

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
