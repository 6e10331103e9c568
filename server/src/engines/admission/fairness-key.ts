import { hasAccount, type Principal } from '../../principal.ts';

/** By whom the slots of a busy database are shared, and whose quota a query is charged to. */
export function fairnessKeyOf(principal: Principal): string {
  // A user and their programs share one account.
  return hasAccount(principal) ? `user ${principal.userId}` : `${principal.kind} ${principal.username}`;
}
