import { msg } from '@tessera/core/messages';
import type { Choice } from '../define.ts';

/** Choices whose label is their value, literal types preserved. */
export function sameLabels<const V extends readonly (string | number)[]>(
  ...values: V
): readonly { readonly value: V[number]; readonly label: string }[] {
  return values.map((value) => ({ value, label: String(value) }));
}

/** Choices from pairs of value and label, literal types preserved. */
export function labelled<const P extends readonly (readonly [string | number | null, string])[]>(
  ...pairs: P
): readonly { readonly value: P[number][0]; readonly label: string }[] {
  return pairs.map(([value, label]) => ({ value, label }));
}

/** Number formats on offer ([9.0-17]); any other d3 format can be typed. */
export const NUMBER_FORMATS: readonly Choice[] = labelled(
  ['SMART_NUMBER', msg('Adaptive formatting')],
  ['~g', msg('Original value')],
  [',d', msg(',d (12345.432 → 12,345)')],
  ['.1s', msg('.1s (12345.432 → 10k)')],
  ['.3s', msg('.3s (12345.432 → 12.3k)')],
  [',.1%', msg(',.1% (12345.432 → 1,234,543.2%)')],
  ['.2%', msg('.2% (12345.432 → 1234543.20%)')],
  ['.3%', msg('.3% (12345.432 → 1234543.200%)')],
  ['.4r', msg('.4r (12345.432 → 12350)')],
  [',.1f', msg(',.1f (12345.432 → 12,345.4)')],
  [',.2f', msg(',.2f (12345.432 → 12,345.43)')],
  [',.3f', msg(',.3f (12345.432 → 12,345.432)')],
  ['+,', msg('+, (12345.432 → +12,345)')],
  ['$,.2f', msg('$,.2f (12345.432 → $12,345.43)')],
  ['DURATION', msg('Duration in ms (66000 → 1m 6s)')],
  ['DURATION_SUB', msg('Duration in ms (1.40008 → 1ms 400µs 80ns)')],
  ['DURATION_COL', msg('Duration in ms (10500 → 0:10.5)')],
  ['MEMORY_DECIMAL', msg('Memory in bytes - decimal (1024B → 1.024kB)')],
  ['MEMORY_BINARY', msg('Memory in bytes - binary (1024B → 1KiB)')],
  ['MEMORY_TRANSFER_RATE_DECIMAL', msg('Memory transfer rate in bytes - decimal (1024B → 1.024kB/s)')],
  ['MEMORY_TRANSFER_RATE_BINARY', msg('Memory transfer rate in bytes - binary (1024B → 1KiB/s)')],
);

/** Date formats on offer ([9.0-18]); any other strftime format can be typed. */
export const TIME_FORMATS: readonly Choice[] = labelled(
  ['smart_date', msg('Adaptive formatting')],
  ['%d/%m/%Y', msg('%d/%m/%Y | 14/01/2019')],
  ['%m/%d/%Y', msg('%m/%d/%Y | 01/14/2019')],
  ['%d.%m.%Y', msg('%d.%m.%Y | 14.01.2019')],
  ['%Y-%m-%d', msg('%Y-%m-%d | 2019-01-14')],
  ['%Y-%m-%d %H:%M:%S', msg('%Y-%m-%d %H:%M:%S | 2019-01-14 01:32:10')],
  ['%d-%m-%Y %H:%M:%S', msg('%d-%m-%Y %H:%M:%S | 14-01-2019 01:32:10')],
  ['%H:%M:%S', msg('%H:%M:%S | 01:32:10')],
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
  ['name', msg('Category name')],
  ['sum', msg('Total value')],
  ['min', msg('Minimum value')],
  ['max', msg('Maximum value')],
  ['avg', msg('Average value')],
);

/** Time grains and how they are called ([9.0-10]); the database says which of them it has. */
export const TIME_GRAINS: readonly Choice[] = labelled(
  [null, msg('all')],
  ['PT5S', msg('5 seconds')],
  ['PT30S', msg('30 seconds')],
  ['PT1M', msg('1 minute')],
  ['PT5M', msg('5 minutes')],
  ['PT30M', msg('30 minutes')],
  ['PT1H', msg('1 hour')],
  ['PT6H', msg('6 hour')],
  ['P1D', msg('1 day')],
  ['P7D', msg('7 days')],
  ['P1W', msg('week')],
  ['1969-12-28T00:00:00Z/P1W', msg('week starting Sunday')],
  ['P1W/1970-01-03T00:00:00Z', msg('week ending Saturday')],
  ['P1M', msg('month')],
  ['P3M', msg('quarter')],
  ['P1Y', msg('year')],
);
export const DEFAULT_TIME_GRAIN = 'P1D';

export const LEGEND_TYPES = labelled(['scroll', msg('Scroll')], ['plain', msg('Plain')]);
export const LEGEND_ORIENTATIONS = labelled(
  ['top', msg('Top')],
  ['bottom', msg('Bottom')],
  ['left', msg('Left')],
  ['right', msg('Right')],
);
export const TITLE_MARGINS = sameLabels(15, 30, 50, 75, 100, 125, 150, 200);
