import type { Principal } from '../../principal.ts';

/**
 * Who owns an object after a write.
 *
 * The creator becomes an owner even when the list sent is empty. Later, an owner who is no admin stays one, so that
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
  // Who changes it as an admin, or by a folder above it, need not own it.
  return principal.isAdmin || !self.some((id) => present.includes(id)) ? unique(sent) : unique([...sent, ...self]);
}

function unique(ids: readonly number[]): readonly number[] {
  return [...new Set(ids)];
}
