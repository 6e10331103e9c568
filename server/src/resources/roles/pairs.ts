import type { Permission, View } from '../../permissions.ts';
import { permissions, views } from '../../permissions.ts';
import type { Pair } from './builtin.ts';

/** A (permission, view) pair with the number that clients name it by. */
export type NumberedPair = Pair & { readonly id: number };

/** Room for views per permission; both lists only grow, so a pair keeps its number for ever. */
const VIEWS = 1000;
const ALL_DATASETS = 900_001;
const ALL_DATABASES = 900_002;
const OBJECTS = 1_000_000;

const allAccess: readonly NumberedPair[] = [
  { id: ALL_DATASETS, permission: 'all_datasource_access', view: 'all_datasource_access' },
  { id: ALL_DATABASES, permission: 'all_database_access', view: 'all_database_access' },
];

/** Every pair that holds for the product as a whole. */
export const fixedPairs: readonly NumberedPair[] = [
  ...permissions.flatMap((permission, row) =>
    views.map((view, column) => ({ id: row * VIEWS + column + 1, permission, view })),
  ),
  ...allAccess,
];

/** The number of a pair, or null for one that is of no kind known. */
export function pairId({ permission, view }: Pair): number | null {
  const row = permissions.indexOf(permission as Permission);
  const column = views.indexOf(view as View);
  if (row >= 0 && column >= 0) return row * VIEWS + column + 1;
  const [kind, id] = view.split(':');
  if (permission === 'datasource_access' && kind === 'dataset') return OBJECTS + Number(id) * 2;
  if (permission === 'database_access' && kind === 'database') return OBJECTS + Number(id) * 2 + 1;
  return allAccess.find((pair) => pair.permission === permission)?.id ?? null;
}

/** The pair behind a number, or null. Whether its dataset or database exists is another question. */
export function pairOf(id: number): Pair | null {
  if (id >= OBJECTS) {
    const object = Math.floor((id - OBJECTS) / 2);
    if (object < 1 || object > 2_147_483_647) return null;
    return id % 2 === 0
      ? { permission: 'datasource_access', view: `dataset:${object}` }
      : { permission: 'database_access', view: `database:${object}` };
  }
  const fixed = allAccess.find((pair) => pair.id === id);
  if (fixed) return { permission: fixed.permission, view: fixed.view };
  const permission = permissions[Math.floor((id - 1) / VIEWS)];
  const view = views[(id - 1) % VIEWS];
  return permission && view ? { permission, view } : null;
}
