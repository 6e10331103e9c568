import { holds, isAdmin, type Me } from '../api/me.ts';

/** What a route says about who may open its page; the shell reads it before it shows the page. */
export type PageAccess = { readonly opensFor: (person: Me) => boolean };

/** The page asks for things that need this pair. */
export function needs(permission: string, view: string): PageAccess {
  return { opensFor: (person) => holds(person, permission, view) };
}

export const adminsOnly: PageAccess = { opensFor: isAdmin };

/**
 * Whether a person may open the page of these route matches; a route that says nothing is open to whoever signed in.
 */
export function mayOpen(person: Me, matches: readonly { readonly handle: unknown }[]): boolean {
  return matches.every(({ handle }) => !isPageAccess(handle) || handle.opensFor(person));
}

function isPageAccess(handle: unknown): handle is PageAccess {
  return typeof handle === 'object' && handle !== null && 'opensFor' in handle && typeof handle.opensFor === 'function';
}
