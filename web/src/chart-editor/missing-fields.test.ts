import { expect, test } from 'vitest';
import { flights, lines } from './editor-fixtures.ts';
import { keyOf, missingFields, replaceFields } from './missing-fields.ts';

const has = flights.columns[0]?.name ?? '';
const metric = flights.metrics[0]?.name ?? '';
const average = { expressionType: 'SIMPLE', aggregate: 'AVG', column: { column_name: 'delai' }, label: 'Mean' };
const form = {
  viz_type: 'lines',
  metrics: [metric, 'gone_metric', average],
  groupby: [has, 'gone'],
  adhoc_filters: [{ expressionType: 'SIMPLE', clause: 'WHERE', subject: 'gone', operator: '==', comparator: 'x' }],
};

test('a form that names what the dataset no longer has says which names, each once', () => {
  expect(missingFields(lines, form, flights)).toEqual([
    { what: 'metric', name: 'gone_metric' },
    { what: 'column', name: 'delai' },
    { what: 'column', name: 'gone' },
  ]);
  expect(missingFields(lines, { ...form, metrics: [metric], groupby: [has], adhoc_filters: [] }, flights)).toEqual([]);
});

test('other names take their places wherever they stand, and what is taken out is gone', () => {
  const replaced = replaceFields(
    lines,
    form,
    new Map([
      [keyOf({ what: 'column', name: 'gone' }), has],
      [keyOf({ what: 'metric', name: 'gone_metric' }), null],
    ]),
  );
  expect(replaced).toMatchObject({
    metrics: [metric, average],
    adhoc_filters: [{ subject: has, comparator: 'x' }],
  });
  expect(replaced['groupby']).toEqual([has]);
  expect(missingFields(lines, replaced, flights)).toEqual([{ what: 'column', name: 'delai' }]);
});
