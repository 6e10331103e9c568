import { holds, isAdmin, type Me } from '../api/me.ts';

/** A page that the bar, the palette and the keyboard lead to. `key` follows `g`. */
export type Place = {
  readonly label: string;
  readonly href: string;
  readonly key?: string;
  readonly visible: (person: Me) => boolean;
};

export const places: readonly Place[] = [
  {
    label: 'Dashboards',
    href: '/dashboard/list/',
    key: 'd',
    visible: (person) => holds(person, 'can_read', 'Dashboard'),
  },
  { label: 'Charts', href: '/chart/list/', key: 'c', visible: (person) => holds(person, 'can_read', 'Chart') },
  { label: 'Datasets', href: '/dataset/list/', key: 's', visible: (person) => holds(person, 'can_read', 'Dataset') },
];

/** Pages of those who run the installation. */
export const adminPlaces: readonly Place[] = [
  {
    label: 'Databases',
    href: '/databaseview/list/',
    key: 'b',
    visible: (person) => holds(person, 'can_write', 'Database'),
  },
  {
    label: 'Annotation layers',
    href: '/annotationlayer/list/',
    key: 'a',
    visible: (person) => holds(person, 'can_write', 'Annotation'),
  },
  { label: 'Users', href: '/users/', key: 'u', visible: isAdmin },
  { label: 'Roles', href: '/roles/', key: 'r', visible: isAdmin },
  {
    label: 'Row-level rules',
    href: '/rowlevelsecurity/list/',
    key: 'l',
    visible: (person) => holds(person, 'can_read', 'RowLevelSecurity'),
  },
  { label: 'Query log', href: '/querylog/list/', key: 'q', visible: (person) => holds(person, 'can_read', 'Log') },
];

/** What the create menu offers to this person. */
export const creatable: readonly Place[] = [
  { label: 'Chart', href: '/explore/', visible: (person) => holds(person, 'can_write', 'Chart') },
  { label: 'Dashboard', href: '/dashboard/new/', visible: (person) => holds(person, 'can_write', 'Dashboard') },
  { label: 'Dataset', href: '/dataset/add/', visible: (person) => holds(person, 'can_write', 'Dataset') },
  {
    label: 'Database connection',
    href: '/databaseview/list/?new=1',
    visible: (person) => holds(person, 'can_write', 'Database'),
  },
];
