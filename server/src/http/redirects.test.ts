import { expect, test } from 'vitest';
import { safePath } from './redirects.ts';

test.each([
  '//evil',
  '/\\evil',
  'https:evil',
  'https://evil',
  '%2f%2fevil',
  '/%2f%2fevil',
  '/%5cevil',
  'javascript:alert(1)',
  '/\t/evil',
  '\\\\evil',
  '',
  undefined,
  7,
  '///evil',
  '/a\\b',
])('%j leads home', (next) => {
  expect(safePath(next)).toBe('/');
});

test.each(['/', '/dashboard/list/', '/tessera/dashboard/1/?native_filters=(a:1)#TAB-1', '/explore/?slice_id=3'])(
  '%s is followed',
  (next) => {
    expect(safePath(next)).toBe(next);
  },
);
