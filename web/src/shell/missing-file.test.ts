import { expect, test } from 'vitest';
import { isMissingFile } from './missing-file.ts';

test.each([
  [new TypeError('Failed to fetch dynamically imported module: http://x/assets/a.js'), true],
  [new TypeError('error loading dynamically imported module'), true],
  [new TypeError('Importing a module script failed.'), true],
  [new Error('Unable to preload CSS for /assets/Datasets-x.css'), true],
  [new TypeError('x is not a function'), false],
  ['Unable to preload CSS', false],
])('%s', (error, expected) => {
  expect(isMissingFile(error)).toBe(expected);
});
