import type { Reading } from './guess-types.ts';
import { nullTexts } from './guess-types.ts';

/** A name as the engine reads it, whatever is in it. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** A text as the engine reads it. */
export function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** Not `IN`: the engine makes a join of it, and looks at every row for the sake of a branch that hardly any takes. */
function isOneOf(column: string, texts: readonly string[]): string {
  return `list_contains([${texts.map(literal).join(', ')}], lower(trim(${column})))`;
}

/** The value of a cell without blanks around it; null where it stands for none. */
function cleaned(column: string): string {
  return `CASE WHEN ${isOneOf(column, nullTexts)} THEN NULL ELSE trim(${column}) END`;
}

const NUMBER = String.raw`[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?`;
/** What most cells look like: these are read without looking for blanks, groups and words for nothing. */
const MAX_DIGITS = 18;
/** A number of fewer digits is one for a double. */
const FINITE_DIGITS = 300;
const PLAIN_COMMA = String.raw`-?\d+(,\d+)?`;
/** Blanks that stand between thousands. */
const SPACES = [' ', '\u00A0', '\u202F'] as const;

/** The expression that makes values of the texts of a column; null where a text does not fit. */
export function valueOf(column: string, reading: Reading): string {
  if (reading.type === 'text') return column;
  const text = cleaned(column);
  switch (reading.type) {
    case 'boolean':
      return (
        `CASE WHEN ${column} = 'true' THEN true WHEN ${column} = 'false' THEN false ` +
        `WHEN ${isOneOf(column, ['true', 'yes', 't', 'y', '1'])} THEN true ` +
        `WHEN ${isOneOf(column, ['false', 'no', 'f', 'n', '0'])} THEN false END`
      );
    case 'integer': {
      const bare = without(text, [',']);
      return (
        `CASE WHEN CAST(TRY_CAST(${column} AS BIGINT) AS VARCHAR) = ${column} AND length(${column}) <= ${MAX_DIGITS} ` +
        `THEN TRY_CAST(${column} AS BIGINT) ` +
        `WHEN regexp_full_match(${bare}, '[+-]?\\d{1,${MAX_DIGITS}}') THEN TRY_CAST(${bare} AS BIGINT) END`
      );
    }
    case 'number': {
      const { decimal } = reading;
      const point = (from: string) => (decimal === ',' ? `replace(${from}, ',', '.')` : from);
      const bare = point(without(text, [decimal === ',' ? '.' : ',', ...SPACES]));
      // The engine reads `1_000`, and words for what is no number.
      const isPlain =
        decimal === ','
          ? `regexp_full_match(${column}, '${PLAIN_COMMA}') AND length(${column}) < ${FINITE_DIGITS}`
          : `isfinite(TRY_CAST(${column} AS DOUBLE)) AND NOT contains(${column}, '_')`;
      // What is too large for a double would be infinite.
      return (
        `CASE WHEN ${isPlain} THEN TRY_CAST(${point(column)} AS DOUBLE) ` +
        `WHEN regexp_full_match(${bare}, '${NUMBER}') AND isfinite(TRY_CAST(${bare} AS DOUBLE)) ` +
        `THEN TRY_CAST(${bare} AS DOUBLE) END`
      );
    }
    case 'date':
    case 'time': {
      const type = reading.type === 'date' ? 'DATE' : 'TIMESTAMP';
      const read = (from: string) => (reading.type === 'date' ? `TRY_CAST(${from} AS TIMESTAMP)` : instantOf(from));
      if (reading.form.formats === null)
        return (
          `CAST(CASE WHEN TRY_CAST(${column} AS TIMESTAMP) IS NOT NULL THEN ${read(column)} ` +
          `ELSE ${read(text)} END AS ${type})`
        );
      return `CAST(try_strptime(${text}, [${reading.form.formats.map(literal).join(', ')}]) AS ${type})`;
    }
  }
}

/**
 * A time as the engine reads it, in UTC where it says how far from that it is: a cast to a plain time leaves that out.
 * Reading every time with its offset would take eight times as long, so few are looked at twice.
 */
function instantOf(text: string): string {
  const hasOffset = `length(${text}) > 16 AND (contains(${text}, '+') OR contains(right(${text}, 6), '-'))`;
  return (
    `CASE WHEN ${hasOffset} THEN TRY_CAST(${text} AS TIMESTAMPTZ) AT TIME ZONE 'UTC' ` +
    `ELSE TRY_CAST(${text} AS TIMESTAMP) END`
  );
}

function without(text: string, marks: readonly string[]): string {
  return marks.reduce((from, mark) => `replace(${from}, ${literal(mark)}, '')`, text);
}

/** The condition that a cell holds a value that its reading cannot make anything of. */
export function isFaulty(column: string, reading: Reading): string {
  if (reading.type === 'text') return 'false';
  return `CASE WHEN ${valueOf(column, reading)} IS NOT NULL THEN false ELSE ${cleaned(column)} IS NOT NULL END`;
}

/** How a column of a file that declares its types is stored, for types that charts can show. */
export function storedValue(column: string, type: string): string {
  const name = quoted(column);
  // What holds texts beside numbers: a text stands there as it is, without its quotes.
  if (type === 'JSON') return `${name} ->> '$'`;
  if (/\[\d*\]$|^(STRUCT|MAP|UNION|LIST|ARRAY|VARIANT)\b/.test(type)) return `CAST(to_json(${name}) AS VARCHAR)`;
  if (/^(ENUM|UUID|BIT|INTERVAL|TIME\b|TIMETZ|TIME WITH)/.test(type)) return `CAST(${name} AS VARCHAR)`;
  if (/^BLOB|^GEOMETRY/.test(type)) return `to_base64(CAST(${name} AS BLOB))`;
  if (/^TIMESTAMP(TZ| WITH TIME ZONE)$/.test(type)) return `CAST(${name} AT TIME ZONE 'UTC' AS TIMESTAMP)`;
  if (type.startsWith('TIMESTAMP_')) return `CAST(${name} AS TIMESTAMP)`;
  return name;
}
