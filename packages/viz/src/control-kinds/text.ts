import { defineKind } from './kind.ts';
import { complainOfNumber } from './number-text.ts';
import { readInteger, toNumber } from './read.ts';

/** Free text, or a number that is typed. */
export type TextControl = { readonly kind: 'text'; readonly default: string; readonly format?: 'integer' | 'number' };

export type TextValue<C> = C extends { format: 'integer' | 'number' } ? number | null : string;

export const text = defineKind<TextControl, string | number | null>({
  read: readTyped,
  empty: (control) => (control.format ? toNumber(control.default) : control.default),
  initial: (control) => (control.format && control.default !== '' ? Number(control.default) : control.default),
  complain: (value, { format }) => (format === undefined ? [] : complainOfNumber(value, format)),
});

function readTyped(value: unknown, { format }: TextControl): string | number | null | undefined {
  if (format === undefined) return typeof value === 'string' ? value : undefined;
  if (value === null || value === '') return null;
  return format === 'integer' ? readInteger(value) : (toNumber(value) ?? undefined);
}
