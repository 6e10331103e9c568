import { expect, test } from 'vitest';
import { anonymous } from '../../actor.ts';
import { menuOf } from './routes.ts';

test('the menu leads where a person may read, and an admin everywhere', () => {
  expect(menuOf(anonymous)).toEqual([]);
  expect(menuOf({ ...anonymous, kind: 'user', userId: 1, grants: new Set(['can_read Chart']) })).toEqual([
    { name: 'Charts', label: 'Charts', icon: 'chart', url: '/chart/list/' },
  ]);
  expect(menuOf({ ...anonymous, kind: 'user', userId: 1, isAdmin: true }).map(({ url }) => url)).toContain('/users/');
});
