import { parseExactJson, printExactJson } from '@tessera/core/exact-json';
import type { ParameterType } from '@tessera/query/sql-assist/parameters';
import { readNumber } from '../../../../ui/fields/number-text.ts';

/** Integers beyond 2^53 are bigints: an id of a database has all of its digits. */
type OneValue = string | number | bigint | boolean;
export type ParameterValue = OneValue | readonly OneValue[];
export type ParameterValues = Readonly<Record<string, unknown>>;

/** The values of a tab, from its JSON text; `null` where that is no object. */
export function readValues(text: string): ParameterValues | null {
  if (text.trim() === '') return {};
  try {
    const read: unknown = parseExactJson(text);
    return typeof read === 'object' && read !== null && !Array.isArray(read) ? (read as ParameterValues) : null;
  } catch {
    return null;
  }
}

/** The JSON text with one value more, another one, or without it. */
export function withValue(text: string, name: string, value: ParameterValue | null): string {
  const { [name]: _, ...others } = readValues(text) ?? {};
  const next = value === null ? others : { ...others, [name]: value };
  return Object.keys(next).length === 0 ? '' : printExactJson(next, 2);
}

/** What a field takes: as the value is where there is one, else as it was guessed. */
export function typeOfValue(value: unknown, guessed: ParameterType): ParameterType {
  if (Array.isArray(value)) return 'list';
  if (typeof value === 'boolean') return 'boolean';
  if (typeof value === 'number' || typeof value === 'bigint') return 'number';
  if (typeof value !== 'string') return guessed;
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(value);
  if (guessed === 'date') return isDay || value === '' ? 'date' : 'text';
  return guessed === 'text' ? 'text' : isDay ? 'date' : 'text';
}

/** The same value for a field of another type; `null` where there is none. */
export function asType(value: unknown, type: ParameterType): ParameterValue | null {
  const text = textOf(value);
  switch (type) {
    case 'text':
      return text;
    case 'date':
      return /^\d{4}-\d{2}-\d{2}$/.test(text) ? text : null;
    case 'number': {
      const number = exactNumber(text);
      // The type is that of the value: without one the choice would do nothing.
      return number === 'invalid' ? null : (number ?? 0);
    }
    case 'boolean':
      return text === 'true' || value === 1;
    case 'list':
      return text === '' ? [] : text.split(/\s*,\s*/).map(listValue);
  }
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.join(', ');
  return ['string', 'number', 'bigint', 'boolean'].includes(typeof value) ? String(value) : '';
}

/** What a user typed as a number, integers of any size without loss; `null` for nothing. */
export function exactNumber(text: string): number | bigint | null | 'invalid' {
  const read = readNumber(text);
  const digits = /^\s*(-?\d+)\s*$/.exec(text)?.[1];
  return digits !== undefined && !Number.isSafeInteger(read) ? BigInt(digits) : read;
}

/** Numbers in a list are numbers, but for those that a number would write otherwise. */
export function listValue(text: string): string | number | bigint {
  const number = exactNumber(text);
  return number !== null && String(number) === text && number !== 'invalid' ? number : text;
}
