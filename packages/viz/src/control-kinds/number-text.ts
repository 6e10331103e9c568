import { t } from '@tessera/core/messages';
import { toNumber } from './read.ts';

/** What is wrong with a number that a user types. */
export function complainOfNumber(value: unknown, format: 'integer' | 'number'): readonly string[] {
  const number = toNumber(value);
  if (format === 'number') return number === null ? [t('is expected to be a number')] : [];
  return number === null || !Number.isInteger(number) ? [t('is expected to be an integer')] : [];
}
