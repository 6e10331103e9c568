import type { Kysely } from 'kysely';
import { LRUCache } from 'lru-cache';
import { bindAll } from '../../bind-all.ts';
import { anonymous, type Anonymous, type Rights, type User } from '../../principal.ts';
import type { Tables } from '../../metadata/tables.ts';

export type Resolved = { readonly principal: User; /** Tokens of another epoch are dead. */ readonly epoch: number };

type Needs = { readonly db: Kysely<Tables> };
type Role = { readonly id: number; readonly name: string };
type Pair = { readonly permission: string; readonly view: string };

/** A change made by another server is seen after so long; changes made here are seen at once. */
const TTL_MS = 5000;
const PUBLIC_ROLE = 'Public';

export type PrincipalLookup = ReturnType<typeof createPrincipalLookup>;

type Context = Needs & {
  readonly known: LRUCache<number, { readonly resolved: Resolved | null }>;
  nobody: { readonly principal: Anonymous; readonly until: number } | null;
  generation: number;
};

/** Who users are and what their roles give them, cached for a moment: a request asks, it does not compute. */
export function createPrincipalLookup(needs: Needs) {
  const context: Context = {
    ...needs,
    known: new LRUCache<number, { readonly resolved: Resolved | null }>({ max: 10_000, ttl: TTL_MS }),
    nobody: null,
    generation: 0,
  };
  return bindAll(context, { find, publicPrincipal, forget });
}

/** The user, or null when gone or deactivated. */
async function find(context: Context, userId: number): Promise<Resolved | null> {
  const cached = context.known.get(userId);
  if (cached) return cached.resolved;
  const asked = context.generation;
  const resolved = await load(context, userId);
  // What was read before a change must not be cached after it.
  if (asked === context.generation) context.known.set(userId, { resolved });
  return resolved;
}

async function load(context: Context, userId: number): Promise<Resolved | null> {
  const user = await context.db
    .selectFrom('users')
    .select(['id', 'username', 'session_epoch'])
    .where('id', '=', userId)
    .where('is_active', '=', 1)
    .where('deleted_on', 'is', null)
    .executeTakeFirst();
  if (!user) return null;
  const roles = await context.db
    .selectFrom('user_roles')
    .innerJoin('roles', 'roles.id', 'user_roles.role_id')
    .select(['roles.id', 'roles.name'])
    .where('user_roles.user_id', '=', userId)
    .where('roles.deleted_on', 'is', null)
    .orderBy('roles.id')
    .execute();
  return {
    epoch: user.session_epoch,
    principal: {
      kind: 'user',
      userId: user.id,
      username: user.username,
      ...rightsOf(
        roles,
        await pairsOf(context, roles),
        roles.some((role) => isAdminRole(role.name)),
      ),
    },
  };
}

/** Somebody without a name: what the Public role gives, nothing by default. */
async function publicPrincipal(context: Context): Promise<Anonymous> {
  if (context.nobody && context.nobody.until > performance.now()) return context.nobody.principal;
  const asked = context.generation;
  const roles = await context.db
    .selectFrom('roles')
    .select(['id', 'name'])
    .where('name', '=', PUBLIC_ROLE)
    .where('deleted_on', 'is', null)
    .execute();
  const principal = { ...anonymous, ...rightsOf(roles, await pairsOf(context, roles), false) };
  if (asked === context.generation) context.nobody = { principal, until: performance.now() + TTL_MS };
  return principal;
}

async function pairsOf(context: Context, roles: readonly Role[]): Promise<readonly Pair[]> {
  if (roles.length === 0) return [];
  return context.db
    .selectFrom('role_permissions')
    .select(['permission', 'view'])
    .where(
      'role_id',
      'in',
      roles.map((role) => role.id),
    )
    .execute();
}

/** Call after every change of users, roles and grants. */
function forget(context: Context): void {
  context.generation += 1;
  context.known.clear();
  context.nobody = null;
}

/** [6.0-02] Any role named admin, in any case, has every permission. */
export function isAdminRole(name: string): boolean {
  return name.toLowerCase() === 'admin';
}

/** What roles add up to. */
function rightsOf(roles: readonly Role[], pairs: readonly Pair[], isAdmin: boolean): Rights {
  const all = (permission: string): boolean => isAdmin || pairs.some((pair) => pair.permission === permission);
  return {
    isAdmin,
    roleIds: roles.map((role) => role.id),
    roles: roles.map((role) => role.name),
    grants: new Set(pairs.map(({ permission, view }) => `${permission} ${view}`)),
    datasetIds: all('all_datasource_access') ? 'all' : idsOf(pairs, 'datasource_access', 'dataset:'),
    databaseIds: all('all_database_access') ? 'all' : idsOf(pairs, 'database_access', 'database:'),
  };
}

function idsOf(pairs: readonly Pair[], permission: string, prefix: string): ReadonlySet<number> {
  return new Set(
    pairs
      .filter((pair) => pair.permission === permission && pair.view.startsWith(prefix))
      .map((pair) => Number(pair.view.slice(prefix.length))),
  );
}
