import { expect, test } from 'vitest';
import { newNativeFilter, type NativeFilter } from './definition.ts';
import { maskOfState } from './emit.ts';
import {
  applyBlock,
  applyChosen,
  chooseValue,
  clearAll,
  keepFilterState,
  openFilterState,
  selectOnChart,
  settleFirst,
  withoutSelections,
} from './filter-state.ts';

function select(id: string, changes: Partial<NativeFilter> = {}): NativeFilter {
  return { ...newNativeFilter(id), name: id, datasetId: 1, column: id, ...changes };
}

const region = select('region', { defaultMask: { extraFormData: {}, filterState: { value: ['EU'] } } });
const city = select('city', { parentIds: ['region'] });
const filters = [region, city];
const oslo = maskOfState(city, { value: ['Oslo'] });
const filtersOfRegion = (value: readonly string[]) => ({ filters: [{ col: 'region', op: 'IN', val: value }] });

test('a dashboard opens with its defaults, whose query follows from their state', () => {
  const state = openFilterState(filters, null);
  expect(state.masks['region']).toMatchObject({ id: 'region', extraFormData: filtersOfRegion(['EU']) });
  expect(state.masks['city']?.extraFormData).toEqual({});
});

test('[42 d] a link holds: also a mask with its state alone, and selections on charts that are there', () => {
  const state = openFilterState(
    filters,
    {
      region: { filterState: { value: ['US'] } },
      gone: { extraFormData: filtersOfRegion(['XX']), filterState: { value: ['XX'] } },
      7: { extraFormData: { filters: [{ col: 'city', op: 'IN', val: ['Rome'] }] }, filterState: { value: ['Rome'] } },
      9: { extraFormData: { filters: [{ col: 'city', op: 'IN', val: ['Rome'] }] }, filterState: {} },
    },
    [7],
  );
  expect(state.masks['region']?.extraFormData).toEqual(filtersOfRegion(['US']));
  expect(Object.keys(state.masks).toSorted()).toEqual(['7', 'city', 'region']);
});

test('a choice acts when it is applied, and the choice that acts already is none', () => {
  const opened = openFilterState(filters, null);
  expect(applyBlock(opened, filters)).toBe('Nothing has changed');
  const chosen = chooseValue(opened, 'city', oslo);
  expect(chosen.masks).toBe(opened.masks);
  expect(applyBlock(chosen, filters)).toBeNull();
  const applied = applyChosen(chosen);
  expect(applied.masks['city']).toMatchObject(oslo);
  expect(applied.chosen).toEqual({});
  expect(chooseValue(applied, 'city', maskOfState(city, { value: ['Oslo'] })).chosen).toEqual({});
  // [42 c] One choice changes no other.
  expect(applied.masks['region']).toBe(opened.masks['region']);
});

test('[42 e] a required filter without a value holds Apply back, and says which', () => {
  const required = select('region', { settings: { enableEmptyFilter: true } });
  const state = chooseValue(openFilterState([required, city], null), 'city', oslo);
  expect(applyBlock(state, [required, city])).toBe('"region" needs a value');
  expect(applyBlock(state, [city], [required])).toBeNull();
  expect(state.masks['region']?.extraFormData).toEqual({
    adhoc_filters: [{ expressionType: 'SQL', clause: 'WHERE', sqlExpression: '1 = 0' }],
  });
});

test('a filter that takes its first value is awaited, unless a link has one for it', () => {
  const first = select('region', { settings: { defaultToFirstItem: true } });
  const opened = openFilterState([first, city], null);
  expect([...opened.awaited]).toEqual(['region']);
  const settled = settleFirst(opened, 'region', maskOfState(first, { value: ['AF'] }));
  expect(settled.awaited.size).toBe(0);
  expect(settled.masks['region']?.extraFormData).toEqual(filtersOfRegion(['AF']));
  expect(settleFirst(settled, 'region', null)).toBe(settled);
  expect(openFilterState([first], { region: { filterState: { value: ['US'] } } }).awaited.size).toBe(0);
});

test('clearing empties filters and selections; defaults do not come back', () => {
  const selected = selectOnChart(openFilterState(filters, null), 7, oslo);
  expect(selected.masks['7']).toMatchObject({ id: '7', ...oslo });
  const cleared = applyChosen(clearAll(selected, filters));
  expect(Object.keys(cleared.masks).toSorted()).toEqual(['city', 'region']);
  expect(cleared.masks['region']?.extraFormData).toEqual({});
  expect(withoutSelections(selected, filters).masks['region']).toBe(selected.masks['region']);
  expect(selectOnChart(selected, 7, null).masks['7']).toBeUndefined();
});

test('[4.4] filters that their author changed: equal ones keep what is set, others begin anew', () => {
  const set = applyChosen(chooseValue(openFilterState(filters, null), 'city', oslo));
  const changed = select('city', { settings: { multiSelect: false }, stored: { name: 'new' } });
  const added = select('airline', { defaultMask: { extraFormData: {}, filterState: { value: ['AA'] } } });
  const kept = keepFilterState(set, filters, [region, changed, added]);
  expect(kept.masks['city']?.filterState['value']).toBeNull();
  expect(kept.masks['airline']?.filterState['value']).toEqual(['AA']);
  expect(kept.masks['region']).toBe(set.masks['region']);
  expect(Object.keys(keepFilterState(set, filters, [region]).masks)).toEqual(['region']);
  const required = { ...changed, settings: { enableEmptyFilter: true } };
  expect(keepFilterState(set, filters, [region, required]).masks['city']).toMatchObject(oslo);
});
