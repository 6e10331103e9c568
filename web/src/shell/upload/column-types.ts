import { msg, tMarked } from '@tessera/core/messages';
import type { UploadColumn } from '../../api/uploads.ts';

const names: Readonly<Record<UploadColumn['type'], string>> = {
  text: msg('Text'),
  integer: msg('Whole number'),
  number: msg('Number'),
  boolean: msg('Yes or no'),
  date: msg('Date'),
  time: msg('Date and time'),
  other: msg('Other'),
};

/** Types that a reader may choose. */
export const chosenTypes = ['text', 'integer', 'number', 'boolean', 'date', 'time'] as const;

/** What a column holds, in words. */
export function typeName(type: UploadColumn['type']): string {
  return tMarked(names[type]);
}
