import { groupLabels, metricLabels, seriesOf, type LegacyPayload } from '../legacy.ts';
import { timeSeries } from './time-series.ts';

type Wedge = { readonly key: string | readonly string[]; readonly value: number; readonly name: string | readonly string[]; readonly time: number };

/** Wedges by time, which is named in nanoseconds. */
export const rose: LegacyPayload = {
  query: timeSeries.query,
  data: (rows, form) => {
    const byTime = new Map<number, Wedge[]>();
    for (const { key, values } of seriesOf(rows, groupLabels(form), metricLabels(form))) {
      for (const { x, y } of values) {
        const wedges = byTime.get(x) ?? [];
        byTime.set(x, wedges);
        wedges.push({ key, value: y, name: key, time: x });
      }
    }
    return Object.fromEntries([...byTime].map(([time, wedges]) => [`${BigInt(Math.round(time)) * 1_000_000n}`, wedges]));
  },
};
