import { expect, test } from 'vitest';
import { mergeForm } from '../../ui/fields/use-shared-form.ts';
import { draftOf, emptyUser, inputOf, userForm } from './user-draft.ts';

const ana = {
  id: 3,
  username: 'ana',
  first_name: 'Ana',
  last_name: 'Bell',
  email: 'ana@example.com',
  active: true,
  last_login: null,
  login_count: 0,
  roles: [{ id: 2, name: 'Alpha' }],
  version: 4,
};
const base = draftOf(ana);

test('an empty password is not sent, roles are sent as numbers', () => {
  expect(inputOf(base)).toEqual({
    username: 'ana',
    first_name: 'Ana',
    last_name: 'Bell',
    email: 'ana@example.com',
    active: true,
    roles: [2],
  });
  expect(inputOf({ ...emptyUser, password: 'secret' })).toMatchObject({ password: 'secret', roles: [] });
});

test('of two changes to one user nothing is lost', () => {
  const mine = { ...base, first_name: 'Anna', roles: ['2', '3'], password: 'a new one' };
  const theirs = { ...ana, first_name: 'Anne', last_name: 'Belle', active: false };
  expect(mergeForm(userForm, ana, mine, theirs)).toEqual({
    draft: { ...mine, last_name: 'Belle', active: false },
    news: { taken: ['Last name', 'State'], clashes: [{ label: 'First name', theirs: 'Anne' }] },
  });
});

test('the same change by both is no conflict', () => {
  const changed = { ...base, email: 'new@example.com' };
  expect(mergeForm(userForm, ana, changed, { ...ana, email: 'new@example.com' })).toEqual({
    draft: changed,
    news: { taken: [], clashes: [] },
  });
});

test('what someone else wrote is summarised', () => {
  const { wordsOf } = userForm;
  expect([wordsOf('first_name', ana), wordsOf('roles', ana), wordsOf('active', { ...ana, active: false })]).toEqual([
    'Ana',
    'Alpha',
    'Deactivated',
  ]);
});
