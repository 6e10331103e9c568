import { can, type Principal } from '../../principal.ts';

type Owned = { readonly user_id: number };

/** Users have their own queries; those of others are for whoever may read all of the log. */
export function maySeeQuery(principal: Principal, query: Owned): boolean {
  return mayRunAs(principal, query) || seesEveryQuery(principal);
}

export function seesEveryQuery(principal: Principal): boolean {
  return can(principal, 'can_read', 'Log');
}

/** Rows of a result are what its own user may see. */
export function mayRunAs(principal: Principal, { user_id: userId }: Owned): boolean {
  return principal.userId === userId;
}

export function mayStopQuery(principal: Principal, query: Owned): boolean {
  return mayRunAs(principal, query) || principal.isAdmin;
}
