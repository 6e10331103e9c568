import { msg } from '@tessera/core/messages';

/** Ranges that stand in the first view, as they are stored. */
export const timePresets: readonly { readonly text: string; readonly label: string }[] = [
  { text: 'No filter', label: msg('All time') },
  { text: 'Last 7 days', label: msg('Last 7 days') },
  { text: 'Last 30 days', label: msg('Last 30 days') },
  { text: 'Current month', label: msg('This month') },
  { text: 'previous calendar month', label: msg('Previous month') },
  { text: 'Last quarter', label: msg('Last quarter') },
  { text: 'Current year', label: msg('This year') },
  { text: 'previous calendar year', label: msg('Previous year') },
];

const DAY_MS = 86_400_000;

/** Ranges that end where the data ends: of data that is not of today the others are empty. */
export function presetsOfData([low, high]: readonly [number, number], now: number): readonly string[] {
  if (now - high < 40 * DAY_MS) return [];
  const end = Math.floor(high / DAY_MS) * DAY_MS + DAY_MS;
  return [30, 365].flatMap((days) => {
    const begin = end - days * DAY_MS;
    return begin > low ? [`${dayOf(begin)} : ${dayOf(end)}`] : [];
  });
}

function dayOf(epochMs: number): string {
  return new Date(epochMs).toISOString().slice(0, 10);
}
