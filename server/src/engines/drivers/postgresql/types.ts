import type pg from 'pg';
import { withMicros } from '@tessera/core/micros';
import type { Cell, ColumnKind } from '@tessera/core/table';
import { decimalTextCell, integerCell } from '../../values/numbers.ts';
import { parseArray } from './arrays.ts';

type Parse = (text: string) => Cell;
type Kind = { readonly name: string; readonly kind: ColumnKind; readonly parse: Parse };

const text: Parse = (value) => value;

/** What the server sends as text, by type id. A type that is not listed stays text. */
const types: Readonly<Record<number, Kind>> = {
  16: { name: 'BOOLEAN', kind: 'boolean', parse: (value) => value === 't' },
  20: { name: 'BIGINT', kind: 'numeric', parse: integer },
  21: { name: 'SMALLINT', kind: 'numeric', parse: Number },
  23: { name: 'INTEGER', kind: 'numeric', parse: Number },
  26: { name: 'OID', kind: 'numeric', parse: Number },
  700: { name: 'REAL', kind: 'numeric', parse: float },
  701: { name: 'DOUBLE PRECISION', kind: 'numeric', parse: float },
  1700: { name: 'NUMERIC', kind: 'numeric', parse: decimalTextCell },
  790: { name: 'MONEY', kind: 'string', parse: text },
  1082: { name: 'DATE', kind: 'temporal', parse: instant },
  1114: { name: 'TIMESTAMP', kind: 'temporal', parse: instant },
  1184: { name: 'TIMESTAMPTZ', kind: 'temporal', parse: instant },
  1083: { name: 'TIME', kind: 'string', parse: text },
  1266: { name: 'TIMETZ', kind: 'string', parse: text },
  1186: { name: 'INTERVAL', kind: 'string', parse: text },
  17: { name: 'BYTEA', kind: 'string', parse: text },
  18: { name: 'CHAR', kind: 'string', parse: text },
  19: { name: 'NAME', kind: 'string', parse: text },
  25: { name: 'TEXT', kind: 'string', parse: text },
  1042: { name: 'CHAR', kind: 'string', parse: text },
  1043: { name: 'VARCHAR', kind: 'string', parse: text },
  2950: { name: 'UUID', kind: 'string', parse: text },
  // JSON stays text: parsing it would lose digits and key order.
  114: { name: 'JSON', kind: 'string', parse: text },
  3802: { name: 'JSONB', kind: 'string', parse: text },
};

/** Array type → type of its elements. */
const elements: Readonly<Record<number, number>> = {
  1000: 16,
  1016: 20,
  1005: 21,
  1007: 23,
  1028: 26,
  1021: 700,
  1022: 701,
  1231: 1700,
  1182: 1082,
  1115: 1114,
  1185: 1184,
  1183: 1083,
  1187: 1186,
  1001: 17,
  1002: 18,
  1003: 19,
  1009: 25,
  1014: 1042,
  1015: 1043,
  2951: 2950,
  199: 114,
  3807: 3802,
};

/** Kind, name and reader of a type by the number that the protocol gives it. */
export function typeOf(oid: number): Kind {
  const known = types[oid];
  if (known) return known;
  const element = types[elements[oid] ?? -1];
  if (!element) return { name: 'TEXT', kind: 'string', parse: text };
  // Nothing says of a number in a list that it is a time: those stay the text that they are.
  const read = element.kind === 'temporal' ? (text: string): Cell => text : element.parse;
  return { name: `${element.name}[]`, kind: 'string', parse: (value) => parseArray(value, read) };
}

/**
 * The driver's own readers lose digits (int8, numeric) and read times in the zone of this machine: all text comes to
 * `typeOf` instead.
 */
export const rawTypes: pg.CustomTypesConfig = { getTypeParser: () => (value: string) => value };

/** Fifteen characters are always a safe integer. */
function integer(value: string): Cell {
  return value.length <= 15 ? Number(value) : integerCell(BigInt(value));
}

function float(value: string): Cell {
  const number = Number(value);
  return Number.isNaN(number) ? null : number;
}

/**
 * ISO text of date, timestamp and timestamptz as UTC epoch milliseconds; `infinity`, and years beyond those of a
 * JavaScript date, stay text.
 */
function instant(value: string): Cell {
  return usualInstant(value) ?? anyInstant(value);
}

/**
 * `YYYY-MM-DD` or `YYYY-MM-DD HH:MM:SS[.ffffff][+00]` by its places, as nearly all of them are written; `null` for any
 * other form.
 */
function usualInstant(value: string): number | null {
  const { length } = value;
  if (
    value[4] !== '-' ||
    value[7] !== '-' ||
    (length !== 10 && (value[10] !== ' ' || value[13] !== ':' || value[16] !== ':'))
  )
    return null;
  const year = number(value, 0, 4);
  // Years before 100 would be taken for those of the last century.
  if (year < 100) return null;
  const end = value.endsWith('+00') ? length - 3 : length;
  const digits = Math.max(0, end - 20);
  if (end > 19 && (value[19] !== '.' || digits < 1 || digits > 6)) return null;
  const fraction = Math.floor(number(value, 20, digits) / 10 ** (digits - 3));
  const [hours, minutes, seconds] =
    length === 10 ? [0, 0, 0] : [number(value, 11, 2), number(value, 14, 2), number(value, 17, 2)];
  const epochMs = Date.UTC(year, number(value, 5, 2) - 1, number(value, 8, 2), hours, minutes, seconds, fraction);
  if (Number.isNaN(epochMs)) return null;
  return digits > 3 ? withMicros(epochMs, value.slice(20, end)) : epochMs;
}

/** Digits at a place of a text, NaN for anything else. */
function number(value: string, from: number, count: number): number {
  let sum = 0;
  for (let at = from; at < from + count; at += 1) {
    const digit = value.charCodeAt(at) - 48;
    sum = digit >= 0 && digit <= 9 ? sum * 10 + digit : Number.NaN;
  }
  return sum;
}

/** Years of five and six digits, those before our era (year 0 is 1 BC), and offsets of zones to the second. */
function anyInstant(value: string): Cell {
  const match =
    /^(\d{4,6})-(\d{2})-(\d{2})(?: (\d{2}):(\d{2}):(\d{2})(?:\.(\d{1,6}))?)?(?:([+-])(\d{2})(?::(\d{2}))?(?::(\d{2}))?)?( BC)?$/.exec(
      value,
    );
  if (!match) return value;
  const [
    ,
    year,
    month,
    day,
    hours = '0',
    minutes = '0',
    seconds = '0',
    fraction = '',
    sign,
    offsetHours = '0',
    offsetMinutes = '0',
    offsetSeconds = '0',
    before,
  ] = match;
  const date = new Date(0);
  date.setUTCFullYear(before === undefined ? Number(year) : 1 - Number(year), Number(month) - 1, Number(day));
  date.setUTCHours(Number(hours), Number(minutes), Number(seconds), Number(fraction.padEnd(3, '0').slice(0, 3)));
  const offset =
    (Number(offsetHours) * 3600 + Number(offsetMinutes) * 60 + Number(offsetSeconds)) * (sign === '-' ? -1000 : 1000);
  const ms = date.getTime() - offset;
  return Number.isNaN(ms) ? value : withMicros(ms, fraction);
}
