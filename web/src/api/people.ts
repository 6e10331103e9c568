import { queryOptions } from '@tanstack/react-query';
import { toRison } from '@tessera/core/rison';
import { request, requestAnswer } from './client.ts';
import { listAddress, type ListAnswer } from './list.ts';

export type Role = { readonly id: number; readonly name: string };
export type User = {
  readonly id: number;
  readonly username: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
  readonly active: boolean;
  readonly last_login: string | null;
  readonly login_count: number | null;
  readonly roles: readonly Role[];
};
export type StoredUser = User & { readonly version: number };
export type UserInput = {
  readonly username: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
  readonly active: boolean;
  readonly roles: readonly number[];
  /** Left out: stays as it is. */
  readonly password?: string;
};

/** A right: a permission on a view; dataset and database grants are rights on `dataset:ID`, `database:ID`. */
export type Pair = { readonly permission: string; readonly view: string };
/** One that a role can be given; `title` is the name of the dataset or database. */
export type GrantablePair = Pair & { readonly id: number; readonly title: string };
export type RoleDetails = Role & {
  readonly is_builtin: boolean;
  readonly version: number;
  readonly permission_ids: readonly number[];
  readonly user_ids: readonly number[];
};

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

/** A person as they are stored now, with the version that a change is made on. */
export async function readUser(id: number, signal?: AbortSignal): Promise<StoredUser> {
  return (await request<{ readonly result: StoredUser }>(`/${usersResource}/${id}`, signal ? { signal } : {})).result;
}

export function userDetails(id: number) {
  return queryOptions({ queryKey: [usersResource, id] as const, queryFn: ({ signal }) => readUser(id, signal) });
}

/** @throws ApiError 412 when somebody saved the person since `version` was read */
export function updateUser(id: number, input: Partial<UserInput>, version: number): Promise<unknown> {
  return request(`/${usersResource}/${id}`, { method: 'PUT', body: input, ifMatch: version });
}

export async function readRole(id: number, signal?: AbortSignal): Promise<RoleDetails> {
  return (await request<{ readonly result: RoleDetails }>(`/${rolesResource}/${id}`, signal ? { signal } : {})).result;
}

export function roleDetails(id: number) {
  return queryOptions({ queryKey: [rolesResource, id] as const, queryFn: ({ signal }) => readRole(id, signal) });
}

type PairPage = {
  readonly count: number;
  readonly result: readonly {
    readonly id: number;
    readonly permission: { readonly name: string };
    readonly view_menu: { readonly name: string; readonly title: string };
  }[];
};
const pairPageSize = 500;

/** Everything that a role can be given. Installations with thousands of datasets take several pages. */
export const grantablePairs = queryOptions({
  queryKey: [rolesResource, 'grantable'] as const,
  queryFn: async ({ signal }) => {
    const ask = (page: number) =>
      request<PairPage>(
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
  return (await request<{ readonly id: number }>(`/${rolesResource}/`, { method: 'POST', body: { name } })).id;
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

export type ProfileInput = {
  readonly first_name?: string;
  readonly last_name?: string;
  readonly email?: string;
  readonly password?: string;
  readonly current_password?: string;
};

/** A new password ends every other session of the person. */
export function updateProfile(input: ProfileInput): Promise<unknown> {
  return request('/me/', { method: 'PUT', body: input });
}
