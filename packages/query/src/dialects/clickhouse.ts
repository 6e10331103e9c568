import type { ColumnKind } from '@tessera/core/table';
import { backslashLiteral, backslashQuoted } from '@tessera/core/sql-writing';
import {
  ansi,
  digitsOfSecond,
  integersWithin,
  isMidnight,
  isoText,
  offsetTree,
  sqlDateTime,
  type Dialect,
} from '../dialect.ts';
import { clickhouseGrammar } from '../sql-safety/grammars.ts';
import { digitsOfValue } from './decimals.ts';
import { secondGrains, weekGrains } from './grains.ts';
import { kindByPattern } from './kinds.ts';
import { textsByBytes } from './texts.ts';

const kindOfBare = kindByPattern([
  [/^(U?INT\d+|FLOAT\d+|BFLOAT16|DECIMAL\d*)\b/, 'numeric'],
  [/^(DATE|TIMESTAMP)/, 'temporal'],
  [/^BOOL/, 'boolean'],
]);

/**
 * ClickHouse 22.11 and newer, with enable_extended_results_for_datetime_functions (the driver sets it), so that grains
 * hold before 1970. Nulls are last in both directions.
 */
export const clickhouse: Dialect = {
  ...ansi,
  name: 'clickhouse',
  quote: backslashQuoted,
  literal: backslashLiteral,
  placeholder: (n) => `{p${n}:String}`,
  toParameter: integersWithin(-(2n ** 255n), 2n ** 255n - 1n),
  aliasesHideColumns: true,
  timestamp: (expr, type) => {
    const name = bare(type);
    if (name === 'EPOCH_S') return `fromUnixTimestamp64Milli(toInt64(${expr} * 1000), 'UTC')`;
    if (name === 'EPOCH_MS') return `fromUnixTimestamp64Milli(toInt64(${expr}), 'UTC')`;
    // Another zone is another way of showing the same instant, so this costs nothing.
    if (name.startsWith('DATETIME')) return `toTimeZone(${expr}, 'UTC')`;
    return kindOf(type) === 'temporal'
      ? `toDateTime64(${expr}, 3, 'UTC')`
      : `parseDateTime64BestEffort(toString(${expr}), 3, 'UTC')`;
  },
  // Its own tables of zones round the changes that are not on a quarter of an hour.
  offsets: {
    moved: (timestamp, offsets) =>
      `addSeconds(toDateTime64(${timestamp}, 3, 'UTC'), ${offsetTree(offsets, (at) => before(timestamp, at))})`,
    before,
  },
  inZone: (timestamp, zone) =>
    `toDateTime64(toString(toTimeZone(toDateTime64(${timestamp}, 3, 'UTC'), ${backslashLiteral(zone)})), 3, 'UTC')`,
  timeGrain: {
    ...secondGrains(bucket),
    P1D: (t) => `toDate32(${t})`,
    ...weekGrains({ monday, sunday, saturdayAfter: (t) => `${sunday(t)} + 6`, sundayAfter: (t) => `${monday(t)} + 6` }),
    P1M: (t) => `toStartOfMonth(toDate32(${t}))`,
    P3M: (t) => `toStartOfQuarter(toDate32(${t}))`,
    P1Y: (t) => `toStartOfYear(toDate32(${t}))`,
  },
  instant: (epochMs, columnType, bind) => {
    const name = bare(columnType);
    if (name === 'EPOCH_S') return `toFloat64(${bind(epochMs / 1000)})`;
    if (name === 'EPOCH_MS') return `toFloat64(${bind(epochMs)})`;
    if (/^DATE(32)?$/.test(name) && isMidnight(epochMs)) return `toDate32(${bind(isoText(epochMs))})`;
    if (columnType !== null && kindOf(columnType) === 'string') return bind(isoText(epochMs));
    return `toDateTime64(${bind(sqlDateTime(epochMs))}, ${digitsOfSecond(epochMs)}, 'UTC')`;
  },
  text: (expr) => `toString(${expr})`,
  // The setting that says so for all of a query breaks the aggregates of stored states, which user SQL may contain.
  aggregate: (name, of) => `${name.toLowerCase()}OrNull(${of})`,
  singles: /^(Nullable\(|LowCardinality\()*Float32\)*$/i,
  comparable: (placeholder, value, columnType) => {
    // Parameters travel as text.
    const scale = /^DECIMAL\d*\((?:\d+, *)?(\d+)\)$/.exec(bare(columnType))?.[1];
    const decimal =
      scale === undefined || (typeof value !== 'string' && typeof value !== 'bigint')
        ? null
        : decimalOf(placeholder, value, Number(scale));
    if (decimal !== null) return decimal;
    if (typeof value === 'bigint')
      return `${value >= -(2n ** 63n) && value < 2n ** 63n ? 'toInt64' : 'toInt256'}(${placeholder})`;
    if (typeof value === 'number') return `${Number.isSafeInteger(value) ? 'toInt64' : 'toFloat64'}(${placeholder})`;
    return typeof value === 'boolean' ? `CAST(${placeholder} AS Bool)` : placeholder;
  },
  regex: (left, pattern) => `match(${left}, ${pattern})`,
  same: (left, right) => `${left} <=> ${right}`,
  kindOf,
  rollUp: { averagesAreDoubles: true, texts: textsByBytes, typeName, sqlOfNothingIsZero: true },
  // A query in WITH runs as often as it is read. Of sets with a month beside its day, both as expressions, the month is
  // lost.
  groupingSets: {
    handOut: { list: (numbers) => `[${numbers.join(', ')}]`, join: (lists, name) => `ARRAY JOIN ${lists} AS ${name}` },
  },
  grammar: clickhouseGrammar,
};

/** The type inside of Nullable and LowCardinality, in upper case. */
/**
 * A value beside decimals: a digit more than the column has makes another number of it, and one that is too long ends
 * the query. `null` for integers that every decimal meets.
 */
function decimalOf(placeholder: string, value: string | bigint, scale: number): string | null {
  const { whole, fraction } = digitsOfValue(value);
  const digits = Math.max(scale, fraction);
  if (typeof value === 'bigint' && whole + digits <= 18) return null;
  return whole + digits > 76 ? `toFloat64(${placeholder})` : `toDecimal256(${placeholder}, ${digits})`;
}

function bare(type: string | null): string {
  let name = (type ?? '').trim().toUpperCase();
  for (;;) {
    const inner = /^(?:NULLABLE|LOWCARDINALITY)\((.*)\)$/.exec(name)?.[1];
    if (inner === undefined) return name;
    name = inner.trim();
  }
}

/** Of finer times than milliseconds, grains do not cut everywhere where comparisons do. */
function typeName(type: string): string {
  const name = bare(type);
  if (/^U?INT\d+$/.test(name)) return 'BIGINT';
  if (name === 'FLOAT64') return 'DOUBLE';
  if (/^DATE(32)?$/.test(name)) return 'DATE';
  return /^(BOOL|STRING|DECIMAL\(.*|DATETIME(\(.*)?|DATETIME64\([0-3]\b.*)$/.test(name) ? name : '';
}

function kindOf(type: string | null): ColumnKind {
  return kindOfBare(type === null ? null : bare(type));
}

function before(timestamp: string, epochMs: number): string {
  return `${timestamp} < toDateTime64(${backslashLiteral(sqlDateTime(epochMs))}, 3, 'UTC')`;
}

function bucket(seconds: number, timestamp: string): string {
  return `toStartOfInterval(toDateTime64(${timestamp}, 3, 'UTC'), INTERVAL ${seconds} SECOND)`;
}

function monday(timestamp: string): string {
  return `toDate32(${timestamp}) - (toDayOfWeek(toDate32(${timestamp})) - 1)`;
}

function sunday(timestamp: string): string {
  return `toDate32(${timestamp}) - toDayOfWeek(toDate32(${timestamp})) % 7`;
}
