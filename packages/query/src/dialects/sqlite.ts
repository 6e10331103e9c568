import { ansi, integersWithin, isoText, offsetTree, type Dialect } from '../dialect.ts';
import { sqliteGrammar } from '../sql-safety/grammars.ts';
import { weekGrains } from './grains.ts';
import { kindByPattern } from './kinds.ts';
import { compareTimes } from './sqlite-times.ts';
import { compareUntyped } from './sqlite-untyped.ts';
import { textsOfSqlite } from './texts.ts';

const kindOf = kindByPattern([
  [/^(DATE|TIMESTAMP)/, 'temporal'],
  [/^BOOL/, 'boolean'],
  // The affinity rules of the database: INT anywhere, REAL, FLOA and DOUB anywhere, NUMERIC by name.
  [/INT|REAL|FLOA|DOUB|NUMERIC|DECIMAL/, 'numeric'],
]);

const within = integersWithin(-(2n ** 63n), 2n ** 63n - 1n);

/** SQLite 3.38 and newer. Times are text (ISO 8601, UTC) or numbers; grains give text of the same kind. */
export const sqlite: Dialect = {
  ...ansi,
  name: 'sqlite',
  aliasesServeConditions: true,
  placeholder: () => '?',
  toParameter: (value) => (typeof value === 'boolean' ? Number(value) : within(value)),
  limit: (rows, offset) =>
    rows === null && offset === 0 ? '' : `LIMIT ${rows ?? -1}${offset > 0 ? ` OFFSET ${offset}` : ''}`,
  // Nulls are the smallest values here.
  nullsLast: (ascending) => (ascending ? ' NULLS LAST' : ''),
  timestamp: (expr, type) => {
    const name = (type ?? '').toUpperCase();
    if (name === 'EPOCH_S') return `datetime(${expr}, 'unixepoch')`;
    if (name === 'EPOCH_MS') return `datetime(${expr} / 1000.0, 'unixepoch')`;
    return expr;
  },
  timesAreText: true,
  offsets: {
    moved: (timestamp, offsets) =>
      `datetime(${seconds(timestamp)}, (${offsetTree(offsets, (at) => before(timestamp, at))}) || ' seconds')`,
    before,
  },
  inZone: null,
  timeGrain: {
    PT1S: (t) => `strftime('%Y-%m-%d %H:%M:%S', ${t})`,
    PT5S: (t) => bucket('%Y-%m-%d %H:%M:', '%S', 5, t),
    PT30S: (t) => bucket('%Y-%m-%d %H:%M:', '%S', 30, t),
    PT1M: (t) => `strftime('%Y-%m-%d %H:%M:00', ${t})`,
    PT5M: (t) => bucket('%Y-%m-%d %H:', '%M', 5, t),
    PT10M: (t) => bucket('%Y-%m-%d %H:', '%M', 10, t),
    PT15M: (t) => bucket('%Y-%m-%d %H:', '%M', 15, t),
    PT30M: (t) => bucket('%Y-%m-%d %H:', '%M', 30, t),
    PT1H: (t) => `strftime('%Y-%m-%d %H:00:00', ${t})`,
    PT6H: (t) => bucket('%Y-%m-%d ', '%H', 6, t),
    P1D: (t) => `date(${t})`,
    ...weekGrains({
      monday,
      sunday: (t) => `date(${day(t)}, '-' || strftime('%w', ${day(t)}) || ' days')`,
      saturdayAfter: (t) => `date(${day(t)}, 'weekday 6')`,
      sundayAfter: (t) => `date(${day(t)}, 'weekday 0')`,
    }),
    P1M: (t) => `date(${t}, 'start of month')`,
    P3M: (t) => `date(${t}, 'start of month', '-' || ((strftime('%m', ${t}) - 1) % 3) || ' months')`,
    P1Y: (t) => `date(${t}, 'start of year')`,
  },
  instant: (epochMs, columnType, bind) => {
    const name = (columnType ?? '').toUpperCase();
    if (name === 'EPOCH_S') return bind(epochMs / 1000);
    if (name === 'EPOCH_MS') return bind(epochMs);
    return bind(isoText(epochMs));
  },
  compareTimes: (left, isColumn, operator, times, columnType, bind) =>
    /^EPOCH_M?S$/i.test(columnType ?? '') ? null : compareTimes(left, isColumn, operator, times, bind),
  compareUntyped,
  text: (expr) => `CAST(${expr} AS TEXT)`,
  like: (left, pattern, negated, bind) => `${left} ${negated ? 'NOT ' : ''}GLOB ${bind(globOf(pattern))}`,
  ilike: (left, pattern, negated) => `lower(${left}) ${negated ? 'NOT ' : ''}LIKE lower(${pattern})`,
  same: (left, right) => `${left} IS ${right}`,
  separate: (name, select) => `${name} AS MATERIALIZED (${select})`,
  kindOf,
  rollUp: { averagesAreDoubles: true, texts: textsOfSqlite, typeName, kindsAreOfValues: true },
  grammar: sqliteGrammar,
};

/** The pattern of LIKE in the words of GLOB, which tells capitals from small letters as every other comparison does. */
function globOf(pattern: string): string {
  return pattern.replace(/[*?[]/g, '[$&]').replaceAll('%', '*').replaceAll('_', '?');
}

/** A declared type says how values are stored if they can be; decimals are doubles, and several texts are one time. */
function typeName(type: string): string {
  const name = type.toUpperCase();
  if (name.includes('INT')) return 'BIGINT';
  if (/^(REAL|FLOAT|DOUBLE|DOUBLE PRECISION|(NUMERIC|DECIMAL)\b.*)$/.test(name)) return 'DOUBLE';
  return name.startsWith('DATE') ? '' : name;
}

function before(timestamp: string, epochMs: number): string {
  return `unixepoch(${seconds(timestamp)}) < ${epochMs / 1000}`;
}

// Where SQLite calculates it rounds to milliseconds: the last microsecond of a day would be of the next one.

function day(timestamp: string): string {
  return `date(${timestamp})`;
}

function seconds(timestamp: string): string {
  return `strftime('%Y-%m-%d %H:%M:%S', ${timestamp})`;
}

function monday(timestamp: string): string {
  return `date(${day(timestamp)}, '-' || ((strftime('%w', ${day(timestamp)}) + 6) % 7) || ' days')`;
}

/** Seconds, minutes or hours rounded down to a multiple; the parts below are zero. */
function bucket(head: string, part: '%S' | '%M' | '%H', width: number, timestamp: string): string {
  const tail = { '%S': '', '%M': ':00', '%H': ':00:00' }[part];
  return (
    `strftime('${head}', ${timestamp}) || printf('%02d${tail}', CAST(strftime('${part}', ${timestamp}) AS ` +
    `INTEGER) / ${width} * ${width})`
  );
}
