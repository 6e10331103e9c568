import { expect, test } from 'vitest';
import { emptyCatalog } from './catalog.ts';
import { describeSubject } from './describe.ts';
import { assistDialectOf } from './dialects.ts';
import { subjectAt } from './hover.ts';
import { readScript } from './script.ts';
import { shop } from './shop.fixture.ts';
import { signatureAt } from './signature.ts';

const duckdb = assistDialectOf('duckdb');

function at(marked: string) {
  return { script: readScript(marked.replace('|', ''), duckdb), place: marked.indexOf('|') };
}

function hovered(marked: string): string | null {
  const { script, place } = at(marked);
  const found = subjectAt(script, place, shop);
  if (!found?.subject) return null;
  const { title, tag, text, code, columns } = describeSubject(found.subject, shop);
  return [title, tag, text, code?.split('\n')[0], columns.map(({ name }) => name).join(',')]
    .filter((part) => part != null && part !== '')
    .join(' | ');
}

test.each([
  ['SELECT * FROM cust|omers', 'customers | table | People who bought something. | id,name,Country,Sign up date'],
  ['SELECT na|me FROM customers', 'customers.name | varchar | the full name'],
  ['SELECT c.na|me FROM customers c', 'customers.name | varchar | the full name'],
  [
    'SELECT |c.name FROM customers c',
    'customers | table | People who bought something. | id,name,Country,Sign up date',
  ],
  ['SELECT i|d FROM customers', 'customers.id | integer · key'],
  [
    'SELECT c.name FROM customers |c',
    'customers | table | People who bought something. | id,name,Country,Sign up date',
  ],
  ['SELECT * FROM sales.reg|ions', 'sales.regions | table | id,region'],
  ['WITH |a AS (SELECT id AS nr FROM orders) SELECT * FROM a', 'a | query | nr'],
  ['WITH a AS (SELECT id AS nr FROM orders) SELECT n|r FROM a', 'a.nr | integer · key'],
  ['WITH a AS (SELECT id AS nr FROM orders) SELECT * FROM |a', 'a | query | nr'],
  ['SELECT |* FROM products', '* | query | id,name,price'],
  ['SELECT count(*) AS n| FROM products'.replace('n|', '|n'), 'n | bigint'],
  ['SELECT sum(price) AS total FROM products ORDER BY tot|al', 'total'],
  ['SELECT date_|trunc(1, 2)', 'date_trunc | function | Cuts a time to a part. | date_trunc(part, timestamp)'],
  ['SELECT 1 GRO|UP BY 1', 'GROUP BY | Makes one row of all rows with the same values. | GROUP BY expression, …'],
  ["SELECT '{{ url_|param(1) }}'", "url_param | template | a value in the address | {{ url_param('name') }}"],
  ['SELECT {{ sta|rt }}', 'start | parameter | 2024-01-01'],
  ["SELECT 'na|me' FROM customers", null],
  ['SELECT unkno|wn FROM customers', null],
])('under the pointer: %s', (marked, expected) => {
  expect(hovered(marked)).toBe(expected);
});

test('a table that is not at hand is wanted', () => {
  const { script, place } = at('SELECT na|me FROM customers');
  expect(subjectAt(script, place, emptyCatalog)).toMatchObject({
    subject: null,
    wants: [{ kind: 'shape', table: { catalog: null, schema: null, name: 'customers' } }],
  });
});

function signature(marked: string): string | null {
  const { script, place } = at(marked);
  const help = signatureAt(script, place, shop);
  if (!help) return null;
  const form = help.forms[help.active];
  const list = form?.arguments.map((text, index) => (index === help.argument ? `>${text}<` : text)) ?? [];
  return `${help.name}(${list.join(', ')})`;
}

test.each([
  ['SELECT date_trunc(|', 'date_trunc(>part<, timestamp)'],
  ["SELECT date_trunc('day', |)", 'date_trunc(part, >timestamp<)'],
  ["SELECT date_trunc('d|ay', 1)", 'date_trunc(>part<, timestamp)'],
  ['SELECT date_trunc(coalesce(1, 2|), 3)', 'coalesce(>value …<)'],
  ['SELECT date_trunc((1 + 2), a[1, |2])', 'date_trunc(part, >timestamp<)'],
  ['SELECT date_trunc(1, 2)|', null],
  ['SELECT unknown(|)', null],
  ['SELECT date_trunc((SELECT |))', null],
  ['INSERT INTO products VALUES (1, |)', 'products(id integer, >name varchar<, price decimal(18,2))'],
  ['INSERT INTO products (price, id) VALUES (|)', 'products(>price decimal(18,2)<, id integer)'],
])('the call around a cursor: %s', (marked, expected) => {
  expect(signature(marked)).toBe(expected);
});
