import { instantText, readerLocale, t } from '@tessera/core/messages';
import type { ListFilter } from '../../api/list.ts';

/**
 * A span of time as the address of a list holds it: seconds up to now (`3600`), or two instants around a tilde
 * (`2026-03-02T10:00Z~`), one of which may be missing. What was written by hand and means nothing is left to the
 * server to complain about.
 */
export type TimeSpan = { readonly from: string; readonly to: string };

const between = '~';

export function spanText({ from, to }: TimeSpan): string {
  return `${from}${between}${to}`;
}

/** The instants of a span; null where it is one up to now. */
export function readSpan(value: string): TimeSpan | null {
  const at = value.indexOf(between);
  return at < 0 ? null : { from: value.slice(0, at), to: value.slice(at + 1) };
}

/** From the first instant on, before the second. The column must know `newer_than` on the server. */
export function timeFilters(col: string, value: string): readonly ListFilter[] {
  const span = readSpan(value);
  if (span === null) return [{ col, opr: 'newer_than', value }];
  return [
    ...(span.from === '' ? [] : [{ col, opr: 'gt', value: span.from }]),
    ...(span.to === '' ? [] : [{ col, opr: 'lt', value: span.to }]),
  ];
}

const instant = { dateStyle: 'medium', timeStyle: 'short' } as const;

/** The span in the reader's language and zone. */
export function spanLabel(value: string): string {
  const span = readSpan(value);
  const from = span === null || span.from === '' ? null : new Date(span.from);
  const to = span === null || span.to === '' ? null : new Date(span.to);
  if ([from, to].some((at) => at !== null && Number.isNaN(at.getTime()))) return value;
  if (from !== null && to !== null)
    return from.getTime() <= to.getTime()
      ? new Intl.DateTimeFormat(readerLocale(), instant).formatRange(from, to)
      : value;
  if (from !== null) return t('from %s', instantText(from, instant));
  return to === null ? value : t('until %s', instantText(to, instant));
}

/** What a field for a date and a time of day shows of an instant, in the reader's zone. */
export function localOf(iso: string): string {
  const at = new Date(iso);
  if (Number.isNaN(at.getTime())) return '';
  const two = (part: number) => String(part).padStart(2, '0');
  return (
    `${String(at.getFullYear()).padStart(4, '0')}-${two(at.getMonth() + 1)}-${two(at.getDate())}T` +
    `${two(at.getHours())}:${two(at.getMinutes())}`
  );
}

/** The instant that such a field means; empty for an empty field. */
export function instantOf(local: string): string {
  return local === '' ? '' : `${new Date(local).toISOString().slice(0, 16)}Z`;
}
