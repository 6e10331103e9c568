import type { LoadDatabase } from './database.ts';
import type { ColumnProfile, ColumnType } from './protocol.ts';
import { quoted } from './sql.ts';

/** Rows that are shown. */
const SHOWN = 50;
const TEXT = 200;
/** Columns that are looked at closely; the others have their counts. */
const LOOKED_AT = 40;
const TOP = 5;
/** Facts of each column that one question gives. */
const FACTS = 5;
/** Columns with hardly more values than the reader is given a number of have them counted, not estimated. */
const COUNTED = 200;
const BINS = 12;
/** A column with hardly two rows of the same value has no most frequent ones. */
const UNLIKE = 0.5;

type Known = { readonly original: string | null; readonly isAmbiguous: boolean };

/** What the rows of a table are like, column by column, and the first of them. */
export async function profileTable(
  database: LoadDatabase,
  table: string,
  known: readonly Known[],
  tell: (share: number) => void,
): Promise<{
  readonly rows: number;
  readonly columns: readonly ColumnProfile[];
  readonly sample: readonly (readonly (string | null)[])[];
}> {
  const from = quoted(table);
  const described = await database.rows(`DESCRIBE ${from}`);
  const columns = described.map(([name, type]) => ({ name: name ?? '', sqlType: type ?? '', id: quoted(name ?? '') }));
  const facts = columns.map(({ id, sqlType }) => {
    const mean = isNumber(sqlType) ? `avg(${id})` : 'NULL';
    return (
      `count(*) - count(${id}), approx_count_distinct(${id}), left(CAST(min(${id}) AS VARCHAR), ${TEXT}), ` +
      `left(CAST(max(${id}) AS VARCHAR), ${TEXT}), ${mean}`
    );
  });
  const [rows = '0', ...values] = await database.row(`SELECT count(*), ${facts.join(', ')} FROM ${from}`);
  const count = Number(rows);
  const shown = columns.map(({ id }) => `left(CAST(${id} AS VARCHAR), ${TEXT})`).join(', ');
  const sample = await database.rows(`SELECT ${shown} FROM ${from} LIMIT ${SHOWN}`);
  const different = await differentOf(database, from, columns, values);
  const profiles: ColumnProfile[] = [];
  for (const [index, { name, sqlType, id }] of columns.entries()) {
    const [nulls, , min = null, max = null, mean = null] = values.slice(index * FACTS, (index + 1) * FACTS);
    const distinct = Math.min(different[index] ?? 0, count - Number(nulls));
    const isClose = index < LOOKED_AT && count > 0;
    const isMeasured = isNumber(sqlType) || isTime(sqlType);
    const hasTop = isClose && !isMeasured && distinct <= Math.max(TOP, count * UNLIKE);
    profiles.push({
      name,
      original: known[index]?.original ?? null,
      type: typeOf(sqlType),
      sqlType,
      nulls: Number(nulls),
      distinct,
      min,
      max,
      mean: mean === null ? null : Number(mean),
      top: hasTop ? await topOf(database, from, id) : [],
      bins: isClose && isMeasured ? await binsOf(database, from, id, sqlType) : null,
      isAmbiguous: known[index]?.isAmbiguous ?? false,
    });
    tell((index + 1) / columns.length);
  }
  return { rows: count, columns: profiles, sample };
}

/** Values of each column: few are counted, of more there is an estimate. */
async function differentOf(
  { row }: LoadDatabase,
  from: string,
  columns: readonly { readonly id: string }[],
  facts: readonly (string | null)[],
): Promise<readonly number[]> {
  const estimates = columns.map((_, index) => Number(facts[index * FACTS + 1]));
  const few = columns.flatMap((column, index) => ((estimates[index] ?? 0) <= COUNTED ? { ...column, index } : []));
  if (few.length === 0) return estimates;
  const counts = await row(`SELECT ${few.map(({ id }) => `count(DISTINCT ${id})`).join(', ')} FROM ${from}`);
  const counted = new Map(few.map(({ index }, at) => [index, Number(counts[at])]));
  return estimates.map((estimate, index) => counted.get(index) ?? estimate);
}

async function topOf({ rows }: LoadDatabase, from: string, id: string) {
  const found = await rows(
    `SELECT left(CAST(${id} AS VARCHAR), ${TEXT}) AS value, count(*) AS n FROM ${from} WHERE ${id} IS NOT NULL
     GROUP BY ${id} ORDER BY n DESC, value LIMIT ${TOP}`,
  );
  return found.map(([value, count]) => ({ value: value ?? '', count: Number(count) }));
}

/** Rows in each of some equal parts of the range; null where it has no extent. */
async function binsOf({ rows }: LoadDatabase, from: string, id: string, sqlType: string): Promise<number[] | null> {
  const number = isTime(sqlType) ? `CAST(epoch_ms(CAST(${id} AS TIMESTAMP)) AS DOUBLE)` : `CAST(${id} AS DOUBLE)`;
  const found = await rows(
    `WITH v AS (SELECT ${number} AS x FROM ${from} WHERE ${id} IS NOT NULL AND isfinite(${number})),
      r AS (SELECT min(x) AS low, max(x) AS high FROM v)
     SELECT CAST(least(${BINS - 1}, floor((x - low) / (high - low) * ${BINS})) AS INTEGER) AS bin, count(*)
     FROM v, r WHERE high > low AND isfinite(high - low) GROUP BY 1`,
  );
  if (found.length === 0) return null;
  const bins = Array.from({ length: BINS }, () => 0);
  for (const [bin, count] of found) bins[Number(bin)] = Number(count);
  return bins;
}

function isNumber(type: string): boolean {
  return /^(TINYINT|SMALLINT|INTEGER|BIGINT|HUGEINT|U\w+INT(EGER)?|FLOAT|DOUBLE|DECIMAL)/.test(type);
}

function isTime(type: string): boolean {
  return /^(DATE|TIMESTAMP)/.test(type);
}

function typeOf(type: string): ColumnType | 'other' {
  if (type === 'DATE') return 'date';
  if (type.startsWith('TIMESTAMP')) return 'time';
  if (type === 'BOOLEAN') return 'boolean';
  if (type === 'VARCHAR') return 'text';
  if (/^(FLOAT|DOUBLE|DECIMAL)/.test(type)) return 'number';
  return isNumber(type) ? 'integer' : 'other';
}
