import { literal } from '@tessera/core/sql-writing';
import {
  ansi,
  digitsOfSecond,
  integersWithin,
  isMidnight,
  isoText,
  plainType,
  sqlDateTime,
  type Dialect,
} from '../dialect.ts';
import { trinoGrammar } from '../sql-safety/grammars.ts';
import { sharedDecimal } from './decimals.ts';
import { weekGrains } from './grains.ts';
import { kindByPattern } from './kinds.ts';
import { textsByBytes } from './texts.ts';

const kindOf = kindByPattern([
  [/^(TINYINT|SMALLINT|INTEGER|INT|BIGINT|REAL|DOUBLE|DECIMAL)\b/, 'numeric'],
  [/^(DATE|TIMESTAMP)/, 'temporal'],
  [/^BOOL/, 'boolean'],
]);

/** Trino 418 and newer (EXECUTE IMMEDIATE), in a session whose time zone is UTC. Nulls are last in both directions. */
export const trino: Dialect = {
  ...ansi,
  name: 'trino',
  placeholder: () => '?',
  toParameter: integersWithin(1n - 10n ** 38n, 10n ** 38n - 1n),
  limit: (rows, offset) =>
    [offset > 0 ? `OFFSET ${offset}` : '', rows === null ? '' : `LIMIT ${rows}`]
      .filter((part) => part !== '')
      .join(' '),
  timestamp: (expr, type) => {
    const name = (type ?? '').toUpperCase();
    if (name === 'EPOCH_S') return `CAST(from_unixtime(${expr}, 'UTC') AS timestamp(3))`;
    if (name === 'EPOCH_MS') return `CAST(from_unixtime(${expr} / 1e3, 'UTC') AS timestamp(3))`;
    if (isZoned(name)) return `CAST(${expr} AT TIME ZONE 'UTC' AS timestamp(6))`;
    return name.startsWith('TIMESTAMP') ? expr : `CAST(${expr} AS timestamp(6))`;
  },
  inZone: (timestamp, zone) => `CAST(with_timezone(${timestamp}, 'UTC') AT TIME ZONE ${literal(zone)} AS timestamp(6))`,
  timeGrain: {
    PT1S: (t) => `date_trunc('second', ${t})`,
    PT5S: (t) => bucket('minute', 'second', 5, t),
    PT30S: (t) => bucket('minute', 'second', 30, t),
    PT1M: (t) => `date_trunc('minute', ${t})`,
    PT5M: (t) => bucket('hour', 'minute', 5, t),
    PT10M: (t) => bucket('hour', 'minute', 10, t),
    PT15M: (t) => bucket('hour', 'minute', 15, t),
    PT30M: (t) => bucket('hour', 'minute', 30, t),
    PT1H: (t) => `date_trunc('hour', ${t})`,
    PT6H: (t) => bucket('day', 'hour', 6, t),
    P1D: (t) => `date_trunc('day', ${t})`,
    ...weekGrains({
      monday,
      sunday,
      saturdayAfter: (t) => `${sunday(t)} + INTERVAL '6' DAY`,
      sundayAfter: (t) => `${monday(t)} + INTERVAL '6' DAY`,
    }),
    P1M: (t) => `date_trunc('month', ${t})`,
    P3M: (t) => `date_trunc('quarter', ${t})`,
    P1Y: (t) => `date_trunc('year', ${t})`,
  },
  instant: (epochMs, columnType, bind) => {
    const name = (columnType ?? '').toUpperCase();
    if (name === 'EPOCH_S') return bind(epochMs / 1000);
    if (name === 'EPOCH_MS') return bind(epochMs);
    if (name === 'DATE' && isMidnight(epochMs)) return `CAST(${bind(isoText(epochMs))} AS date)`;
    const type = `timestamp(${digitsOfSecond(epochMs)})`;
    if (isZoned(name)) return `CAST(${bind(`${sqlDateTime(epochMs)} UTC`)} AS ${type} with time zone)`;
    if (columnType !== null && kindOf(columnType) === 'string') return bind(isoText(epochMs));
    return `CAST(${bind(sqlDateTime(epochMs))} AS ${type})`;
  },
  singles: /^REAL$/i,
  comparable: (placeholder, value, columnType) => {
    const shared = typeof value === 'string' || typeof value === 'bigint' ? sharedDecimal(value, columnType, 38) : null;
    if (shared?.name === null) return `CAST(${placeholder} AS double)`;
    if (shared && typeof value === 'string') return `CAST(${placeholder} AS ${shared.name.toLowerCase()})`;
    // Types are not mixed here: text meets a column of another type only when it is cast.
    const type =
      typeof value === 'string' && columnType !== null && kindOf(columnType) !== 'string'
        ? plainType(columnType.trim().toLowerCase())
        : null;
    return type === null ? placeholder : `CAST(${placeholder} AS ${type})`;
  },
  ilike: (left, pattern, negated) => `lower(${left}) ${negated ? 'NOT ' : ''}LIKE lower(${pattern})`,
  regex: (left, pattern) => `regexp_like(${left}, ${pattern})`,
  // IS NOT DISTINCT FROM joins by comparing every row with every other, and where one of two columns is null in all
  // rows of the smaller side, the filter that Trino makes of that side (476, enable_dynamic_filtering) leaves no row at
  // all.
  same: (left, right) => `${textOrNone(left)} = ${textOrNone(right)}`,
  // There is no IS TRUE here.
  truth: (operand, value) => `${operand} IS NOT DISTINCT FROM ${value ? 'TRUE' : 'FALSE'}`,
  inPlace: (select) => `(${select})`,
  kindOf,
  rollUp: { averagesAreDoubles: true, texts: textsByBytes, typeName },
  // A query in WITH runs as often as it is read, and sets take columns alone.
  groupingSets: {
    handOut: {
      list: (numbers) => `ARRAY[${numbers.join(', ')}]`,
      join: (lists, name) => `CROSS JOIN UNNEST(${lists}) AS "asked__" (${name})`,
    },
  },
  grammar: trinoGrammar,
};

/**
 * A text that no two values share; null has the empty one. Values that are one have one, but for zeros of two signs and
 * times of several zones.
 */
function textOrNone(value: string): string {
  return `COALESCE('=' || CAST(${value} AS varchar), '')`;
}

/** A part of the time rounded down to a multiple, on top of the whole unit above it. */
function bucket(
  whole: 'minute' | 'hour' | 'day',
  part: 'second' | 'minute' | 'hour',
  width: number,
  timestamp: string,
): string {
  return (
    `date_trunc('${whole}', ${timestamp}) + ${part}(${timestamp}) / ${width} * ${width} * INTERVAL '1' ` +
    `${part.toUpperCase()}`
  );
}

function monday(timestamp: string): string {
  return `date_trunc('week', ${timestamp})`;
}

function sunday(timestamp: string): string {
  return `date_trunc('week', ${timestamp} + INTERVAL '1' DAY) - INTERVAL '1' DAY`;
}

/** Grains round a time with a zone to microseconds, comparisons do not. */
function typeName(type: string): string {
  const name = type.toUpperCase();
  return isZoned(name) && !/^TIMESTAMP(\([0-6]\))? /.test(name) ? '' : name;
}

function isZoned(type: string): boolean {
  return type.startsWith('TIMESTAMP') && type.endsWith('WITH TIME ZONE');
}
