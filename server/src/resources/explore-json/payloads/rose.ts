import { groupBy } from '@tessera/core/group-by';
import { groupLabels, metricLabels, seriesOf, type LegacyPayload } from '../legacy.ts';
import { timeSeries } from './time-series.ts';

/** Wedges by time, which is named in nanoseconds. */
export const rose: LegacyPayload = {
  query: timeSeries.query,
  data: (rows, form) => {
    const wedges = seriesOf(rows, groupLabels(form), metricLabels(form)).flatMap(({ key, values }) =>
      values.map(({ x, y }) => ({ key, value: y, name: key, time: x })),
    );
    return Object.fromEntries(
      [...groupBy(wedges, ({ time }) => time)].map(([time, own]) => [`${BigInt(Math.round(time)) * 1_000_000n}`, own]),
    );
  },
};
