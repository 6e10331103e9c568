import { expect, test } from 'vitest';
import { readVisits, visited, type Visit } from './recent.ts';

const visit = (id: number, at: number): Visit => ({ kind: 'chart', id, title: `chart ${id}`, href: `/explore/?slice_id=${id}`, at });

test('an object that is opened again moves to the front', () => {
  const visits = [visit(3, 3), visit(2, 2), visit(1, 1)].toReversed().reduce<readonly Visit[]>(visited, []);
  expect(visited(visits, visit(1, 9)).map(({ id }) => id)).toEqual([1, 3, 2]);
});

test('at most thirty are kept', () => {
  const many = Array.from({ length: 40 }, (_, id) => visit(id, id)).reduce<readonly Visit[]>(visited, []);
  expect([many.length, many[0]?.id]).toEqual([30, 39]);
});

test('what is stored and no visit is dropped: hand-made links lead nowhere else', () => {
  const stored = JSON.stringify([visit(1, 1), { ...visit(2, 2), href: 'https://evil.example' }, { kind: 'x' }, null]);
  expect(readVisits(stored).map(({ id }) => id)).toEqual([1]);
  expect(readVisits('not json')).toEqual([]);
  expect(readVisits(null)).toEqual([]);
});
