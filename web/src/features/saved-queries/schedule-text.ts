import { instantText, t } from '@tessera/core/messages';

/** When a query is run by the scheduler of the installation, in words; `null` where it has no schedule. */
export function scheduleText(extra: Readonly<Record<string, unknown>>): string | null {
  const info = extra['schedule_info'];
  if (typeof info !== 'object' || info === null) return null;
  const { schedule_interval: interval, start_date: start } = info as Readonly<Record<string, unknown>>;
  if (typeof interval !== 'string') return null;
  const from = typeof start === 'string' ? Date.parse(start) : Number.NaN;
  const often = repeated(interval);
  return Number.isNaN(from)
    ? t('scheduled: %s', often)
    : t('scheduled: %(often)s, from %(from)s', {
        often,
        from: instantText(from, { dateStyle: 'medium', timeStyle: 'short' }),
      });
}

function repeated(interval: string): string {
  switch (interval) {
    case '@hourly':
      return t('every hour');
    case '@daily':
      return t('every day');
    case '@weekly':
      return t('every week');
    case '@monthly':
      return t('every month');
    default:
      return interval;
  }
}
