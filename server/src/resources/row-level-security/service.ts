import { message } from '@tessera/core/messages';
import type { Kysely } from 'kysely';
import { AppError, isAppError } from '@tessera/core/errors/app-error';
import { relativeTime } from '@tessera/core/relative-time';
import { dialectOf } from '@tessera/query/dialects/registry';
import { checkPredicate } from '@tessera/query/sql-safety/predicate';
import { bindAll } from '../../bind-all.ts';
import type { Principal } from '../../principal.ts';
import { assertVersion, changed, created, deleted } from '../../metadata/audit.ts';
import type { Tables } from '../../metadata/tables.ts';
import { isUniqueViolation } from '../../metadata/unique.ts';
import type { Rule, RulePost, RulePut } from './schema.ts';
import { createRuleStore } from './store.ts';
import { named, type RuleDryRun } from './dry-run.ts';

export type RuleService = ReturnType<typeof createRuleService>;

type Needs = {
  readonly db: Kysely<Tables>;
  readonly now: () => Date;
  readonly dryRun: RuleDryRun;
  /** Rules that are cached in memory are stale. */
  readonly onChange: () => void;
};

type Context = Needs & {
  readonly rules: ReturnType<typeof createRuleStore>;
};

/** Rules of row-level security; who may use the routes may change every rule. */
export function createRuleService(needs: Needs) {
  const context: Context = {
    ...needs,
    rules: createRuleStore(needs.db),
  };
  return bindAll(context, { byIds, read, create, update, remove });
}

async function byIds(context: Context, ids: readonly number[]): Promise<readonly Rule[]> {
  const at = context.now().getTime();
  return (await context.rules.byIds(ids)).map(
    ({ id, name, filter_type, group_key, clause, description, tables, roles, changed_on, version }) => ({
      id,
      name,
      filter_type,
      group_key,
      clause,
      description,
      tables,
      roles,
      changed_on,
      version,
      changed_on_delta_humanized: relativeTime(changed_on, at),
    }),
  );
}

/** @throws AppError not_found */
async function read(context: Context, id: number): Promise<Rule> {
  const [rule] = await byIds(context, [id]);
  if (!rule) throw new AppError('not_found', {});
  return rule;
}

/**
 * Every dataset of the rule must be able to read its clause, as far as its database can be asked.
 *
 * @param before  what is saved: a clause that stands is not asked about again
 * @throws AppError rejected_fields, and what a dry run throws
 */
async function check(
  context: Context,
  principal: Principal,
  { clause, tables, roles }: Pick<RulePost, 'clause' | 'tables' | 'roles'>,
  before: Rule | null,
): Promise<void> {
  const datasets = await context.rules.datasets(tables);
  if (tables.some((id) => !datasets.has(id)))
    throw new AppError('rejected_fields', { fields: { tables: [message('Datasource does not exist')] } });
  const known = await context.rules.knownRoles(roles);
  if (roles.some((id) => !known.has(id)))
    throw new AppError('rejected_fields', { fields: { roles: [message('Some roles do not exist')] } });
  const read = new Set<string>();
  for (const { name, engine } of datasets.values()) {
    // What one grammar accepts it accepts for each of a thousand datasets.
    if (read.has(engine)) continue;
    read.add(engine);
    try {
      checkPredicate(clause, dialectOf(engine).grammar);
    } catch (error) {
      throw isAppError(error, 'invalid_sql_clause') ? named(error, datasets.size > 1 ? name : null, null) : error;
    }
  }
  const standing = new Set(before?.clause === clause ? before.tables.map(({ id }) => id) : []);
  await context.dryRun(
    principal,
    clause,
    [...datasets.keys()].filter((id) => !standing.has(id)),
    datasets.size > 1,
  );
}

/** @throws AppError rejected_fields, name_taken, and what a dry run throws */
async function create(
  context: Context,
  principal: Principal,
  body: RulePost,
): Promise<{ readonly id: number; readonly version: number }> {
  await check(context, principal, body, null);
  const id = await unlessTaken(body.name, () =>
    context.db.transaction().execute(async (transaction) => {
      const store = createRuleStore(transaction);
      const { name, filter_type, clause } = body;
      const inserted = await store.insert({
        ...created(principal, context.now()),
        name,
        filter_type,
        clause,
        group_key: body.group_key || null,
        description: body.description ?? null,
      });
      await store.setLinks(inserted, body);
      return inserted;
    }),
  );
  context.onChange();
  return { id, version: 1 };
}

/** @throws AppError not_found, stale_version, rejected_fields, name_taken, and what a dry run throws */
async function update(
  context: Context,
  principal: Principal,
  id: number,
  body: RulePut,
  ifMatch: string | undefined,
): Promise<{ readonly version: number }> {
  const rule = await read(context, id);
  assertVersion('rule', rule, ifMatch);
  const tables = body.tables ?? rule.tables.map((table) => table.id);
  const roles = body.roles ?? rule.roles.map((role) => role.id);
  await check(context, principal, { clause: body.clause ?? rule.clause, tables, roles }, rule);
  const { tables: _tables, roles: _roles, ...columns } = body;
  const saved = await unlessTaken(body.name ?? rule.name, () =>
    context.db.transaction().execute(async (transaction) => {
      const store = createRuleStore(transaction);
      const isCurrent = await store.update(
        id,
        {
          ...columns,
          ...(body.group_key !== undefined && { group_key: body.group_key || null }),
          ...changed(principal, context.now()),
        },
        ifMatch === undefined ? null : rule.version,
      );
      if (isCurrent) await store.setLinks(id, body);
      return isCurrent;
    }),
  );
  if (!saved) throw new AppError('stale_version', { object: 'rule', version: rule.version + 1 });
  context.onChange();
  return { version: rule.version + 1 };
}

/** Deletes all or none. @throws AppError not_found */
async function remove(context: Context, principal: Principal, ids: readonly number[]): Promise<number> {
  if ((await context.rules.byIds(ids)).length !== ids.length) throw new AppError('not_found', {});
  await context.db.transaction().execute(async (transaction) => {
    const store = createRuleStore(transaction);
    for (const id of ids) await store.update(id, deleted(principal, context.now()), null);
  });
  context.onChange();
  return ids.length;
}

async function unlessTaken<T>(name: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (isUniqueViolation(error)) throw new AppError('name_taken', { field: 'Rule', value: name }, { cause: error });
    throw error;
  }
}
