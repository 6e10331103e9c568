import { expect, test } from 'vitest';
import { anonymous, type Actor } from '../../actor.ts';
import { chooseOwners } from './choose-owners.ts';

const gamma: Actor = { ...anonymous, kind: 'user', userId: 7, username: 'ana' };
const admin: Actor = { ...gamma, userId: 1, isAdmin: true };

test.each([
  { case: 'a creator owns what has no list', actor: gamma, sent: undefined, present: null, want: [7] },
  { case: 'a creator owns what has an empty list', actor: gamma, sent: [], present: null, want: [7] },
  { case: 'a creator stays among the owners he names', actor: gamma, sent: [3], present: null, want: [3, 7] },
  { case: 'an admin may create for others', actor: admin, sent: [3], present: null, want: [3] },
  { case: 'an admin owns what he creates for nobody', actor: admin, sent: [], present: null, want: [1] },
  { case: 'a write without a list changes nobody', actor: gamma, sent: undefined, present: [3, 7], want: [3, 7] },
  { case: 'an owner cannot lock himself out', actor: gamma, sent: [3], present: [7], want: [3, 7] },
  { case: 'an admin hands work over', actor: admin, sent: [3], present: [1], want: [3] },
])('owners: $case', ({ actor, sent, present, want }) => {
  expect(chooseOwners(actor, sent, present)).toEqual(want);
});
