import { menus, type MenuEntry, type PageNeeds } from '@tessera/core/pages';
import { holds, isAdmin, type Me } from '../api/me.ts';

/** Whether a user has what a page or an entry of a menu asks for. */
export function meets(user: Me, needs: PageNeeds | undefined): boolean {
  if (needs === undefined) return true;
  return needs === 'admin' ? isAdmin(user) : holds(user, ...needs);
}

/** The entries of a menu that this user is offered. */
export function placesFor(user: Me, menu: 'main' | 'sql' | 'admin' | 'create'): readonly MenuEntry[] {
  return menus[menu].filter((entry) => meets(user, entry.needs));
}
