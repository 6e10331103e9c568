import { expect, test } from 'vitest';
import { mergeProperties, propertiesOf, propertiesPatch, propertyWords } from './chart-properties.ts';
import type { SavedChart } from './saved-chart.ts';

const stored: SavedChart = {
  id: 3, name: 'Sales', version: 4, ownerIds: [7], owners: [{ id: 7, name: 'Ada Lovelace' }], dashboards: [], description: '', cacheTimeout: null, certifiedBy: '', certificationDetails: '', changedOn: null, changedBy: null,
};

test('two people change the properties of one chart: both are kept, and where they clash mine stands and theirs is told', () => {
  const base = propertiesOf(stored);
  const theirs = { ...stored, name: 'Revenue', description: 'Of all shops', ownerIds: [7, 9], owners: [...stored.owners, { id: 9, name: 'Grace Hopper' }] };
  const merge = mergeProperties(base, { ...base, name: 'Sales by day', cacheTimeout: 60, owners: ['8'] }, propertiesOf(theirs));
  expect(merge.draft).toEqual({ ...base, name: 'Sales by day', description: 'Of all shops', cacheTimeout: 60, owners: ['8'] });
  expect([merge.taken, merge.kept]).toEqual([['description'], ['name', 'owners']]);
  expect(merge.kept.map((field) => propertyWords(field, theirs))).toEqual(['Revenue', 'Ada Lovelace, Grace Hopper']);
  expect(propertyWords('cacheTimeout', theirs)).toBe('');
});

test('empty texts are sent as nothing, and details go with the person who certifies', () => {
  const form = { ...propertiesOf(stored), name: ' Sales ', description: ' ', details: 'Checked' };
  expect(propertiesPatch(form)).toEqual({ slice_name: 'Sales', description: null, cache_timeout: null, certified_by: null, certification_details: null, owners: [7] });
  expect(propertiesPatch({ ...form, certifiedBy: ' Ada ' })).toMatchObject({ certified_by: 'Ada', certification_details: 'Checked' });
});
