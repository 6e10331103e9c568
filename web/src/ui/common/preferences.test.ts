import { expect, test } from 'vitest';
import { readDensity, readTheme, themeMode } from './preferences.ts';

test('the page follows the system until a user chooses', () => {
  expect(themeMode({ theme: 'system', systemDark: true })).toBe('dark');
  expect(themeMode({ theme: 'system', systemDark: false })).toBe('light');
  expect(themeMode({ theme: 'light', systemDark: true })).toBe('light');
});

test('what is stored and unknown means the default', () => {
  expect([readTheme('dark'), readTheme('sepia'), readTheme(null)]).toEqual(['dark', 'system', 'system']);
  expect([readDensity('compact'), readDensity('x'), readDensity(null)]).toEqual([
    'compact',
    'comfortable',
    'comfortable',
  ]);
});
