import { withMicros } from '@tessera/core/micros';
import type { Cell, ColumnKind } from '@tessera/core/table';
import { integerCell } from '../../values/numbers.ts';

/** What a column is by its declared type; expressions have none and are judged by their first value. */
export function kindOfDeclared(type: string | null): ColumnKind | null {
  if (type === null || type === '') return null;
  const name = type.toUpperCase();
  if (/^(DATE|TIMESTAMP)/.test(name)) return 'temporal';
  if (name.startsWith('BOOL')) return 'boolean';
  return /INT|REAL|FLOA|DOUB|NUMERIC|DECIMAL/.test(name) ? 'numeric' : 'string';
}

export function kindOfValue(value: unknown): ColumnKind {
  return typeof value === 'number' || typeof value === 'bigint' ? 'numeric' : 'string';
}

const iso = /^(\d{4})-(\d{2})-(\d{2})(?:[ T](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?)?\s*(Z|[+-]\d{2}:?\d{2})?$/;
/** Seconds since 1970 stay below this until the year 5138; larger numbers are milliseconds. */
const SECONDS_BELOW = 100_000_000_000;

/**
 * A value of the driver as a cell. Times are ISO text (UTC unless they name an offset) or Unix seconds or milliseconds.
 */
export function cellOf(value: unknown, kind: ColumnKind): Cell {
  if (value === null || value === undefined) return null;
  if (value instanceof Uint8Array) return `\\x${Buffer.from(value).toString('hex')}`;
  const cell: Cell =
    typeof value === 'bigint'
      ? integerCell(value)
      : typeof value === 'number' || typeof value === 'string'
        ? value
        : JSON.stringify(value);
  if (kind === 'boolean' && (cell === 0 || cell === 1)) return cell === 1;
  if (kind !== 'temporal') return cell;
  if (typeof cell === 'number') return Math.abs(cell) < SECONDS_BELOW ? cell * 1000 : cell;
  return typeof cell === 'string' ? instantOf(cell) : cell;
}

/** Text that is no time is left as it is: nothing is lost, and the user sees what the file holds. */
function instantOf(text: string): Cell {
  const match = iso.exec(text.trim());
  if (!match) return text;
  const [, year, month, day, hour = '00', minute = '00', second = '00', fraction = '', zone = 'Z'] = match;
  const offset = zone === 'Z' ? 'Z' : zone.replace(/([+-]\d{2}):?(\d{2})/, '$1:$2');
  const ms = Date.parse(
    `${year}-${month}-${day}T${hour}:${minute}:${second}.${fraction.padEnd(3, '0').slice(0, 3)}${offset}`,
  );
  return Number.isNaN(ms) ? text : withMicros(ms, fraction);
}
