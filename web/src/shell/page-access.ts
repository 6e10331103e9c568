import type { PageNeeds } from '@tessera/core/pages';
import type { Me } from '../api/me.ts';
import { meets } from './places.ts';

/** What a route says about who may open its page; the shell reads it before it shows the page. */
export type PageAccess = { readonly needs: PageNeeds };

/**
 * Whether a user may open the page of these route matches; a route that says nothing is open to whoever signed in.
 */
export function mayOpen(user: Me, matches: readonly { readonly handle: unknown }[]): boolean {
  return matches.every(({ handle }) => !isPageAccess(handle) || meets(user, handle.needs));
}

function isPageAccess(handle: unknown): handle is PageAccess {
  return typeof handle === 'object' && handle !== null && 'needs' in handle;
}
