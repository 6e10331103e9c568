import { buildQueryCases } from '@tessera/core/fixtures/build-query';
import { expect, test } from 'vitest';
import { isVizType, plugins, vizEntryOf } from './registry.ts';
import { unreadSettings } from './unread-settings.ts';

test('[5.0-04] settings that cannot be read are named with what is stored, empty and absent ones are not', async () => {
  const { controls } = await plugins.pie.load();
  const form = {
    groupby: { a: 1 },
    metric: 12,
    row_limit: 'many',
    label_type: 'gone',
    show_legend: '',
    date_format: null,
  };
  expect(unreadSettings(controls, form).map(({ name, stored }) => [name, stored])).toEqual([
    ['groupby', '{"a":1}'],
    ['metric', '12'],
    ['row_limit', '"many"'],
    ['label_type', '"gone"'],
  ]);
  expect(unreadSettings(controls, { groupby: ['a'], metric: 'count', row_limit: '50', constructor: 'x' })).toEqual([]);
});

test.each(['echarts_timeseries_line', 'mixed_timeseries', 'big_number', 'partition'] as const)(
  'no rolling window in the words of earlier charts is read in %s',
  async (type) => {
    const { controls } = await plugins[type].load();
    const form = { rolling_type: 'None', rolling_type_b: 'None' };
    expect(unreadSettings(controls, form)).toEqual([]);
    expect(unreadSettings(controls, { rolling_type: 'gone' })).toHaveLength(1);
  },
);

test('what is stored is shortened', async () => {
  const { controls } = await plugins.pie.load();
  const [unread] = unreadSettings(controls, { metric: { aggregate: 'x'.repeat(5000) } });
  expect(unread?.stored.length).toBeLessThan(60);
});

const cases = buildQueryCases.filter(({ type }) => isVizType(type));

test.each(cases)('what $type of another product has saved is read: $name', async ({ type, form }) => {
  const viz = await vizEntryOf(type)?.load();
  expect(viz && unreadSettings(viz.controls, form)).toEqual([]);
});
