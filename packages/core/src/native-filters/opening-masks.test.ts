import { expect, test } from 'vitest';
import { placeMissingCharts } from '../layout/charts.ts';
import { emptyLayout, type ComponentType } from '../layout/types.ts';
import { newNativeFilter, storedFilterEntry } from './definition.ts';
import { openingMasks } from './opening-masks.ts';

let count = 0;
const newId = (type: ComponentType) => `${type}-${(count += 1)}`;
const layout = placeMissingCharts(
  emptyLayout,
  [
    { id: 1, name: 'One' },
    { id: 2, name: 'Two' },
  ],
  newId,
);
const blank = newNativeFilter('NATIVE_FILTER-1');
const settingsOf = (filter: typeof blank) => ({ native_filter_configuration: [storedFilterEntry(filter)] });

test('without filters nothing reaches a chart', () => {
  expect(openingMasks({}, layout)(1)).toEqual([]);
});

test('a default acts on the charts in the scope of its filter', () => {
  const extraFormData = { filters: [{ col: 'country', op: 'IN', val: ['Chad'] }] };
  const masksOf = openingMasks(
    settingsOf({
      ...blank,
      name: 'Country',
      scope: { rootPath: ['ROOT_ID'], excluded: [2] },
      defaultMask: { extraFormData, filterState: {} },
    }),
    layout,
  );
  expect(masksOf(1)).toMatchObject([{ extraFormData, source: { kind: 'filter', id: blank.id } }]);
  expect(masksOf(2)).toEqual([]);
});

test('charts wait for a filter that needs a value, and for one that takes the first of its values', () => {
  const asked = (settings: object) =>
    openingMasks(settingsOf({ ...blank, settings: { ...blank.settings, ...settings } }), layout)(1);
  expect([asked({ enableEmptyFilter: true }), asked({ defaultToFirstItem: true })]).toEqual([null, null]);
});

test('a link brings values in place of defaults, and selections that reach the other charts', () => {
  const extraFormData = { filters: [{ col: 'country', op: 'IN', val: ['Chad'] }] };
  const charts = [1, 2].map((id) => ({ id, name: `Chart ${id}`, emits: true, datasetId: 1 }));
  const masks = { '1': { extraFormData, filterState: { value: ['Chad'] } } };
  const masksOf = openingMasks({}, layout, { masks, charts });
  expect(masksOf(2)).toMatchObject([{ extraFormData, source: { kind: 'cross_filter', chartId: 1 } }]);
  expect(masksOf(1)).toEqual([]);
  expect(openingMasks({ cross_filters_enabled: false }, layout, { masks, charts })(2)).toEqual([]);
});
