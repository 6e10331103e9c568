import { expect, test } from 'vitest';
import { holds, isAdmin, mayChange, nameOf } from './me.ts';

const gamma = {
  roles: {
    Gamma: [
      ['can_read', 'Chart'],
      ['can_csv', 'Tessera'],
    ] as const,
  },
};

test('[6.0-01] permissions are found by name and view', () => {
  expect(holds(gamma, 'can_csv', 'Tessera')).toBe(true);
  expect(holds(gamma, 'can_csv', 'Chart')).toBe(false);
  expect(holds(gamma, 'can_write', 'Chart')).toBe(false);
});

test('[6.0-02] any role named admin, in any case, has every permission', () => {
  expect(isAdmin({ roles: { aDmIn: [] } })).toBe(true);
  expect(holds({ roles: { ADMIN: [] } }, 'can_write', 'Dashboard')).toBe(true);
  expect(isAdmin(gamma)).toBe(false);
});

test('a user without names shows by user name', () => {
  expect(nameOf({ first_name: 'Ada', last_name: 'Byron', username: 'ada' })).toBe('Ada Byron');
  expect(nameOf({ first_name: '', last_name: null, username: 'ada' })).toBe('ada');
});

test('an object is changed by its owners and by admins, never without the pair', () => {
  const writer = { id: 3, roles: { Alpha: [['can_write', 'Dataset']] as const } };
  expect(mayChange(writer, 'Dataset', { owners: [{ id: 3 }] })).toBe(true);
  expect(mayChange(writer, 'Dataset', { owners: [{ id: 4 }] })).toBe(false);
  expect(mayChange({ id: 3, ...gamma }, 'Dataset', { owners: [{ id: 3 }] })).toBe(false);
  expect(mayChange({ id: 9, roles: { Admin: [] } }, 'Dataset', { owners: [] })).toBe(true);
  expect(mayChange(undefined, 'Dataset', { owners: [] })).toBe(false);
});
