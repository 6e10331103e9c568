import { mainView } from './permissions.ts';
import type { Permission, View } from './permissions.ts';

/** What roles add up to. */
export type Rights = {
  readonly isAdmin: boolean;
  readonly roleIds: readonly number[];
  readonly roles: readonly string[];
  /** `permission view` pairs, joined with one space ([6.0]). */
  readonly grants: ReadonlySet<string>;
  /** Datasets and databases granted one by one, by id. `'all'` from all_datasource_access / all_database_access. */
  readonly datasetIds: 'all' | ReadonlySet<number>;
  readonly databaseIds: 'all' | ReadonlySet<number>;
};

/** Somebody with an account, in a browser session. */
export type User = Rights & { readonly kind: 'user'; readonly userId: number; readonly username: string };

/** A program that acts for an account by a bearer token: the rights of that account, and no browser session. */
export type ServiceAccount = Rights & {
  readonly kind: 'service_account';
  readonly userId: number;
  readonly username: string;
};

/** A condition that a guest token puts on the rows of one dataset, or of every dataset where it names none. */
export type GuestClause = { readonly datasetId: number | null; readonly clause: string };

/** Somebody without an account, let in by a token that another site signed for them: sees what the token names. */
export type Guest = Rights & {
  readonly kind: 'guest';
  readonly userId: null;
  readonly username: string;
  readonly firstName: string;
  readonly lastName: string;
  /** Dashboards that it may see, by the uuid of their embedding. */
  readonly embeddings: ReadonlySet<string>;
  /** Row-level predicates: all of those that name a dataset hold together. */
  readonly clauses: readonly GuestClause[];
};

/** A visitor who shows nothing: what the Public role gives. */
export type Anonymous = Rights & { readonly kind: 'anonymous'; readonly userId: null; readonly username: '' };

/** Who makes a request. Built once per request from the session, the token or nothing. */
export type Principal = User | ServiceAccount | Guest | Anonymous;

/** A principal with an account, however it showed that. */
export function hasAccount(principal: Principal): principal is User | ServiceAccount {
  return principal.kind === 'user' || principal.kind === 'service_account';
}

/** Coarse right by (permission, view) pair; an admin has every one ([6.0-02]). */
export function can(principal: Principal, permission: Permission, view: View): boolean {
  return principal.isAdmin || principal.grants.has(`${permission} ${view}`);
}

/** Rights on the application as a whole: can_csv, can_explore, can_share_chart … ([6.0-01]). */
export function canOnMain(principal: Principal, permission: Permission): boolean {
  return can(principal, permission, mainView);
}

export const anonymous: Anonymous = {
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
