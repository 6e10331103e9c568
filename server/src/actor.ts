import { mainView } from './permissions.ts';
import type { Permission, View } from './permissions.ts';

/** Who asks. Built once per request from the session, the token or nothing. */
export type Actor = {
  readonly kind: 'user' | 'guest' | 'anonymous';
  readonly userId: number | null;
  readonly username: string;
  readonly isAdmin: boolean;
  readonly roleIds: readonly number[];
  readonly roles: readonly string[];
  /** `permission view` pairs, joined with one space ([6.0]). */
  readonly grants: ReadonlySet<string>;
  /** Datasets and databases granted one by one, by id. `'all'` from all_datasource_access / all_database_access. */
  readonly datasetIds: 'all' | ReadonlySet<number>;
  readonly databaseIds: 'all' | ReadonlySet<number>;
};

/** Coarse right by (permission, view) pair; an admin has every one ([6.0-02]). */
export function can(actor: Actor, permission: Permission, view: View): boolean {
  return actor.isAdmin || actor.grants.has(`${permission} ${view}`);
}

/** Rights on the application as a whole: can_csv, can_explore, can_share_chart … ([6.0-01]). */
export function canOnMain(actor: Actor, permission: Permission): boolean {
  return can(actor, permission, mainView);
}

export const anonymous: Actor = {
  kind: 'anonymous',
  userId: null,
  username: '',
  isAdmin: false,
  roleIds: [],
  roles: [],
  grants: new Set(),
  datasetIds: new Set(),
  databaseIds: new Set(),
};
