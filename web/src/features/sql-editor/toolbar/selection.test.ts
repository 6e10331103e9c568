import { expect, test } from 'vitest';
import { emptyTabs, tabOf } from '../tabs/tabs.ts';
import { scriptOf, selectedScript } from './selection.ts';

const tab = (change: object) => tabOf(emptyTabs, { id: 'a', maxRow: 1, ...change }, 0);
const twice = 'SELECT 1;\nSELECT 2;\nSELECT 1;';

test.each([
  ['behind the cursor', { row: 2, column: 0 }, 20],
  ['before the cursor', { row: 2, column: 9 }, 20],
  ['at the first place, where the cursor is not known', { row: 99, column: 0 }, 0],
])('what is selected is found %s', (_, cursorPosition, at) => {
  expect(selectedScript(tab({ sql: twice, selectedText: 'SELECT 1;', cursorPosition }))).toEqual({
    sql: 'SELECT 1;',
    at,
  });
});

test('without a selection, or with one of blanks, everything runs', () => {
  for (const selectedText of [null, ' \n', 'not there'])
    expect(scriptOf(tab({ sql: twice, selectedText }))).toEqual({ sql: twice, at: 0 });
});
