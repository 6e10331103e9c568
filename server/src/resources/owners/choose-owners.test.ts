import { expect, test } from 'vitest';
import { anonymous, type Principal } from '../../principal.ts';
import { chooseOwners } from './choose-owners.ts';

const gamma: Principal = { ...anonymous, kind: 'user', userId: 7, username: 'ana' };
const admin: Principal = { ...gamma, userId: 1, isAdmin: true };

test.each([
  { case: 'a creator owns what has no list', principal: gamma, sent: undefined, present: null, want: [7] },
  { case: 'a creator owns what has an empty list', principal: gamma, sent: [], present: null, want: [7] },
  { case: 'a creator stays among the owners he names', principal: gamma, sent: [3], present: null, want: [3, 7] },
  { case: 'an admin may create for others', principal: admin, sent: [3], present: null, want: [3] },
  { case: 'an admin owns what he creates for nobody', principal: admin, sent: [], present: null, want: [1] },
  { case: 'a write without a list changes nobody', principal: gamma, sent: undefined, present: [3, 7], want: [3, 7] },
  { case: 'an owner cannot lock himself out', principal: gamma, sent: [3], present: [7], want: [3, 7] },
  { case: 'an admin hands work over', principal: admin, sent: [3], present: [1], want: [3] },
])('owners: $case', ({ principal, sent, present, want }) => {
  expect(chooseOwners(principal, sent, present)).toEqual(want);
});
