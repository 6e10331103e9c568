import { expect, test } from 'vitest';
import { testArguments } from './test-arguments.mjs';

test('without a path everything is tested', () => {
  expect(testArguments([])).toEqual({ isThorough: false, isWhole: true, unitPaths: [], journeyPaths: [] });
  expect(testArguments(['--thorough'])).toMatchObject({ isThorough: true, isWhole: true });
});

test('a path is a room: journeys run in the browser, the rest without it', () => {
  expect(testArguments(['server/src/jobs', './e2e/rules.spec.ts', '--thorough'])).toEqual({
    isThorough: true,
    isWhole: false,
    unitPaths: ['server/src/jobs'],
    journeyPaths: ['e2e/rules.spec.ts'],
  });
});

test('a word that is misspelt is not taken for everything', () => {
  expect(() => testArguments(['--thorouhg'])).toThrow('--thorouhg');
});
