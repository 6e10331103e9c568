import { expect, test } from 'vitest';
import { layOut } from './lay-out.ts';

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
