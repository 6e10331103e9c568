import { expect, test } from 'vitest';
import { holds, isAdmin, nameOf } from './me.ts';

const gamma = { roles: { Gamma: [['can_read', 'Chart'], ['can_csv', 'Tessera']] as const } };

test('[6.0-01] permissions are held by name and view', () => {
  expect(holds(gamma, 'can_csv', 'Tessera')).toBe(true);
  expect(holds(gamma, 'can_csv', 'Chart')).toBe(false);
  expect(holds(gamma, 'can_write', 'Chart')).toBe(false);
});

test('[6.0-02] any role named admin, in any case, has every permission', () => {
  expect(isAdmin({ roles: { aDmIn: [] } })).toBe(true);
  expect(holds({ roles: { ADMIN: [] } }, 'can_write', 'Dashboard')).toBe(true);
  expect(isAdmin(gamma)).toBe(false);
});

test('a person without names shows by user name', () => {
  expect(nameOf({ first_name: 'Ada', last_name: 'Byron', username: 'ada' })).toBe('Ada Byron');
  expect(nameOf({ first_name: '', last_name: null, username: 'ada' })).toBe('ada');
});
