import { t } from './messages.ts';

const steps = [
  { unit: 'second', ms: 1000, one: 'a second ago', many: '%s seconds ago' },
  { unit: 'minute', ms: 60_000, one: 'a minute ago', many: '%s minutes ago' },
  { unit: 'hour', ms: 3_600_000, one: 'an hour ago', many: '%s hours ago' },
  { unit: 'day', ms: 86_400_000, one: 'a day ago', many: '%s days ago' },
  { unit: 'month', ms: 30 * 86_400_000, one: 'a month ago', many: '%s months ago' },
  { unit: 'year', ms: 365 * 86_400_000, one: 'a year ago', many: '%s years ago' },
] as const;

/**
 * How long ago an instant was, in words: `now`, `5 minutes ago`, `a year ago`.
 *
 * @param then ISO 8601 text, or epoch milliseconds. Unreadable text gives an empty sentence.
 * @param now Epoch milliseconds to count from. An instant in the future counts as `now`: clocks of two machines
 * differ.
 */
export function relativeTime(then: string | number, now: number): string {
  const at = typeof then === 'number' ? then : Date.parse(then);
  if (Number.isNaN(at)) return '';
  const elapsed = now - at;
  const step = steps.findLast((candidate) => elapsed >= candidate.ms);
  if (!step) return t('now');
  const count = Math.floor(elapsed / step.ms);
  return count === 1 ? t(step.one) : t(step.many, count);
}
