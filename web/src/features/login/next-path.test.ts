import { expect, test } from 'vitest';
import { nextPath } from './next-path.ts';

const origin = 'http://tessera.example';

test.each([
  { next: '/dataset/list/?q=a#b', want: '/dataset/list/?q=a#b' },
  { next: null, want: '/' },
  { next: '', want: '/' },
  { next: 'https://evil.example/', want: '/' },
  { next: '//evil.example/', want: '/' },
  { next: '/\\evil.example/', want: '/' },
  { next: '/\t/evil.example/', want: '/' },
  { next: '/.//evil.example/', want: '/' },
  { next: 'javascript:alert(1)', want: '/' },
  { next: '/login/?next=/login/', want: '/' },
])('after sign-in $next leads to $want', ({ next, want }) => {
  expect(nextPath(next, origin)).toBe(want);
});
