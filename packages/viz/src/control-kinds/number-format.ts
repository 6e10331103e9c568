import { isNumberFormat } from '@tessera/core/formats/number-format';
import { t } from '@tessera/core/messages';
import { defineKind } from './kind.ts';
import { readText } from './read.ts';

/** How numbers are written. */
export type NumberFormatControl = { readonly kind: 'number_format'; readonly default: string };

export const numberFormat = defineKind<NumberFormatControl, string>({
  read: readText,
  empty: (control) => control.default,
  initial: (control) => control.default,
  complain: (value) => (typeof value === 'string' && !isNumberFormat(value) ? [t('Invalid format')] : []),
});
