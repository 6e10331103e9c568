/**
 * The table of the oracle, as rows in memory and as statements that make it: small, and of everything that databases
 * and JSON take in different ways. It is written down apart from the product, so that both can only agree by being
 * right.
 */
export type Value = string | number | bigint | boolean | null;
export type Row = {
  readonly id: number;
  /** Nulls, empty and hostile texts. */
  readonly t: string | null;
  readonly c: string | null;
  readonly n: number | null;
  /** Around and beyond 2^53. */
  readonly big: bigint | null;
  /** Eighths and quarters: sums of them are exact in every form of number. */
  readonly x: number | null;
  readonly d: number | null;
  readonly flag: boolean | null;
  /** UTC epoch milliseconds. */
  readonly ts: number | null;
  readonly day: number | null;
};
export type Name = keyof Row;

export const TEXTS = [
  '',
  ' ',
  'a',
  'A',
  'b',
  'ä',
  'Zürich',
  '東京',
  '😀',
  "O'Brien",
  '100%',
  'x_y',
  '10',
  '9',
  'null',
  '=1+1',
  'line\nbreak',
] as const;
export const CATEGORIES = ['alpha', 'beta', 'gamma', 'Delta', 'ε'] as const;
export const BIGS = [9007199254740991n, 9007199254740992n, 9007199254740993n, -9007199254740993n, 1n, 0n] as const;
const FIRST = Date.UTC(1999, 10, 28);
const DAY = 86_400_000;

export const COLUMNS = [
  ['id', 'BIGINT'],
  ['t', 'VARCHAR(40)'],
  ['c', 'VARCHAR(10)'],
  ['n', 'BIGINT'],
  ['big', 'BIGINT'],
  ['x', 'DOUBLE PRECISION'],
  ['d', 'DECIMAL(12,2)'],
  ['flag', 'BOOLEAN'],
  ['ts', 'TIMESTAMP'],
  ['day', 'DATE'],
] as const satisfies readonly (readonly [Name, string])[];

/** A sequence of numbers from 0 to 1 that is the same in every run. */
function sequence(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

export const ROWS: readonly Row[] = (() => {
  const next = sequence(20_240_229);
  const of = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T;
  const some = <T>(make: () => T, nulls = 0.12): T | null => (next() < nulls ? null : make());
  return Array.from({ length: 240 }, (_, id): Row => ({
    id,
    t: some(() => of(TEXTS)),
    c: some(() => of(CATEGORIES), 0.08),
    n: some(() => Math.floor(next() * 41) - 20),
    big: some(() => of(BIGS), 0.3),
    x: some(() => (Math.floor(next() * 4001) - 2000) / 8),
    d: some(() => (Math.floor(next() * 2001) - 600) / 4),
    flag: some(() => next() < 0.5),
    // Midnights, ends of days and ordinary moments over four months with a leap day.
    ts: some(() => FIRST + Math.floor(next() * 120) * DAY + of([0, 0, DAY - 1, DAY - 1000, 3_600_000, 45_296_789])),
    day: some(() => FIRST + Math.floor(next() * 120) * DAY),
  }));
})();

/** Statements that make the table; `moment` writes a time as the database, or whoever fills it, writes times. */
export function tableStatements(table: string, moment: (iso: string) => string): readonly string[] {
  const literal = (name: Name, value: Row[Name]): string => {
    if (value === null) return 'NULL';
    if (name === 'ts') return `'${moment(new Date(Number(value)).toISOString())}'`;
    if (name === 'day') return `'${new Date(Number(value)).toISOString().slice(0, 10)}'`;
    return typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value).toUpperCase();
  };
  const values = ROWS.map((row) => `(${COLUMNS.map(([name]) => literal(name, row[name])).join(', ')})`);
  return [
    `CREATE TABLE ${table} (${COLUMNS.map(([name, type]) => `${name} ${type}`).join(', ')})`,
    `INSERT INTO ${table} VALUES ${values.join(', ')}`,
  ];
}
