import { expect, test } from 'vitest';
import { layOut as reply } from './lay-out.ts';

const layOut = (sql: string, dialect: string): string | null => reply(sql, dialect).sql;

const dialects = ['duckdb', 'sqlite', 'postgresql', 'mysql', 'clickhouse', 'trino', 'of a database we do not know'];

test.each(dialects)('[7.6-04] the text is laid out in lines for %s, and nothing else of it changes', (dialect) => {
  const made = layOut("select a, 'two  spaces' as b from t -- why\nwhere x = 1 and y = 2", dialect);
  expect(made?.split('\n')).toEqual([
    'select',
    '  a,',
    "  'two  spaces' as b",
    'from',
    '  t -- why',
    'where',
    '  x = 1',
    '  and y = 2',
  ]);
});

test('[7.6-04] templates stand as they were written, also where the text holds the word that stands for them', () => {
  const made = layOut(
    "select template_0x from t where {% if a   < 1 %} x {% endif %} = {{ f('a   b') }}",
    'postgresql',
  );
  expect(made).toContain('template_0x');
  expect(made).toContain('{% if a   < 1 %}');
  expect(made).toContain("{{ f('a   b') }}");
});

test.each(["SELECT 'open", 'SELECT (1', '{% if a %}'])('[7.6-04] %s is left alone, or stays what it is', (sql) => {
  const made = layOut(sql, 'postgresql');
  expect(made === null || made.replace(/\s/g, '') === sql.replace(/\s/g, '')).toBe(true);
});

test.each([
  ['open templates', `SELECT ${'{{ '.repeat(300_000)}`],
  ['open templates of all kinds', `SELECT ${'{% {{ {# '.repeat(100_000)}`],
  ['the word that stands for them', `SELECT template${'_'.repeat(900_000)} {{ a }}`],
])(
  '[attack 61] %s are looked for in the time of the text',
  (_, sql) => {
    const made = layOut(sql, 'postgresql');
    expect(made === null || made.replace(/\s/g, '') === sql.replace(/\s/g, '')).toBe(true);
  },
  5_000,
);

test.each(['duckdb', 'mysql'])('[7.6-04] a list of a hundred thousand values is laid out around, for %s', (dialect) => {
  const values = Array.from({ length: 100_000 }, (_, at) => (at % 2 === 0 ? String(at) : `'a  ${at}'`)).join(',');
  const made = layOut(`select a from t where b in (${values}) and c = 1`, dialect);
  expect(made?.split('\n').map((line) => line.slice(0, 12))).toEqual([
    'select',
    '  a',
    'from',
    '  t',
    'where',
    `  b in (${values.slice(0, 4)}`,
    '  and c = 1',
  ]);
  expect(made).toContain(values);
});

test('[7.6-04] rows of values stay as they were written, with the templates in them', () => {
  const rows = Array.from({ length: 500 }, (_, at) => `(${at}, '{{ name }}', NULL)`).join(', ');
  expect(layOut(`insert into t values ${rows}`, 'postgresql')).toContain(rows);
});

test.each([
  ['commas', `SELECT ${','.repeat(100_000)}`],
  ['columns', `SELECT ${Array.from({ length: 100_000 }, (_, at) => `a${at}`).join(',')} FROM t`],
  ['conditions', `SELECT 1 WHERE ${Array.from({ length: 100_000 }, () => 'a = 1').join(' AND ')}`],
])('[7.6-04] a statement of a hundred thousand %s is too long, and said to be at once', (_, sql) => {
  expect(reply(sql, 'postgresql')).toEqual({ sql: null, isLong: true });
});

test('[attack 61] nested brackets around a value are looked through once', () => {
  const sql = `SELECT ${'('.repeat(100_000)}1${')'.repeat(100_000)}`;
  expect(layOut(sql, 'postgresql')?.replace(/\s/g, '')).toBe(sql.replace(/\s/g, ''));
});

test.each([
  ['sub-queries', `SELECT ${'(SELECT '.repeat(5000)}1${')'.repeat(5000)}`],
  ['brackets', `SELECT ${'f('.repeat(5000)}1${')'.repeat(5000)}`],
  ['open brackets', `SELECT ${'['.repeat(100_000)}`],
  ['cases', `SELECT ${'CASE WHEN a THEN '.repeat(5000)}1${' END'.repeat(5000)}`],
  ['words', `SET ${'SET '.repeat(30_000)}`],
])('[attack 61] %s without end take no memory', (_, sql) => {
  expect(reply(sql, 'postgresql')).toEqual({ sql: null, isLong: true });
});
