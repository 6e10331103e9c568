import type { Actor } from '../actor.ts';

/** Whose turn it is at a busy database, and whose account a query is on. */
export function turnOf(actor: Actor): string {
  return `${actor.kind} ${actor.userId ?? actor.username}`;
}
