import { queryOptions } from '@tanstack/react-query';
import type { DeepReadonly } from '@tessera/core/deep-readonly';
import { toRison } from '@tessera/core/rison';
import type {
  MePut,
  PairList,
  Result,
  Role as RoleBody,
  RoleItem,
  User as UserBody,
  UserPost,
  UserPut,
} from '@tessera/server/contract';
import { request, requestAnswer } from './client.ts';
import { listAddress, type ListAnswer } from './list.ts';

export type Role = Pick<RoleBody, 'id' | 'name'>;
export type StoredUser = DeepReadonly<Omit<UserBody, 'uuid' | 'groups' | AuditField>>;
export type User = Omit<StoredUser, 'version'>;
type AuditField = 'created_on' | 'changed_on' | 'created_by' | 'changed_by';
/** A password that is left out stays as it is. */
export type UserInput = DeepReadonly<
  Required<Pick<UserPost, 'username' | 'first_name' | 'last_name' | 'email' | 'active' | 'roles'>> &
    Pick<UserPut, 'password'>
>;

/** A right: a permission on a view; dataset and database grants are rights on `dataset:ID`, `database:ID`. */
export type Pair = { readonly permission: string; readonly view: string };
/** One that a role can be given; `title` is the name of the dataset or database. */
export type GrantablePair = Pair & { readonly id: number; readonly title: string };
export type RoleDetails = DeepReadonly<Omit<RoleBody, 'uuid' | 'group_ids'>>;

export const usersResource = 'security/users';
export const rolesResource = 'security/roles';

export const allRoles = queryOptions({
  queryKey: [rolesResource, 'all'] as const,
  queryFn: ({ signal }) =>
    request<ListAnswer<Role>>(
      listAddress(rolesResource, { columns: ['id', 'name'], orderColumn: 'name', page: 0, pageSize: -1 }),
      { signal },
    ),
});

export function createUser(input: UserInput): Promise<unknown> {
  return request(`/${usersResource}/`, { method: 'POST', body: input });
}

/** A user as they are stored now, with the version that a change is made on. */
export async function readUser(id: number, signal?: AbortSignal): Promise<StoredUser> {
  return (await request<Result<StoredUser>>(`/${usersResource}/${id}`, signal ? { signal } : {})).result;
}

export function userDetails(id: number) {
  return queryOptions({ queryKey: [usersResource, id] as const, queryFn: ({ signal }) => readUser(id, signal) });
}

/** @throws ApiError 412 when somebody saved the user since `version` was read */
export function updateUser(id: number, input: Partial<UserInput>, version: number): Promise<unknown> {
  return request(`/${usersResource}/${id}`, { method: 'PUT', body: input, ifMatch: version });
}

export async function readRole(id: number, signal?: AbortSignal): Promise<RoleDetails> {
  return (await request<Result<RoleDetails>>(`/${rolesResource}/${id}`, signal ? { signal } : {})).result;
}

export function roleDetails(id: number) {
  return queryOptions({ queryKey: [rolesResource, id] as const, queryFn: ({ signal }) => readRole(id, signal) });
}

const pairPageSize = 500;

/** Everything that a role can be given. Installations with thousands of datasets take several pages. */
export const grantablePairs = queryOptions({
  queryKey: [rolesResource, 'grantable'] as const,
  queryFn: async ({ signal }) => {
    const ask = (page: number) =>
      request<PairList>(
        `/security/permissions-resources/?q=${encodeURIComponent(toRison({ page, page_size: pairPageSize }))}`,
        { signal },
      );
    const first = await ask(0);
    const rest = await Promise.all(
      Array.from({ length: Math.max(0, Math.ceil(first.count / pairPageSize) - 1) }, (_, index) => ask(index + 1)),
    );
    return [first, ...rest]
      .flatMap((page) => page.result)
      .map(({ id, permission, view_menu: view }): GrantablePair => ({
        id,
        permission: permission.name,
        view: view.name,
        title: view.title,
      }));
  },
  staleTime: 0,
});

export async function createRole(name: string): Promise<number> {
  return (await request<RoleItem>(`/${rolesResource}/`, { method: 'POST', body: { name } })).id;
}

/** @returns the new version @throws ApiError 412 when somebody saved the role since `version` was read */
export async function renameRole(id: number, name: string, version: number): Promise<number | null> {
  return (await requestAnswer(`/${rolesResource}/${id}`, { method: 'PUT', body: { name }, ifMatch: version })).version;
}

/** @throws ApiError 412 when somebody saved the role since `version` was read; null is a role that was just made */
export function setRolePairs(id: number, pairIds: readonly number[], version: number | null): Promise<unknown> {
  return request(`/${rolesResource}/${id}/permissions`, {
    method: 'POST',
    body: { permission_view_menu_ids: pairIds },
    ifMatch: version,
  });
}

export function deleteRole(id: number): Promise<unknown> {
  return request(`/${rolesResource}/${id}`, { method: 'DELETE' });
}

export type ProfileInput = Readonly<MePut>;

/** A new password ends every other session of the user. */
export function updateProfile(input: ProfileInput): Promise<unknown> {
  return request('/me/', { method: 'PUT', body: input });
}
