import type { Principal } from '../../principal.ts';

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
  principal: Principal,
  sent: readonly number[] | undefined,
  present: readonly number[] | null,
): readonly number[] {
  const self = principal.userId === null ? [] : [principal.userId];
  if (present === null)
    return unique([...(sent ?? []), ...(sent === undefined || sent.length === 0 || !principal.isAdmin ? self : [])]);
  if (sent === undefined) return present;
  return principal.isAdmin ? unique(sent) : unique([...sent, ...self]);
}

function unique(ids: readonly number[]): readonly number[] {
  return [...new Set(ids)];
}
