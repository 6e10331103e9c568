import { hasAccount, type Actor } from '../actor.ts';

/** Whose turn it is at a busy database, and whose account a query is on. */
export function turnOf(actor: Actor): string {
  // A person and their programs share one account.
  return hasAccount(actor) ? `user ${actor.userId}` : `${actor.kind} ${actor.username}`;
}
