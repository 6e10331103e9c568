import { msg } from '@tessera/core/messages';
import type { Pair } from '../../api/users.ts';

/** Rights as the role editor shows them: one line per thing, its permissions side by side. */
export type PermissionGroup = {
  readonly view: string;
  readonly label: string;
  readonly permissions: readonly { readonly permission: string; readonly label: string; readonly hint?: string }[];
};

const readWriteExport = [
  { permission: 'can_read', label: msg('See') },
  { permission: 'can_write', label: msg('Make and change') },
  { permission: 'can_export', label: msg('Export') },
] as const;
const readWrite = [
  { permission: 'can_read', label: msg('See') },
  { permission: 'can_write', label: msg('Make and change') },
] as const;

const plainNames: Readonly<Record<string, string>> = {
  can_read: 'See',
  can_write: 'Make and change',
  can_export: 'Export',
};

/** Names on screen of the rights of this version; what another version grants shows under its own name. */
const groups: readonly PermissionGroup[] = [
  { view: 'Dashboard', label: msg('Dashboards'), permissions: readWriteExport },
  { view: 'Chart', label: msg('Charts'), permissions: readWriteExport },
  { view: 'Dataset', label: msg('Datasets'), permissions: readWriteExport },
  {
    view: 'Database',
    label: msg('Databases'),
    permissions: [...readWriteExport, { permission: 'can_test_connection', label: msg('Test connections') }],
  },
  { view: 'Explore', label: msg('Explore'), permissions: readWrite },
  {
    view: 'Tessera',
    label: msg('With charts and dashboards'),
    permissions: [
      { permission: 'can_explore', label: msg('Open charts in Explore') },
      { permission: 'can_csv', label: msg('Download data') },
      { permission: 'can_samples', label: msg('Look at rows') },
      { permission: 'can_view_query', label: msg('See the query') },
      { permission: 'can_share_chart', label: msg('Share charts') },
      { permission: 'can_share_dashboard', label: msg('Share dashboards') },
    ],
  },
  {
    view: 'SQLLab',
    label: msg('SQL editor'),
    permissions: [
      { permission: 'can_read', label: msg('Open') },
      { permission: 'can_execute_sql_query', label: msg('Run SQL') },
      { permission: 'can_estimate_query_cost', label: msg('Estimate queries') },
      { permission: 'can_export_csv', label: msg('Download results') },
    ],
  },
  {
    view: 'Query',
    label: msg('Query history'),
    permissions: [{ permission: 'can_read', label: msg('See') }],
  },
  { view: 'SavedQuery', label: msg('Saved queries'), permissions: readWriteExport },
  { view: 'User', label: msg('Users'), permissions: [{ permission: 'can_read', label: msg('See') }] },
  { view: 'Role', label: msg('Roles'), permissions: [{ permission: 'can_read', label: msg('See') }] },
  { view: 'Log', label: msg('Activity log'), permissions: [{ permission: 'can_read', label: msg('See') }] },
];

/** Views whose rights have no line of their own above. */
const otherLabels: Readonly<Record<string, string>> = {
  RowLevelSecurity: 'Row-level security',
};

/**
 * The lines of the editor: the rights that mean something, and those that the role holds besides, so that none is
 * hidden.
 */
export function groupsOf(grantable: readonly Pair[], held: readonly Pair[]): readonly PermissionGroup[] {
  const named = groups.flatMap((group) =>
    group.permissions.map(({ permission }) => ({ permission, view: group.view })),
  );
  const others = held.filter(
    (pair) => !pair.view.includes(':') && !pair.permission.startsWith('all_') && !hasPair(named, pair),
  );
  const views = [...new Set([...groups.map((group) => group.view), ...others.map((pair) => pair.view)])];
  return views.flatMap((view) => {
    const group = groups.find((one) => one.view === view);
    const permissions = [
      ...(group?.permissions ?? []).filter(({ permission }) => hasPair(grantable, { permission, view })),
      ...others
        .filter((pair) => pair.view === view)
        .map(({ permission }) => ({
          permission,
          label: plainNames[permission] ?? permission.replace(/^can_/, '').replaceAll('_', ' '),
        })),
    ];
    return permissions.length === 0 ? [] : [{ view, label: group?.label ?? otherLabels[view] ?? view, permissions }];
  });
}

export const allDatasets: Pair = { permission: 'all_datasource_access', view: 'all_datasource_access' };
export const allDatabases: Pair = { permission: 'all_database_access', view: 'all_database_access' };

export function hasPair(pairs: readonly Pair[], { permission, view }: Pair): boolean {
  return pairs.some((pair) => pair.permission === permission && pair.view === view);
}

/** Switch one right; others, those that the editor does not show included, stay as they are. */
export function withPair(pairs: readonly Pair[], pair: Pair, on: boolean): readonly Pair[] {
  const others = pairs.filter((other) => other.permission !== pair.permission || other.view !== pair.view);
  return on ? [...others, pair] : others;
}

const grantPermissions = { dataset: 'datasource_access', database: 'database_access' } as const;

/** Ids that a role was granted one by one, as text for the select. */
export function grantedIds(pairs: readonly Pair[], kind: 'dataset' | 'database'): readonly string[] {
  return pairs
    .filter(({ permission, view }) => permission === grantPermissions[kind] && view.startsWith(`${kind}:`))
    .map(({ view }) => view.slice(kind.length + 1));
}

export function withGrants(
  pairs: readonly Pair[],
  kind: 'dataset' | 'database',
  ids: readonly string[],
): readonly Pair[] {
  const others = pairs.filter(
    ({ permission, view }) => permission !== grantPermissions[kind] || !view.startsWith(`${kind}:`),
  );
  return [...others, ...ids.map((id) => ({ permission: grantPermissions[kind], view: `${kind}:${id}` }))];
}

/** Two users changed one role: what they set stands, with what I added and without what I took away. */
export function mergePairs(base: readonly Pair[], mine: readonly Pair[], theirs: readonly Pair[]): readonly Pair[] {
  const added = mine.filter((pair) => !hasPair(base, pair));
  const removed = base.filter((pair) => !hasPair(mine, pair));
  return [...theirs.filter((pair) => !hasPair(removed, pair)), ...added.filter((pair) => !hasPair(theirs, pair))];
}

/** Whether two choices hold the same rights, in any order. */
export function isSameChoice(one: readonly Pair[], other: readonly Pair[]): boolean {
  return one.length === other.length && one.every((pair) => hasPair(other, pair));
}
