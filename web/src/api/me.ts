import { queryOptions } from '@tanstack/react-query';
import type { DeepReadonly } from '@tessera/core/deep-readonly';
import type { MeWithRoles, Result } from '@tessera/server/contract';
import { request } from './client.ts';

/** Who is signed in, and what for. `roles` maps a role to its (permission, view) pairs ([3.15-01]). */
export type Me = DeepReadonly<
  Pick<
    MeWithRoles,
    'id' | 'username' | 'first_name' | 'last_name' | 'email' | 'is_active' | 'is_anonymous' | 'login_count' | 'roles'
  >
>;

/** Ask the server who is signed in. @throws ApiError 401 when nobody is */
export async function fetchMe(signal?: AbortSignal): Promise<Me> {
  return (await request<Result<Me>>('/me/roles/', { signInAgain: false, ...(signal ? { signal } : {}) })).result;
}

/** A 401 is thrown at once: the shell then shows the sign-in page instead of a dialog over nothing. */
export const me = queryOptions({
  queryKey: ['me'] as const,
  queryFn: ({ signal }) => fetchMe(signal),
  staleTime: Infinity,
});

/** Admin: any role of that name, in any case ([6.0-02]). */
export function isAdmin(user: Pick<Me, 'roles'>): boolean {
  return Object.keys(user.roles).some((role) => role.toLowerCase() === 'admin');
}

/** Whether a user holds a (permission, view) pair; an admin holds every one ([6.0-01], [6.0-02]). */
export function holds(user: Pick<Me, 'roles'>, permission: string, view: string): boolean {
  return (
    isAdmin(user) ||
    Object.values(user.roles).some((pairs) => pairs.some(([name, of]) => name === permission && of === view))
  );
}

/** Whether a user may change an object that they see: its owners may, and admins. */
export function mayChange(
  user: Pick<Me, 'roles' | 'id'> | undefined,
  view: string,
  { owners }: { readonly owners: readonly { readonly id: number }[] },
): boolean {
  return (
    user !== undefined &&
    holds(user, 'can_write', view) &&
    (isAdmin(user) || owners.some((owner) => owner.id === user.id))
  );
}

/** Any of its fields may be unknown. */
type Nullable<T> = { readonly [Key in keyof T]: T[Key] | null | undefined };

/** Name on screen. */
export function nameOf(user: Partial<Nullable<Pick<MeWithRoles, 'first_name' | 'last_name' | 'username'>>>): string {
  const full = [user.first_name, user.last_name]
    .filter((part) => part !== undefined && part !== null && part !== '')
    .join(' ');
  return full === '' ? (user.username ?? '') : full;
}
