import { matchRoutes } from 'react-router';
import { expect, test } from 'vitest';
import type { Me } from '../api/me.ts';
import { routes } from '../routes.tsx';
import { mayOpen } from './page-access.ts';
import { placesFor } from './places.ts';

const user = (roles: Me['roles']): Me => ({
  id: 1,
  username: 'x',
  first_name: '',
  last_name: '',
  email: '',
  is_active: true,
  is_anonymous: false,
  login_count: 1,
  roles,
});
const people = {
  Admin: user({ Admin: [] }),
  Gamma: user({
    Gamma: [
      ['can_read', 'Chart'],
      ['can_write', 'Chart'],
      ['can_read', 'Dashboard'],
      ['can_write', 'Dashboard'],
      ['can_read', 'Dataset'],
      ['can_read', 'Database'],
      ['can_read', 'Explore'],
    ],
  }),
  Auditor: user({ Auditor: [['can_read', 'Log']] }),
  Public: user({ Public: [] }),
};
const opens = (path: string, who: Me): boolean =>
  mayOpen(
    who,
    (matchRoutes(routes, path) ?? []).map(({ route }) => ({ handle: route.handle as unknown })),
  );

test.each([
  ['/', ['Admin', 'Gamma', 'Auditor', 'Public']],
  ['/profile/', ['Admin', 'Gamma', 'Auditor', 'Public']],
  ['/tessera/dashboard/flights/', ['Admin', 'Gamma']],
  ['/explore/?slice_id=1', ['Admin', 'Gamma']],
  ['/dataset/add/', ['Admin']],
  ['/users/', ['Admin']],
  ['/roles/', ['Admin']],
  ['/rowlevelsecurity/list/', ['Admin']],
  ['/querylog/list/', ['Admin', 'Auditor']],
] as const)('[6.0] %s opens for %j', (path, expected) => {
  expect(
    Object.entries(people)
      .filter(([, who]) => opens(path, who))
      .map(([name]) => name),
  ).toEqual(expected);
});

test('whatever the bar, the menus and the palette offer to a user opens for that user', () => {
  for (const who of Object.values(people))
    for (const place of [...placesFor(who, 'main'), ...placesFor(who, 'admin'), ...placesFor(who, 'create')])
      expect([place.href, opens(place.href, who)]).toEqual([place.href, true]);
});
