import { expect, test } from 'vitest';
import { editorNumbers } from './editor-numbers.ts';
import { tabOf } from './tabs/tabs.ts';

test('[9.0-37] layout and timing of the editor go by the numbers of the reference', () => {
  const { syncMs, ...numbers } = editorNumbers;
  const known = new Set([5, 3, 51, 400, 10, 30, 70, 2000, 600, 100, 8000, 90, 60, 55, 50]);
  expect(Object.entries(numbers).filter(([, number]) => !known.has(number))).toEqual([]);
  expect(syncMs).toBe(5000);
  // A new tab gives three tenths to the text, the rest to what comes of it.
  expect(tabOf({ tabs: [] }, { id: 'a', maxRow: 1 }, 0)).toMatchObject({ northPercent: 30, southPercent: 70 });
});
