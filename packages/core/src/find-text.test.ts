import { expect, test } from 'vitest';
import { findText, placesOf } from './find-text.ts';

test('a text is found where indexOf finds it', () => {
  const texts = ['', 'a', 'ab', 'aab', 'abaababaab', 'aaaaab', 'baaaa', 'abcabcabd', 'ab\nab'];
  for (const text of texts)
    for (const sought of texts)
      for (const from of [0, 1, 3].filter((one) => one <= text.length))
        expect([text, sought, from, findText(text, sought, { from })]).toEqual([
          text,
          sought,
          from,
          text.indexOf(sought, from),
        ]);
  expect([...placesOf('aaaa', 'aa')]).toEqual([0, 1, 2]);
  expect(findText('abab', 'ab', { from: 1, end: 3 })).toBe(-1);
});

test('[attack 61] half a megabyte of one letter is looked for at once', () => {
  expect(findText('a'.repeat(500_000), `ab${'a'.repeat(250_000)}`)).toBe(-1);
});
