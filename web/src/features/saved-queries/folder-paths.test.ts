import { expect, test } from 'vitest';
import { foldersIn, pathTo } from './folder-paths.ts';

const paths = ['finance', 'finance/2026/q1', 'finance/2026/q2', 'finances', 'ops/alerts'];

test('folders are read from the paths of queries, those between as well', () => {
  expect(foldersIn(paths, null).map(({ path }) => path)).toEqual(['finance', 'finances', 'ops']);
  expect(foldersIn(paths, 'finance')).toEqual([{ name: '2026', path: 'finance/2026' }]);
  expect(foldersIn(paths, 'finance/2026').map(({ name }) => name)).toEqual(['q1', 'q2']);
  expect(foldersIn(paths, 'ops/alerts')).toEqual([]);
});

test('the way to a folder leads through those around it', () => {
  expect(pathTo('finance/2026')).toEqual([
    { name: 'finance', path: 'finance' },
    { name: '2026', path: 'finance/2026' },
  ]);
  expect(pathTo(null)).toEqual([]);
});
