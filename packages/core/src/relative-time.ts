import { t, tn } from './messages.ts';

const steps: readonly { readonly ms: number; readonly text: (count: number) => string }[] = [
  { ms: 1000, text: (count) => tn('a second ago', '%(count)s seconds ago', count) },
  { ms: 60_000, text: (count) => tn('a minute ago', '%(count)s minutes ago', count) },
  { ms: 3_600_000, text: (count) => tn('an hour ago', '%(count)s hours ago', count) },
  { ms: 86_400_000, text: (count) => tn('a day ago', '%(count)s days ago', count) },
  { ms: 30 * 86_400_000, text: (count) => tn('a month ago', '%(count)s months ago', count) },
  { ms: 365 * 86_400_000, text: (count) => tn('a year ago', '%(count)s years ago', count) },
];

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
  return step.text(Math.floor(elapsed / step.ms));
}
