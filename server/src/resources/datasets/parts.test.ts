import { expect, test } from 'vitest';
import { guessMainTime, isSimpleMetric } from './guess.ts';
import { compareColumns } from './sync.ts';

const temporal = (...names: readonly string[]) => names.map((column_name) => ({ column_name, is_dttm: true }));

test.each([
  { case: 'the only time', columns: temporal('opened'), want: 'opened' },
  {
    case: 'the event over the record',
    columns: temporal('updated_at', 'created_at', 'order_date'),
    want: 'order_date',
  },
  { case: 'a plain name over a compound one', columns: temporal('ship_date', 'date'), want: 'date' },
  { case: 'created when there is nothing better', columns: temporal('updated_at', 'created_at'), want: 'created_at' },
  { case: 'never the birthday first', columns: temporal('birth_date', 'visit_time'), want: 'visit_time' },
  { case: 'nothing temporal', columns: [{ column_name: 'date', is_dttm: false }], want: null },
])('main time column: $case', ({ columns, want }) => {
  expect(guessMainTime(columns)).toBe(want);
});

test('[5.0-17] metric expressions of the simple form', () => {
  for (const expression of ['SUM(amount)', 'avg(x_1)', 'LONGSUM(a)', 'DOUBLEMAX(a)', 'FLOATMIN(b)', 'COUNT(id)'])
    expect([expression, isSimpleMetric(expression)]).toEqual([expression, true]);
  for (const expression of [
    'SUM(a) / 2',
    'MEDIAN(a)',
    'SUM()',
    'SUM(a',
    'COUNT(DISTINCT a)',
    'SUM(a); DROP',
    'INTSUM(a)',
    'SUM((SELECT 1))',
  ])
    expect([expression, isSimpleMetric(expression)]).toEqual([expression, false]);
});

test('columns that came, went and changed their type; calculated ones are left alone', () => {
  const saved = [
    { column_name: 'id', type: 'INTEGER', type_generic: 0, expression: null },
    { column_name: 'gone', type: 'VARCHAR', type_generic: 1, expression: null },
    { column_name: 'when', type: 'VARCHAR', type_generic: 1, expression: null },
    { column_name: 'twice', type: null, type_generic: null, expression: 'id * 2' },
  ];
  const column = (column_name: string, type: string) => ({
    column_name,
    type,
    type_generic: 0,
    is_dttm: false,
    groupby: true,
    filterable: true,
    description: null,
  });
  expect(compareColumns(saved, [column('id', 'INTEGER'), column('when', 'TIMESTAMP'), column('new', 'DATE')])).toEqual({
    added: ['new'],
    removed: ['gone'],
    changed: [{ name: 'when', from: 'VARCHAR', to: 'TIMESTAMP' }],
  });
});
