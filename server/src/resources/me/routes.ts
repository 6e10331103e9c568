import { AppError } from '@tessera/core/errors/app-error';
import type { Actor } from '../../actor.ts';
import type { App } from '../../http/app-types.ts';
import { errorResponses } from '../../http/error-body.ts';
import { permissions, views } from '../../permissions.ts';
import type { RoleService } from '../roles/service.ts';
import { SESSION_COOKIE, cookieOf } from '../security/cookies.ts';
import type { User } from '../users/schema.ts';
import type { UserService } from '../users/service.ts';
import { MeBody, MePut, MeRolesBody, type Me } from './schema.ts';

const tags = ['Current User'];

/** The person who asks: who they are, what they may do, and their own name and password. */
export function meRoutes(users: UserService, roles: RoleService): (app: App) => Promise<void> {
  return async (app) => {
    app.get('/me/', {
      config: { permission: 'signed_in' },
      schema: { summary: 'Who asks', tags, response: { 200: MeBody, ...errorResponses } },
      handler: async (request) => ({ result: me(await users.read(idOf(request.actor))) }),
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
        const { actor, body } = request;
        return {
          result: me(
            await users.updateSelf({ ...actor, userId: idOf(actor) }, body, cookieOf(request, SESSION_COOKIE)),
          ),
        };
      },
    });

    app.get('/me/roles/', {
      config: { permission: 'signed_in' },
      schema: {
        summary: 'Own roles with their (permission, view) pairs',
        tags,
        response: { 200: MeRolesBody, ...errorResponses },
      },
      handler: async (request) => {
        const { actor } = request;
        const user = await users.read(idOf(actor));
        const pairs = await Promise.all(
          actor.roleIds.map(async (id, at) => [actor.roles[at] ?? '', await pairsOf(id)] as const),
        );
        return {
          result: {
            ...me(user),
            userId: user.id,
            firstName: user.first_name,
            lastName: user.last_name,
            isActive: user.active,
            isAnonymous: false,
            isAdmin: actor.isAdmin,
            createdOn: user.created_on,
            roles: Object.fromEntries(pairs),
            permissions: objectGrants(actor),
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

function idOf(actor: Actor): number {
  if (actor.userId === null) throw new AppError('not_authenticated', {});
  return actor.userId;
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

function objectGrants(actor: Actor): Readonly<Record<string, readonly string[]>> {
  const list = (ids: 'all' | ReadonlySet<number>, kind: string): readonly string[] =>
    ids === 'all' ? ['all'] : [...ids].map((id) => `${kind}:${id}`);
  return { datasource_access: list(actor.datasetIds, 'dataset'), database_access: list(actor.databaseIds, 'database') };
}
