import { afterEach, expect, test, vi } from 'vitest';
import { isMissingFile, missingFileOf, reasonOf } from './missing-file.ts';

afterEach(() => vi.unstubAllGlobals());

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

test('the file is the one that the complaint names, where it names one', () => {
  expect(missingFileOf(new Error('Unable to preload CSS for /assets/Dialog-x.css'))).toBe('/assets/Dialog-x.css');
  expect(missingFileOf(new TypeError('Failed to fetch dynamically imported module: http://x/assets/a-1.js'))).toBe(
    'http://x/assets/a-1.js',
  );
  expect(missingFileOf(new TypeError('Importing a module script failed.'))).toBeNull();
});

test.each([
  ['nobody answers', () => Promise.reject(new TypeError('Failed to fetch')), 'unreachable'],
  ['the server is in trouble', async () => new Response('', { status: 502 }), 'unreachable'],
  ['the server has other files now', async () => new Response('', { status: 404 }), 'updated'],
  ['the file is there', async () => new Response('x'), 'passing'],
])('%s: %s', async (_, answer, reason) => {
  vi.stubGlobal('fetch', answer);
  expect(await reasonOf(new Error('Unable to preload CSS for /assets/Dialog-x.css'))).toBe(reason);
});

test('a complaint without a name of a server that answers is taken for an update', async () => {
  vi.stubGlobal('fetch', async () => new Response('OK'));
  expect(await reasonOf(new TypeError('Importing a module script failed.'))).toBe('updated');
});
