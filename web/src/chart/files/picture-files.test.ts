import { expect, test } from 'vitest';
import { imageScale } from './picture-files.ts';

test('an image has two pixels for each of the screen, and fewer where a canvas could not hold them', () => {
  expect(imageScale(1400, 900)).toBe(2);
  expect(imageScale(1400, 40_000) * 40_000).toBeLessThanOrEqual(32_767);
  expect(imageScale(14_000, 14_000) * 14_000).toBeLessThanOrEqual(16_384);
});
