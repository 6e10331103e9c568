import { AppError } from '@tessera/core/errors/app-error';
import { hasAccount, type Principal, type Guest, type ServiceAccount, type User as Account } from '../../principal.ts';
import type { App } from '../../http/app-types.ts';
import { errorResponses } from '../../http/error-body.ts';
import { permissions, views } from '../../permissions.ts';
import type { RoleService } from '../roles/service.ts';
import { SESSION_COOKIE, cookieOf } from '../security/cookies.ts';
import type { User } from '../users/schema.ts';
import type { UserService } from '../users/service.ts';
import { MeBody, MePut, MeRolesBody, type Me } from './schema.ts';

const tags = ['Current User'];

/** The requesting user: who they are, what they may do, and their own name and password. */
export function meRoutes(users: UserService, roles: RoleService): (app: App) => Promise<void> {
  return async (app) => {
    app.get('/me/', {
      config: { permission: 'identified' },
      schema: { summary: 'Who asks', tags, response: { 200: MeBody, ...errorResponses } },
      handler: async ({ principal }) => ({
        result: principal.kind === 'guest' ? guestMe(principal) : me(await users.read(accountOf(principal).userId)),
      }),
    });

    app.put('/me/', {
      config: { permission: 'signed_in', audited: 'account_changed' },
      schema: {
        summary: 'Change own name or password',
        tags,
        body: MePut,
        response: { 200: MeBody, ...errorResponses },
      },
      handler: async (request) => {
        const { principal, body } = request;
        return {
          result: me(await users.updateSelf(accountOf(principal), body, cookieOf(request, SESSION_COOKIE))),
        };
      },
    });

    app.get('/me/roles/', {
      config: { permission: 'identified' },
      schema: {
        summary: 'Own roles with their (permission, view) pairs',
        tags,
        response: { 200: MeRolesBody, ...errorResponses },
      },
      handler: async (request) => {
        const { principal } = request;
        if (principal.kind === 'guest') return { result: guestRoles(principal) };
        const user = await users.read(accountOf(principal).userId);
        const pairs = await Promise.all(
          principal.roleIds.map(async (id, at) => [principal.roles[at] ?? '', await pairsOf(id)] as const),
        );
        return {
          result: {
            ...me(user),
            userId: user.id,
            firstName: user.first_name,
            lastName: user.last_name,
            isActive: user.active,
            isAnonymous: false,
            isAdmin: principal.isAdmin,
            createdOn: user.created_on,
            roles: Object.fromEntries(pairs),
            permissions: objectGrants(principal),
          },
        };
      },
    });
  };

  /** An admin has every pair without holding any ([6.0-02]); clients look for them by name. */
  async function pairsOf(roleId: number): Promise<readonly (readonly [string, string])[]> {
    const role = await roles.read(roleId);
    if (role.name.toLowerCase() === 'admin')
      return permissions.flatMap((permission) => views.map((view) => [permission, view] as const));
    return (await roles.pairs(roleId)).map(({ permission, view }) => [permission, view] as const);
  }
}

function accountOf(principal: Principal): Account | ServiceAccount {
  if (!hasAccount(principal)) throw new AppError('not_authenticated', {});
  return principal;
}

function guestMe({ username, firstName, lastName }: Guest) {
  return { username, first_name: firstName, last_name: lastName, is_active: true, is_anonymous: false };
}

/** The pairs of a guest stand under one name, as clients look through roles for them. */
function guestRoles(guest: Guest) {
  const pairs = [...guest.grants].map((grant) => grant.split(' '));
  return {
    ...guestMe(guest),
    firstName: guest.firstName,
    lastName: guest.lastName,
    isActive: true,
    isAnonymous: false,
    isAdmin: false,
    roles: { Guest: pairs },
    permissions: {},
  };
}

function me(user: User): Me {
  return {
    id: user.id,
    username: user.username,
    first_name: user.first_name,
    last_name: user.last_name,
    email: user.email,
    is_active: user.active,
    is_anonymous: false,
    login_count: user.login_count,
  };
}

function objectGrants(principal: Principal): Readonly<Record<string, readonly string[]>> {
  const list = (ids: 'all' | ReadonlySet<number>, kind: string): readonly string[] =>
    ids === 'all' ? ['all'] : [...ids].map((id) => `${kind}:${id}`);
  return {
    datasource_access: list(principal.datasetIds, 'dataset'),
    database_access: list(principal.databaseIds, 'database'),
  };
}
