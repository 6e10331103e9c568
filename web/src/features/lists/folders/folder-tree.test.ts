import { expect, test } from 'vitest';
import { childrenOf, folderChoices, pathOf } from './folder-tree.ts';

const folder = (id: number, name: string, parent_id: number | null) => ({ id, name, parent_id });
const folders = [folder(3, 'Deep', 2), folder(2, 'EU', 1), folder(1, 'Sales', null), folder(5, 'Shared', 99)];
const namesOf = (some: readonly { readonly name: string }[]) => some.map(({ name }) => name);

test('a path leads from the top to the folder, as far as it is seen', () => {
  expect(namesOf(pathOf(folders, 3))).toEqual(['Sales', 'EU', 'Deep']);
  expect(namesOf(pathOf(folders, 5))).toEqual(['Shared']);
  expect(pathOf(folders, null)).toEqual([]);
  expect(pathOf(folders, 4711)).toEqual([]);
  expect(namesOf(pathOf([folder(1, 'A', 2), folder(2, 'B', 1)], 1))).toEqual(['B', 'A']);
});

test('a folder whose parent is out of sight stands at the top', () => {
  expect(namesOf(childrenOf(folders, null))).toEqual(['Sales', 'Shared']);
  expect(namesOf(childrenOf(folders, 1))).toEqual(['EU']);
});

test('choices are whole paths, without a folder and what is below it', () => {
  expect(folderChoices(folders).map(({ label }) => label)).toEqual([
    'Sales',
    'Sales / EU',
    'Sales / EU / Deep',
    'Shared',
  ]);
  expect(folderChoices(folders, 2).map(({ value }) => value)).toEqual(['1', '5']);
});
