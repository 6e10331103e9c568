import { can, type Principal } from '../../principal.ts';

/** People have their own queries; those of others are for whoever may read all of the log. */
export function maySeeQuery(principal: Principal, { user_id: userId }: { readonly user_id: number }): boolean {
  return principal.userId === userId || seesEveryQuery(principal);
}

export function seesEveryQuery(principal: Principal): boolean {
  return principal.isAdmin || can(principal, 'can_read', 'Log');
}

/** Results of a query, and a stop, are for who ran it; admins may stop. */
export function mayStopQuery(principal: Principal, { user_id: userId }: { readonly user_id: number }): boolean {
  return principal.userId === userId || principal.isAdmin;
}
