import type { Actor } from '../../actor.ts';

/**
 * Who owns an object after a write.
 *
 * The creator becomes an owner even when the list sent is empty. Later, whoever is no admin stays an owner, so that
 * nobody locks himself out of his own work by accident; an admin may hand it over.
 *
 * @param sent    The list of the request; undefined when the request says nothing about owners.
 * @param present Owners before the write; null for a new object.
 */
export function chooseOwners(
  actor: Actor,
  sent: readonly number[] | undefined,
  present: readonly number[] | null,
): readonly number[] {
  const self = actor.userId === null ? [] : [actor.userId];
  if (present === null)
    return unique([...(sent ?? []), ...(sent === undefined || sent.length === 0 || !actor.isAdmin ? self : [])]);
  if (sent === undefined) return present;
  return actor.isAdmin ? unique(sent) : unique([...sent, ...self]);
}

function unique(ids: readonly number[]): readonly number[] {
  return [...new Set(ids)];
}
