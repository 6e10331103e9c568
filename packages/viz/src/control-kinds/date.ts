import { defineKind } from './kind.ts';
import { readText } from './read.ts';
import { t } from '@tessera/core/messages';

/** A day of the calendar as text: `2024-03-01`. */
export type DateControl = { readonly kind: 'date' };

const DAY = /^\d{4}-\d{2}-\d{2}$/;

export const date = defineKind<DateControl, string | null>({
  read: (value) => (value === null ? null : readText(value)),
  empty: () => null,
  initial: () => undefined,
  complain: (value) => (isDay(value) ? [] : [t('Write a day as 2024-03-01')]),
});

function isDay(value: unknown): boolean {
  return typeof value === 'string' && DAY.test(value) && !Number.isNaN(Date.parse(`${value}T00:00:00Z`));
}
