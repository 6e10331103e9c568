import { numberText, readerLocale, t, tn } from '@tessera/core/messages';
import type { UploadColumn } from '../../api/uploads.ts';

/** From here on the engine estimates how many values there are. */
const ESTIMATED = 100;

/** What a column of a file holds, in a few words: its range, or how many different values. */
export function factsOf({ type, min, max, distinct }: Pick<UploadColumn, 'type' | 'min' | 'max' | 'distinct'>): string {
  if (type === 'text' || type === 'boolean' || type === 'other' || min === null || max === null)
    return distinct < ESTIMATED
      ? tn('1 value', '%(count)s different', distinct)
      : t('about %(number)s different', { number: numberText(distinct, { maximumSignificantDigits: 2 }) });
  return min === max ? min : t('%(min)s to %(max)s', { min: short(min, type), max: short(max, type) });
}

function short(value: string, type: UploadColumn['type']): string {
  if (type === 'date' || type === 'time') return value.slice(0, 10);
  const number = Number(value);
  // Beyond what a double holds the digits are those of the text.
  if (/^-?\d{1,40}$/.test(value)) return BigInt(value).toLocaleString(readerLocale());
  if (Number.isSafeInteger(number)) return numberText(number);
  return Number.isFinite(number) ? numberText(number, { maximumSignificantDigits: 4 }) : value;
}
