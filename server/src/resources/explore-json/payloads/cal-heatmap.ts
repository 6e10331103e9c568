import { metricsOf } from '@tessera/core/build-query';
import { AppError } from '@tessera/core/errors/app-error';
import { message } from '@tessera/core/messages';
import { metricLabels, numberOf, TIME, type LegacyPayload } from '../legacy.ts';

const grains: Readonly<Record<string, string>> = {
  min: 'PT1M',
  hour: 'PT1H',
  day: 'P1D',
  week: 'P1W',
  month: 'P1M',
  year: 'P1Y',
};
const HOUR_MS = 3_600_000;

/** Values by Unix second, with the number of blocks that the calendar draws. */
export const calHeatmap: LegacyPayload = {
  query: (form, base) => ({
    ...base,
    columns: [],
    metrics: metricsOf(form),
    is_timeseries: true,
    extras: { ...base.extras, time_grain_sqla: grains[textIn(form['subdomain_granularity'], 'min')] ?? 'PT1M' },
  }),
  data: (rows, form, { since, until }) => {
    if (since === null || until === null)
      throw new AppError('viz_data', { reason: message('Please provide both time bounds (Since and Until)') });
    const domain = textIn(form['domain_granularity'], 'month');
    const valuesOf = (metric: string) =>
      Object.fromEntries(
        rows.map((row) => [`${numberOf(row[TIME]) / 1000}.0`.replace(/(\.\d+)\.0$/, '$1'), row[metric] ?? null]),
      );
    return {
      data: Object.fromEntries(metricLabels(form).map((metric) => [metric, valuesOf(metric)])),
      start: since,
      domain,
      subdomain: textIn(form['subdomain_granularity'], 'min'),
      range: blocks(domain, new Date(since), new Date(until)),
    };
  },
};

function blocks(domain: string, since: Date, until: Date): number {
  const months = (until.getUTCFullYear() - since.getUTCFullYear()) * 12 + until.getUTCMonth() - since.getUTCMonth();
  const hours = (until.getTime() - since.getTime()) / HOUR_MS;
  if (domain === 'year') return until.getUTCFullYear() - since.getUTCFullYear() + 1;
  if (domain === 'month') return months + 1;
  return Math.floor(hours / ({ week: 168, day: 24 }[domain] ?? 1)) + 1;
}

function textIn(value: unknown, otherwise: string): string {
  return typeof value === 'string' && value !== '' ? value : otherwise;
}
