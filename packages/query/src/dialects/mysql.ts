import type { ZoneOffsets } from '@tessera/core/time-range/zone-offsets';
import { backslashLiteral, backtickQuoted } from '@tessera/core/sql-writing';
import { ansi, digitsOfSecond, integersWithin, isMidnight, isoText, sqlDateTime, type Dialect } from '../dialect.ts';
import { mysqlGrammar } from '../sql-safety/grammars.ts';
import { secondGrains, weekGrains } from './grains.ts';
import { kindByPattern } from './kinds.ts';
import { textsOfMysql } from './texts.ts';

const kindOf = kindByPattern([
  [/^BOOL/, 'boolean'],
  [/^(TINYINT|SMALLINT|MEDIUMINT|INT|INTEGER|BIGINT|DECIMAL|NUMERIC|FLOAT|DOUBLE|REAL|YEAR|BIT)\b/, 'numeric'],
  [/^(DATE|TIMESTAMP)/, 'temporal'],
]);

/** MySQL 8 and MariaDB 10.5 and newer, in a session whose time zone is UTC and whose quotes are the database's own. */
export const mysql: Dialect = {
  ...ansi,
  name: 'mysql',
  quote: backtickQuoted,
  literal: backslashLiteral,
  placeholder: () => '?',
  toParameter: integersWithin(1n - 10n ** 65n, 10n ** 65n - 1n),
  // 256 characters, which are at least as many bytes.
  nameBytes: 250,
  aliasesHideColumns: true,
  limit: (rows, offset) =>
    rows === null && offset === 0
      ? ''
      : `LIMIT ${rows ?? '18446744073709551615'}${offset > 0 ? ` OFFSET ${offset}` : ''}`,
  // Nulls are the smallest values here, and there is no NULLS LAST.
  order: (name, ascending, of) =>
    ascending ? `${of === name ? name : `(${of})`} IS NULL, ${name} ASC` : `${name} DESC`,
  timestamp: (expr, type) => {
    const name = (type ?? '').toUpperCase();
    if (name === 'EPOCH_S') return `(TIMESTAMP '1970-01-01 00:00:00' + INTERVAL ${expr} SECOND)`;
    if (name === 'EPOCH_MS') return `(TIMESTAMP '1970-01-01 00:00:00' + INTERVAL (${expr}) * 1000 MICROSECOND)`;
    return kindOf(type) === 'temporal' && !/^DATE$/.test(name) ? expr : `CAST(${expr} AS DATETIME(6))`;
  },
  offsets: {
    moved,
    before: (timestamp, epochMs) => `${timestamp} < TIMESTAMP ${backslashLiteral(sqlDateTime(epochMs))}`,
  },
  // CONVERT_TZ gives null while the zones are not loaded, and beyond the years of its integers the time unchanged.
  inZone: null,
  timeGrain: {
    ...secondGrains(bucket),
    P1D: (t) => `DATE(${t})`,
    ...weekGrains({
      monday,
      sunday,
      saturdayAfter: (t) => `${sunday(t)} + INTERVAL 6 DAY`,
      sundayAfter: (t) => `${monday(t)} + INTERVAL 6 DAY`,
    }),
    P1M: (t) => `DATE(${t}) - INTERVAL (DAYOFMONTH(${t}) - 1) DAY`,
    P3M: (t) => `MAKEDATE(YEAR(${t}), 1) + INTERVAL (QUARTER(${t}) - 1) QUARTER`,
    P1Y: (t) => `MAKEDATE(YEAR(${t}), 1)`,
  },
  instant: (epochMs, columnType, bind) => {
    const name = (columnType ?? '').toUpperCase();
    if (name === 'EPOCH_S') return bind(epochMs / 1000);
    if (name === 'EPOCH_MS') return bind(epochMs);
    if (name === 'DATE' && isMidnight(epochMs)) return `CAST(${bind(isoText(epochMs))} AS DATE)`;
    if (columnType !== null && kindOf(columnType) === 'string') return bind(isoText(epochMs));
    return `CAST(${bind(sqlDateTime(epochMs))} AS DATETIME(${digitsOfSecond(epochMs)}))`;
  },
  text: (expr) => `CAST(${expr} AS CHAR)`,
  singles: /^FLOAT\b/i,
  comparable: (placeholder, value, columnType) => {
    // Text against a number would be compared as doubles, and numbers travel as doubles.
    // What may be a text equals no number that it does not begin with: digits that travel as text are read beside both.
    if (columnType === null && typeof value === 'bigint' && Number.isSafeInteger(Number(value))) return placeholder;
    if (typeof value === 'bigint')
      return `CAST(${placeholder} AS ${value >= -(2n ** 63n) && value < 2n ** 63n ? 'SIGNED' : 'DECIMAL(65, 0)'})`;
    if (typeof value === 'string' && columnType !== null && /^(DECIMAL|NUMERIC)/i.test(columnType))
      return `CAST(${placeholder} AS DECIMAL(65, 30))`;
    return placeholder;
  },
  ilike: (left, pattern, negated) => `LOWER(${left}) ${negated ? 'NOT ' : ''}LIKE LOWER(${pattern})`,
  regex: (left, pattern) => `${left} REGEXP ${pattern}`,
  same: (left, right) => `${left} <=> ${right}`,
  inPlace: (select) => `(${select} LIMIT 18446744073709551615)`,
  kindOf,
  rollUp: { averagesAreDoubles: false, texts: textsOfMysql, typeName },
  grammar: mysqlGrammar,
};

/** Without widths and signs: `int(10) unsigned` is an integer like others. */
function typeName(type: string): string {
  const name = type.toUpperCase().replace(/( UNSIGNED| ZEROFILL)+$/, '');
  return /^(TINYINT|SMALLINT|MEDIUMINT|INT|BIGINT)(\(\d+\))?$/.test(name) ? 'BIGINT' : name;
}

/** INTERVAL() finds the last change by halves, and reads the timestamp once. */
function moved(timestamp: string, { first, changes }: ZoneOffsets): string {
  if (changes.length === 0) return `(${timestamp} + INTERVAL ${first} SECOND)`;
  const seconds = `TIMESTAMPDIFF(SECOND, TIMESTAMP '1970-01-01 00:00:00', ${timestamp})`;
  return (
    `(${timestamp} + INTERVAL ELT(1 + INTERVAL(${seconds}, ${changes.map(({ at }) => at / 1000).join(', ')}), ` +
    `${[first, ...changes.map(({ offset }) => offset)].join(', ')}) SECOND)`
  );
}

function bucket(seconds: number, timestamp: string): string {
  return (
    `CAST(DATE(${timestamp}) AS DATETIME) + INTERVAL (HOUR(${timestamp}) * 3600 + MINUTE(${timestamp}) * 60 + ` +
    `SECOND(${timestamp})) DIV ${seconds} * ${seconds} SECOND`
  );
}

function monday(timestamp: string): string {
  return `DATE(${timestamp}) - INTERVAL WEEKDAY(${timestamp}) DAY`;
}

function sunday(timestamp: string): string {
  return `DATE(${timestamp}) - INTERVAL (DAYOFWEEK(${timestamp}) - 1) DAY`;
}
