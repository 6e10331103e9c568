import { expect, test } from 'vitest';
import { readRanges } from './embedded-fonts.ts';

test('ranges of a face are read as style sheets write them; a face without one has every letter', () => {
  expect(readRanges('U+0-FF, U+2122, U+4??')).toEqual([
    [0, 0xff],
    [0x2122, 0x2122],
    [0x400, 0x4ff],
  ]);
  expect(readRanges('')).toEqual([[0, 0x10ffff]]);
});
