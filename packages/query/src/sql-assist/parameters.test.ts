import { expect, test } from 'vitest';
import { parametersOf } from './parameters.ts';

const macros = new Set(['url_param', 'filter_values', 'from_dttm']);

function found(text: string): string {
  return parametersOf(text, macros)
    .map(
      ({ name, type, fallback, isRequired }) =>
        `${name}: ${type}${fallback === null ? '' : ` = ${fallback}`}${isRequired ? '' : ' ?'}`,
    )
    .join(', ');
}

test.each([
  ["WHERE day >= '{{ start }}' AND day < '{{ end_date }}'", 'start: date, end_date: date'],
  ["WHERE name = '{{ customer }}'", 'customer: text'],
  ['WHERE amount > {{ least }} LIMIT {{ how_many }}', 'least: number, how_many: number'],
  ['WHERE id IN {{ ids | where_in }}', 'ids: list'],
  ['WHERE status IN ({{ states }})', 'states: list'],
  ['{% if with_tax %} SELECT 1 {% endif %}', 'with_tax: boolean ?'],
  ["WHERE a = '{{ country | default('NZ') }}'", 'country: text = NZ ?'],
  ['WHERE a = {{ n | default(10) }}', 'n: number = 10 ?'],
  ['WHERE a >= \'{{ x | default("2024-01-01") }}\'', 'x: date = 2024-01-01 ?'],
  ['{% for c in columns_wanted %} {{ c }}, {{ loop.index }} {% endfor %}', 'columns_wanted: list'],
  ['{% set a = b + 1 %} SELECT {{ a }}', 'b: number'],
  ["SELECT {{ url_param('x') }}, {{ filter_values(column) }}, {{ from_dttm }}", 'column: number'],
  ["SELECT {{ row.field }}, {{ f(key='v') }}", 'row: number'],
  ['{# {{ hidden }} #} {% raw %} {{ shown }} {% endraw %} SELECT {{ real }}', 'real: number'],
  ['SELECT 1', ''],
  ['SELECT {{ open', ''],
  ["{% if start is defined %} AND day > '{{ start }}' {% endif %}", 'start: date'],
  ['SELECT {{ a }} + {{ a }}', 'a: number'],
])('%s asks for %s', (text, expected) => {
  expect(found(text)).toBe(expected);
});

test('each place of a parameter is known', () => {
  const text = "SELECT {{ a }}, '{{ a }}'";
  const [parameter] = parametersOf(text, macros);
  expect(parameter?.places.map(({ from, to }) => text.slice(from, to))).toEqual(['{{ a }}', '{{ a }}']);
});
