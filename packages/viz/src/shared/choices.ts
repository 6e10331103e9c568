import type { Choice } from '../define.ts';

/** Choices whose label is their value, literal types kept. */
export function sameLabels<const V extends readonly (string | number)[]>(
  ...values: V
): readonly { readonly value: V[number]; readonly label: string }[] {
  return values.map((value) => ({ value, label: String(value) }));
}

/** Choices from pairs of value and label, literal types kept. */
export function labelled<const P extends readonly (readonly [string | number | null, string])[]>(
  ...pairs: P
): readonly { readonly value: P[number][0]; readonly label: string }[] {
  return pairs.map(([value, label]) => ({ value, label }));
}

/** Number formats on offer ([9.0-17]); any other d3 format can be typed. */
export const NUMBER_FORMATS: readonly Choice[] = labelled(
  ['SMART_NUMBER', 'Adaptive formatting'],
  ['~g', 'Original value'],
  [',d', ',d (12345.432 → 12,345)'],
  ['.1s', '.1s (12345.432 → 10k)'],
  ['.3s', '.3s (12345.432 → 12.3k)'],
  [',.1%', ',.1% (12345.432 → 1,234,543.2%)'],
  ['.2%', '.2% (12345.432 → 1234543.20%)'],
  ['.3%', '.3% (12345.432 → 1234543.200%)'],
  ['.4r', '.4r (12345.432 → 12350)'],
  [',.1f', ',.1f (12345.432 → 12,345.4)'],
  [',.2f', ',.2f (12345.432 → 12,345.43)'],
  [',.3f', ',.3f (12345.432 → 12,345.432)'],
  ['+,', '+, (12345.432 → +12,345)'],
  ['$,.2f', '$,.2f (12345.432 → $12,345.43)'],
  ['DURATION', 'Duration in ms (66000 → 1m 6s)'],
  ['DURATION_SUB', 'Duration in ms (1.40008 → 1ms 400µs 80ns)'],
  ['DURATION_COL', 'Duration in ms (10500 → 0:10.5)'],
  ['MEMORY_DECIMAL', 'Memory in bytes - decimal (1024B → 1.024kB)'],
  ['MEMORY_BINARY', 'Memory in bytes - binary (1024B → 1KiB)'],
  ['MEMORY_TRANSFER_RATE_DECIMAL', 'Memory transfer rate in bytes - decimal (1024B → 1.024kB/s)'],
  ['MEMORY_TRANSFER_RATE_BINARY', 'Memory transfer rate in bytes - binary (1024B → 1KiB/s)'],
);

/** Date formats on offer ([9.0-18]); any other strftime format can be typed. */
export const TIME_FORMATS: readonly Choice[] = labelled(
  ['smart_date', 'Adaptive formatting'],
  ['%d/%m/%Y', '%d/%m/%Y | 14/01/2019'],
  ['%m/%d/%Y', '%m/%d/%Y | 01/14/2019'],
  ['%d.%m.%Y', '%d.%m.%Y | 14.01.2019'],
  ['%Y-%m-%d', '%Y-%m-%d | 2019-01-14'],
  ['%Y-%m-%d %H:%M:%S', '%Y-%m-%d %H:%M:%S | 2019-01-14 01:32:10'],
  ['%d-%m-%Y %H:%M:%S', '%d-%m-%Y %H:%M:%S | 14-01-2019 01:32:10'],
  ['%H:%M:%S', '%H:%M:%S | 01:32:10'],
);

/** Row limits of charts ([9.0-05]). */
export const ROW_LIMITS: readonly number[] = [10, 50, 100, 250, 500, 1000, 5000, 10_000, 50_000];

/** Row limits of tables, which may hold more. */
export const TABLE_ROW_LIMITS: readonly number[] = [
  ...ROW_LIMITS,
  100_000,
  150_000,
  200_000,
  250_000,
  300_000,
  350_000,
  400_000,
  450_000,
  500_000,
];

/** Series limits ([9.0-06]). */
export const SERIES_LIMITS = sameLabels(5, 10, 25, 50, 100, 500);

/** What series can be sorted by ([9.0-09]). */
export const SERIES_SORTS = labelled(
  ['name', 'Category name'],
  ['sum', 'Total value'],
  ['min', 'Minimum value'],
  ['max', 'Maximum value'],
  ['avg', 'Average value'],
);

/** Time grains and how they are called ([9.0-10]); the database says which of them it has. */
export const TIME_GRAINS: readonly Choice[] = labelled(
  [null, 'all'],
  ['PT5S', '5 seconds'],
  ['PT30S', '30 seconds'],
  ['PT1M', '1 minute'],
  ['PT5M', '5 minutes'],
  ['PT30M', '30 minutes'],
  ['PT1H', '1 hour'],
  ['PT6H', '6 hour'],
  ['P1D', '1 day'],
  ['P7D', '7 days'],
  ['P1W', 'week'],
  ['1969-12-28T00:00:00Z/P1W', 'week starting Sunday'],
  ['P1W/1970-01-03T00:00:00Z', 'week ending Saturday'],
  ['P1M', 'month'],
  ['P3M', 'quarter'],
  ['P1Y', 'year'],
);
export const DEFAULT_TIME_GRAIN = 'P1D';

export const LEGEND_TYPES = labelled(['scroll', 'Scroll'], ['plain', 'Plain']);
export const LEGEND_ORIENTATIONS = labelled(['top', 'Top'], ['bottom', 'Bottom'], ['left', 'Left'], ['right', 'Right']);
export const TITLE_MARGINS = sameLabels(15, 30, 50, 75, 100, 125, 150, 200);
