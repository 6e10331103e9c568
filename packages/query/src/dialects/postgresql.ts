import { literal } from '@tessera/core/sql-writing';
import { ansi, isMidnight, isoText, offsetTree, sqlDateTime, type Dialect } from '../dialect.ts';
import { postgresqlGrammar } from '../sql-safety/grammars.ts';
import { extractTypes } from './extract-types.ts';
import { weekGrains } from './grains.ts';
import { kindByPattern } from './kinds.ts';
import { textsByCollation } from './texts.ts';

const kindOf = kindByPattern([
  [/\[\d*\]$|^_/, 'string'],
  [
    /^(SMALLINT|INTEGER|BIGINT|INT\d*|SMALLSERIAL|SERIAL\d*|BIGSERIAL|NUMERIC|DECIMAL|REAL|FLOAT\d*|DOUBLE PRECISION|OID)\b/,
    'numeric',
  ],
  [/^(DATE|TIMESTAMP)/, 'temporal'],
  [/^BOOL/, 'boolean'],
]);

/** PostgreSQL 14 and newer (date_bin). */
export const postgresql: Dialect = {
  ...ansi,
  name: 'postgresql',
  placeholder: (n) => `$${n}`,
  nameBytes: 63,
  // Ascending order has nulls last already.
  nullsLast: (ascending) => (ascending ? '' : ' NULLS LAST'),
  timestamp: (expr, type) => {
    const name = (type ?? '').toUpperCase();
    if (name === 'EPOCH_S') return `(to_timestamp(${expr}) AT TIME ZONE 'UTC')`;
    if (name === 'EPOCH_MS') return `(to_timestamp(${expr} / 1000.0) AT TIME ZONE 'UTC')`;
    if (isZoned(name)) return `(${expr} AT TIME ZONE 'UTC')`;
    return kindOf(type) === 'temporal' && name !== 'DATE' ? expr : `CAST(${expr} AS timestamp)`;
  },
  // Half the time of a conversion per row, where a filter leaves few changes.
  offsets: {
    moved: (timestamp, offsets) =>
      `(${timestamp} + make_interval(secs => ${offsetTree(offsets, (at) => before(timestamp, at))}))`,
    before,
  },
  inZone: (timestamp, zone) => `((${timestamp} AT TIME ZONE 'UTC') AT TIME ZONE ${literal(zone)})`,
  timeGrain: {
    PT1S: (t) => `date_trunc('second', ${t})`,
    PT5S: (t) => bin('5 seconds', t),
    PT30S: (t) => bin('30 seconds', t),
    PT1M: (t) => `date_trunc('minute', ${t})`,
    PT5M: (t) => bin('5 minutes', t),
    PT10M: (t) => bin('10 minutes', t),
    PT15M: (t) => bin('15 minutes', t),
    PT30M: (t) => bin('30 minutes', t),
    PT1H: (t) => `date_trunc('hour', ${t})`,
    PT6H: (t) => bin('6 hours', t),
    P1D: (t) => `date_trunc('day', ${t})`,
    ...weekGrains({
      monday,
      sunday,
      saturdayAfter: (t) => `${sunday(t)} + INTERVAL '6 days'`,
      sundayAfter: (t) => `${monday(t)} + INTERVAL '6 days'`,
    }),
    P1M: (t) => `date_trunc('month', ${t})`,
    P3M: (t) => `date_trunc('quarter', ${t})`,
    P1Y: (t) => `date_trunc('year', ${t})`,
  },
  instant: (epochMs, columnType, bind) => {
    const name = (columnType ?? '').toUpperCase();
    if (name === 'EPOCH_S') return `CAST(${bind(epochMs / 1000)} AS double precision)`;
    if (name === 'EPOCH_MS') return `CAST(${bind(epochMs)} AS double precision)`;
    if (name === 'DATE' && isMidnight(epochMs)) return `CAST(${bind(isoText(epochMs))} AS date)`;
    if (isZoned(name)) return `CAST(${bind(`${sqlDateTime(epochMs)}+00`)} AS timestamptz)`;
    if (columnType !== null && kindOf(columnType) === 'string') return bind(isoText(epochMs));
    return `CAST(${bind(sqlDateTime(epochMs))} AS timestamp)`;
  },
  singles: /^(REAL|FLOAT4)$/i,
  comparable: (placeholder, value, columnType) => {
    // The server infers a parameter's type from the column, and would refuse a fraction against an integer column.
    // bigint still meets the index of a smaller integer column; numeric would not.
    if (typeof value === 'bigint')
      return `CAST(${placeholder} AS ${value >= -(2n ** 63n) && value < 2n ** 63n ? 'bigint' : 'numeric'})`;
    if (typeof value === 'number')
      return (
        `CAST(${placeholder} AS ` +
        `${columnType !== null && /^(DOUBLE|REAL|FLOAT)/i.test(columnType) ? 'double precision' : 'numeric'})`
      );
    if (columnType !== null && kindOf(columnType) === 'numeric' && value !== null)
      return `CAST(${placeholder} AS numeric)`;
    // Beside an expression of an unknown type the server takes a text for a value of that type.
    return columnType === null && typeof value === 'boolean' ? `CAST(${placeholder} AS boolean)` : placeholder;
  },
  text: (expr) => `CAST(${expr} AS text)`,
  regex: (left, pattern) => `${left} ~ ${pattern}`,
  // Arrays are equal when their nulls are, and unlike IS NOT DISTINCT FROM they join by hash.
  same: (left, right) => `ARRAY[${left}] = ARRAY[${right}]`,
  separate: (name, select) => `${name} AS (${select} OFFSET 0)`,
  kindOf,
  rollUp: { averagesAreDoubles: false, texts: textsByCollation },
  groupingSets: { handOut: null },
  extractType: extractTypes([
    [/^(?:SMALLINT|INT2|SMALLSERIAL)$/, 'SMALLINT'],
    [/^(?:INTEGER|INT4?|SERIAL4?)$/, 'INTEGER'],
    [/^(?:BIGINT|INT8|BIGSERIAL|SERIAL8|OID)$/, 'BIGINT'],
    [/^(?:NUMERIC|DECIMAL)\((\d|[12]\d|3[0-8]),\s?(\d+)\)$/, ([, digits, scale]) => `DECIMAL(${digits}, ${scale})`],
    // Of any number of digits: as charts show them.
    [/^(?:NUMERIC|DECIMAL|DOUBLE PRECISION|FLOAT8?)$/, 'DOUBLE'],
    [/^(?:REAL|FLOAT4)$/, 'FLOAT'],
    [/^DATE$/, 'DATE'],
    [/^TIMESTAMP/, 'TIMESTAMP'],
    [/^BOOL(?:EAN)?$/, 'BOOLEAN'],
    [/^(?:TEXT|UUID|(?:VARCHAR|CHARACTER VARYING)(?:\(\d+\))?)$/, 'VARCHAR'],
  ]),
  grammar: postgresqlGrammar,
};

function before(timestamp: string, epochMs: number): string {
  return `${timestamp} < TIMESTAMP ${literal(sqlDateTime(epochMs))}`;
}

function monday(timestamp: string): string {
  return `date_trunc('week', ${timestamp})`;
}

function sunday(timestamp: string): string {
  return `date_trunc('week', ${timestamp} + INTERVAL '1 day') - INTERVAL '1 day'`;
}

function bin(width: string, timestamp: string): string {
  return `date_bin('${width}', ${timestamp}, TIMESTAMP '2000-01-03')`;
}

function isZoned(type: string): boolean {
  return type === 'TIMESTAMPTZ' || type.endsWith('WITH TIME ZONE');
}
