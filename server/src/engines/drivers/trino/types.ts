import { withMicros } from '@tessera/core/micros';
import type { Cell, ColumnKind } from '@tessera/core/table';
import type { ColumnReader } from '../../values/batches.ts';
import { decimalTextCell, integerCell } from '../../values/numbers.ts';
import { epochInZone } from '../../values/zoned-time.ts';

type Parse = (value: unknown) => Cell;

/** Reader of a result column from the type that the server names, `map(varchar, array(bigint))` and the like. */
export function readerOf(name: string, type: string): ColumnReader {
  return { name, type: type.toUpperCase(), kind: kindOf(type), parse: parserOf(type) };
}

function kindOf(type: string): ColumnKind {
  if (/^(tinyint|smallint|integer|bigint|real|double|decimal)\b/.test(type)) return 'numeric';
  if (/^(date$|timestamp)/.test(type)) return 'temporal';
  return type === 'boolean' ? 'boolean' : 'string';
}

function parserOf(type: string): Parse {
  const [, base = type, inside = ''] = /^(\w+)\((.*)\)/s.exec(type) ?? [];
  const parse = typed(base, inside);
  return (value) => (value === null || value === undefined ? null : parse(value));
}

function typed(base: string, inside: string): Parse {
  switch (base) {
    case 'tinyint':
    case 'smallint':
    case 'integer':
    case 'bigint':
      return (value) => (typeof value === 'number' ? value : integerCell(BigInt(String(value))));
    case 'decimal':
      return (value) => decimalTextCell(String(value));
    case 'double':
    case 'real':
      return floatCell;
    case 'boolean':
      return (value) => value === true;
    case 'date':
    case 'timestamp':
      return (value) => instantCell(String(value));
    case 'varbinary':
      return (value) => `\\x${Buffer.from(String(value), 'base64').toString('hex')}`;
    case 'array': {
      const item = innerOf(inside);
      return (value) => (Array.isArray(value) ? value.map(item) : String(value));
    }
    case 'map': {
      const item = innerOf(split(inside)[1] ?? 'varchar');
      return (value) => Object.fromEntries(Object.entries(value as object).map(([key, one]) => [key, item(one)]));
    }
    case 'row': {
      const fields = split(inside).map(fieldOf);
      return (value) =>
        Array.isArray(value)
          ? Object.fromEntries(fields.map(({ name, parse }, index) => [name || `field${index}`, parse(value[index])]))
          : String(value);
    }
    default:
      return text;
  }
}

/** Nothing says of a number in a list that it is a time: those stay the text that they are. */
function innerOf(type: string): Parse {
  return /^(date|timestamp)\b/.test(type) ? (value) => (value === null ? null : text(value)) : parserOf(type);
}

function text(value: unknown): Cell {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

function floatCell(value: unknown): Cell {
  const number = Number(value);
  return Number.isNaN(number) ? null : number;
}

function fieldOf(part: string): { readonly name: string; readonly parse: Parse } {
  const match = /^("(?:[^"]|"")*"|[a-zA-Z_]\w*) +(.+)$/s.exec(part);
  if (!match) return { name: '', parse: innerOf(part) };
  const [, name = '', type = ''] = match;
  return { name: name.startsWith('"') ? name.slice(1, -1).replaceAll('""', '"') : name, parse: innerOf(type) };
}

/** Parts between commas that stand outside of brackets and quotes. */
function split(list: string): readonly string[] {
  const parts: string[] = [];
  let depth = 0;
  let quoted = false;
  let start = 0;
  for (let at = 0; at <= list.length; at += 1) {
    const char = list[at];
    if (char === '"') quoted = !quoted;
    if (quoted) continue;
    if (char === '(') depth += 1;
    if (char === ')') depth -= 1;
    if (char === undefined || (char === ',' && depth === 0)) {
      parts.push(list.slice(start, at).trim());
      start = at + 1;
    }
  }
  return parts.filter((part) => part !== '');
}

/** `YYYY-MM-DD[ HH:MM:SS[.fff…]][ zone]` as UTC epoch milliseconds; years of more digits begin with a sign. */
function instantCell(value: string): Cell {
  const match = /^([+-]?\d{4,6}-\d{2}-\d{2})(?: (\d{2}:\d{2}:\d{2})(?:\.(\d+))?)?(?: (.+))?$/.exec(value);
  if (!match) return value;
  const [, day, time = '00:00:00', fraction = '', zone = 'UTC'] = match;
  const wall = Date.parse(`${isoYear(day ?? '')}T${time}.${fraction.padEnd(3, '0').slice(0, 3)}Z`);
  const ms = Number.isNaN(wall) ? null : epochInZone(wall, zone);
  return ms === null ? value : withMicros(ms, fraction);
}

/** A year that has not four digits has six and a sign in ISO 8601. */
function isoYear(day: string): string {
  const [, sign = '', year = '', rest = ''] = /^([+-]?)(\d+)(.*)$/.exec(day) ?? [];
  return sign === '' && year.length === 4 ? day : `${sign === '-' ? '-' : '+'}${year.padStart(6, '0')}${rest}`;
}
