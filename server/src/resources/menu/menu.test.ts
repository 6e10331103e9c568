import { expect, test } from 'vitest';
import { translate } from '@tessera/core/messages';
import { anonymous } from '../../principal.ts';
import { menuOf } from './routes.ts';

const english = translate();

test('the menu leads where a user may read, and an admin everywhere', () => {
  expect(menuOf(anonymous, english)).toEqual([]);
  expect(menuOf({ ...anonymous, kind: 'user', userId: 1, grants: new Set(['can_read Chart']) }, english)).toEqual([
    { name: 'Charts', label: 'Charts', icon: 'chart', url: '/chart/list/' },
  ]);
  expect(menuOf({ ...anonymous, kind: 'user', userId: 1, isAdmin: true }, english).map(({ url }) => url)).toContain(
    '/users/',
  );
});
