import { withMicros } from '@tessera/core/micros';
import type { Cell, ColumnKind } from '@tessera/core/table';
import {
  DuckDBBitValue,
  DuckDBBlobValue,
  DuckDBDateValue,
  DuckDBDecimalValue,
  DuckDBIntervalValue,
  DuckDBListValue,
  DuckDBArrayValue,
  DuckDBMapValue,
  DuckDBStructValue,
  DuckDBTimestampMillisecondsValue,
  DuckDBTimestampNanosecondsValue,
  DuckDBTimestampSecondsValue,
  DuckDBTimestampTZValue,
  DuckDBTimestampValue,
  DuckDBTypeId,
  DuckDBUnionValue,
  type DuckDBType,
  type DuckDBValue,
} from '@duckdb/node-api';
import { decimalCell, integerCell, shortestSingle } from '../../values/numbers.ts';

const numericTypes = new Set<DuckDBTypeId>([
  DuckDBTypeId.TINYINT,
  DuckDBTypeId.SMALLINT,
  DuckDBTypeId.INTEGER,
  DuckDBTypeId.BIGINT,
  DuckDBTypeId.UTINYINT,
  DuckDBTypeId.USMALLINT,
  DuckDBTypeId.UINTEGER,
  DuckDBTypeId.UBIGINT,
  DuckDBTypeId.HUGEINT,
  DuckDBTypeId.UHUGEINT,
  DuckDBTypeId.FLOAT,
  DuckDBTypeId.DOUBLE,
  DuckDBTypeId.DECIMAL,
  DuckDBTypeId.BIGNUM,
]);
const temporalTypes = new Set<DuckDBTypeId>([
  DuckDBTypeId.DATE,
  DuckDBTypeId.TIMESTAMP,
  DuckDBTypeId.TIMESTAMP_S,
  DuckDBTypeId.TIMESTAMP_MS,
  DuckDBTypeId.TIMESTAMP_NS,
  DuckDBTypeId.TIMESTAMP_TZ,
]);

export function kindOfType(type: DuckDBType): ColumnKind {
  if (numericTypes.has(type.typeId)) return 'numeric';
  if (temporalTypes.has(type.typeId)) return 'temporal';
  return type.typeId === DuckDBTypeId.BOOLEAN ? 'boolean' : 'string';
}

const DAY_MS = 86_400_000;
const ENDLESS_DAYS = 2_147_483_647;

/** How the values of a column become cells. */
export function cellReader(type: DuckDBType | undefined): (value: DuckDBValue) => Cell {
  if (type?.typeId !== DuckDBTypeId.FLOAT) return cellOf;
  return (value) => (typeof value === 'number' && !Number.isNaN(value) ? shortestSingle(value) : null);
}

/** A value of the driver as a cell: integers and decimals without loss, instants as UTC epoch milliseconds. */
function cellOf(value: DuckDBValue): Cell {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number') return Number.isNaN(value) ? null : value;
  if (typeof value === 'bigint') return integerCell(value);
  if (value instanceof DuckDBDecimalValue) return decimalCell(value.value, value.scale);
  if (value instanceof DuckDBDateValue) return dateCell(value);
  if (value instanceof DuckDBTimestampValue || value instanceof DuckDBTimestampTZValue)
    return instant(value.micros, value);
  if (value instanceof DuckDBTimestampMillisecondsValue) return instant(value.millis * 1000n, value);
  if (value instanceof DuckDBTimestampSecondsValue) return instant(value.seconds * 1_000_000n, value);
  if (value instanceof DuckDBTimestampNanosecondsValue) return instant(floored(value.nanos, 1000n), value);
  if (value instanceof DuckDBListValue || value instanceof DuckDBArrayValue) return value.items.map(innerCell);
  if (value instanceof DuckDBStructValue)
    return objectOf(Object.entries(value.entries).map(([key, entry]) => [key, innerCell(entry)]));
  if (value instanceof DuckDBMapValue)
    return objectOf(value.entries.map((entry) => [String(entry.key), innerCell(entry.value)]));
  if (value instanceof DuckDBUnionValue) return cellOf(value.value);
  if (value instanceof DuckDBBlobValue) return `\\x${Buffer.from(value.bytes).toString('hex')}`;
  if (value instanceof DuckDBIntervalValue || value instanceof DuckDBBitValue) return value.toString();
  return String(value);
}

/** Nothing says of a number in a list that it is a time: those are texts. */
function innerCell(value: DuckDBValue): Cell {
  const isTime =
    value instanceof DuckDBDateValue ||
    value instanceof DuckDBTimestampValue ||
    value instanceof DuckDBTimestampTZValue ||
    value instanceof DuckDBTimestampMillisecondsValue ||
    value instanceof DuckDBTimestampSecondsValue ||
    value instanceof DuckDBTimestampNanosecondsValue;
  return isTime ? value.toString() : cellOf(value);
}

/** Largest time that a JavaScript date can hold; beyond it (`infinity` too) the text says what the database has. */
const MAX_MS = 8_640_000_000_000_000n;

/** The driver writes dates without an end as the last ones that there are. */
function dateCell(value: DuckDBDateValue): Cell {
  const { days } = value;
  if (Math.abs(days) === ENDLESS_DAYS) return days > 0 ? 'infinity' : '-infinity';
  return Math.abs(days) > 100_000_000 ? value.toString() : days * DAY_MS;
}

function instant(micros: bigint, value: { toString(): string }): Cell {
  const ms = floored(micros, 1000n);
  if (ms > MAX_MS || ms < -MAX_MS) return value.toString();
  return withMicros(Number(ms), String(micros - ms * 1000n).padStart(6, '0'));
}

function floored(units: bigint, by: bigint): bigint {
  return units >= 0n || units % by === 0n ? units / by : units / by - 1n;
}

/** A record in which no key can reach a prototype. */
function objectOf(entries: readonly (readonly [string, Cell])[]): Cell {
  const made: Record<string, Cell> = Object.create(null);
  for (const [key, cell] of entries) made[key] = cell;
  return { ...made };
}
