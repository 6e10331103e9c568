import { expect, test } from 'vitest';
import type { Comment } from '../../../api/comments.ts';
import { openCount, threadsOf } from './threads.ts';

const comment = (id: number, changes: Partial<Comment> = {}): Comment => ({
  id,
  chart_id: null,
  parent_id: null,
  text: 'x',
  state: null,
  mentions: [],
  created_by: null,
  created_on: '',
  changed_on: '',
  resolved_on: null,
  resolved_by: null,
  can_edit: false,
  can_delete: false,
  ...changes,
});

test('answers stand below what they answer, the newest thread first; resolved ones come when asked for', () => {
  const all = [
    comment(1, { chart_id: 7 }),
    comment(2, { parent_id: 1, chart_id: 7 }),
    comment(3, { resolved_on: 'then' }),
    comment(4),
  ];
  const ids = (chartId: number | null, withResolved: boolean) =>
    threadsOf(all, chartId, withResolved).map(({ first, answers }) => [first.id, ...answers.map(({ id }) => id)]);
  expect(ids(null, false)).toEqual([[4], [1, 2]]);
  expect(ids(null, true)).toEqual([[4], [3], [1, 2]]);
  expect(ids(7, true)).toEqual([[1, 2]]);
  const named = (id: number) => threadsOf(all, null, false, id).map(({ first }) => first.id);
  expect([named(3), named(2)]).toEqual([
    [4, 3, 1],
    [4, 1],
  ]);
  expect([openCount(all, null), openCount(all, 7), openCount(all, 8)]).toEqual([2, 1, 0]);
});
