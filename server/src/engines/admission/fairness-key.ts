import { hasAccount, type Principal } from '../../principal.ts';

/** Whose turn it is at a busy database, and whose account a query is on. */
export function fairnessKeyOf(principal: Principal): string {
  // A person and their programs share one account.
  return hasAccount(principal) ? `user ${principal.userId}` : `${principal.kind} ${principal.username}`;
}
