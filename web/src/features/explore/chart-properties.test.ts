import { expect, test } from 'vitest';
import { chartForm, propertiesPatch } from './chart-properties.ts';
import type { SavedChart } from '../../chart-editor/draft.ts';

const stored: SavedChart = {
  id: 3,
  name: 'Sales',
  version: 4,
  ownerIds: [7, 9],
  owners: [
    { id: 7, name: 'Ada Lovelace' },
    { id: 9, name: 'Grace Hopper' },
  ],
  dashboards: [],
  description: '',
  cacheTimeout: null,
  tags: [{ id: 7, name: 'weekly' }],
  certifiedBy: '',
  certificationDetails: '',
  changedOn: null,
  changedBy: null,
};

test('what another user stored is reported in words', () => {
  expect(chartForm.wordsOf('name', stored)).toBe('Sales');
  expect(chartForm.wordsOf('owners', stored)).toBe('Ada Lovelace, Grace Hopper');
  expect(chartForm.wordsOf('tags', stored)).toBe('weekly');
  expect(chartForm.wordsOf('cacheTimeout', stored)).toBe('');
  expect(chartForm.wordsOf('cacheTimeout', { ...stored, cacheTimeout: 60 })).toBe('60');
});

test('empty texts are sent as nothing, and details go with the user who certifies', () => {
  const form = { ...chartForm.draftOf(stored), name: ' Sales ', description: ' ', details: 'Checked' };
  expect(propertiesPatch(form)).toEqual({
    slice_name: 'Sales',
    description: null,
    cache_timeout: null,
    certified_by: null,
    certification_details: null,
    owners: [7, 9],
  });
  expect(propertiesPatch({ ...form, certifiedBy: ' Ada ' })).toMatchObject({
    certified_by: 'Ada',
    certification_details: 'Checked',
  });
});
