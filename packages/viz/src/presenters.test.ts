import { tableOf } from '@tessera/core/table';
import { expect, test } from 'vitest';
import { presenterOf } from './presenters.ts';
import { plugins } from './registry.ts';

const table = tableOf([
  { name: 'n', kind: 'numeric', values: [0.5, 1234] },
  { name: 'm', kind: 'numeric', values: [1, 2] },
]);

test.each(Object.entries(plugins))('%s presents its rows as threads of the server do', async (type, entry) => {
  const form = { viz_type: type, column_config: { n: { d3NumberFormat: ',d', visible: true }, m: { visible: false } } };
  const viz = await entry.load();
  expect(viz.present(table, form, { n: 'Number' })).toEqual(presenterOf(type).present(table, form, { n: 'Number' }));
});

test('a table presents formats and names on screen, and leaves hidden columns out; other types give the rows', () => {
  const form = { column_config: { n: { d3NumberFormat: ',d' }, m: { visible: false } } };
  const shown = presenterOf('table').present(table, form, { n: 'Number' }).table;
  expect([...shown.columns.values()].map(({ name, values }) => [name, values])).toEqual([['Number', ['1', '1,234']]]);
  expect([...presenterOf('pie').present(table, form, { n: 'Number' }).table.columns.keys()]).toEqual(['Number', 'm']);
});

test('what a presenter reads is enough: the rest of the form changes nothing', () => {
  for (const type of ['table', 'pivot_table_v2']) {
    const { reads, present } = presenterOf(type);
    const form = {
      column_config: { n: { d3NumberFormat: ',d' } },
      groupbyRows: ['m'],
      metrics: ['n'],
      rowTotals: true,
    };
    const picked = Object.fromEntries(Object.entries(form).filter(([key]) => reads.includes(key)));
    expect(present(table, picked, {})).toEqual(present(table, form, {}));
  }
});
