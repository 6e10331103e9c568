import { expect, test } from 'vitest';
import { draftOf, emptyUser, inputOf, mergeUser, wordsOf } from './user-draft.ts';

const ana = { id: 3, username: 'ana', first_name: 'Ana', last_name: 'Bell', email: 'ana@example.com', active: true, last_login: null, login_count: 0, roles: [{ id: 2, name: 'Alpha' }], version: 4 };
const base = draftOf(ana);

test('an empty password is not sent, roles are sent as numbers', () => {
  expect(inputOf(base)).toEqual({ username: 'ana', first_name: 'Ana', last_name: 'Bell', email: 'ana@example.com', active: true, roles: [2] });
  expect(inputOf({ ...emptyUser, password: 'secret' })).toMatchObject({ password: 'secret', roles: [] });
});

test('of two changes to one person nothing is lost', () => {
  const mine = { ...base, first_name: 'Anna', roles: ['2', '3'], password: 'a new one' };
  const theirs = { ...base, first_name: 'Anne', last_name: 'Belle', active: false };
  expect(mergeUser(base, mine, theirs)).toEqual({ draft: { ...mine, last_name: 'Belle', active: false }, taken: ['last_name', 'active'], kept: ['first_name'] });
});

test('the same change by both is no conflict', () => {
  const changed = { ...base, email: 'new@example.com' };
  expect(mergeUser(base, changed, changed)).toEqual({ draft: changed, taken: [], kept: [] });
});

test('what someone else wrote is told in words', () => {
  expect([wordsOf('first_name', ana), wordsOf('roles', ana), wordsOf('active', { ...ana, active: false })]).toEqual(['Ana', 'Alpha', 'Deactivated']);
});
