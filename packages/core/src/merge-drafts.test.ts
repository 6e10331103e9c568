import { expect, test } from 'vitest';
import { mergeDrafts } from './merge-drafts.ts';

const base = { name: 'a', note: '', size: 1, list: ['1', '2'], secret: '' };
const fields = ['name', 'note', 'size', 'list'] as const;

test('what one of two users changed is taken, what both changed stays as this one wrote it', () => {
  const mine = { ...base, name: 'mine', note: 'mine', secret: 'typed' };
  const theirs = { ...base, name: 'theirs', size: 2 };
  expect(mergeDrafts(fields, base, mine, theirs)).toEqual({
    draft: { ...mine, size: 2 },
    taken: ['size'],
    kept: ['name'],
  });
});

test('the same change by both, and the same choices in another order, are no conflict', () => {
  const changed = { ...base, name: 'b', list: ['2', '1'] };
  expect(mergeDrafts(fields, base, changed, { ...changed, list: ['1', '2'] })).toEqual({
    draft: changed,
    taken: [],
    kept: [],
  });
  expect(mergeDrafts(fields, base, { ...base, list: ['1', '3'] }, { ...base, list: ['3', '1'] }).kept).toEqual([]);
  expect(mergeDrafts(fields, base, { ...base, list: ['1', '3'] }, { ...base, list: ['1'] }).kept).toEqual(['list']);
});

test('fields that the server does not keep are never taken over', () => {
  expect(mergeDrafts(fields, base, base, { ...base, secret: 'theirs' })).toEqual({ draft: base, taken: [], kept: [] });
});

test('settings that say the same are the same, whatever the order of their keys', () => {
  const settings = { filters: { a: 1, b: [2] }, list: [{ id: 1, on: true }] };
  const read = { filters: { b: [2], a: 1 }, list: [{ on: true, id: 1 }] };
  expect(mergeDrafts(['filters', 'list'], settings, { ...settings, filters: { a: 9, b: [2] } }, read)).toEqual({
    draft: { ...settings, filters: { a: 9, b: [2] } },
    taken: [],
    kept: [],
  });
});
