import type { Insertable, Kysely, Updateable } from 'kysely';
import { bindAll } from '../../bind-all.ts';
import type { TableRef } from '../../engines/engine.ts';
import type { Changed } from '../../metadata/audit.ts';
import type { RlsRulesTable, Tables } from '../../metadata/tables.ts';

export type RuleStore = ReturnType<typeof createRuleStore>;
export type RuleChange = Omit<Updateable<RlsRulesTable>, 'version'> & Changed;
export type RuleLinks = {
  readonly tables?: readonly number[] | undefined;
  readonly roles?: readonly number[] | undefined;
};

/** A rule as it is applied: no names, only what decides. */
export type AppliedRule = {
  readonly id: number;
  readonly filterType: 'Regular' | 'Base';
  readonly groupKey: string | null;
  readonly clause: string;
  readonly roleIds: readonly number[];
};

/** A rule of the table that one of its datasets reads. */
export type TableRule = { readonly table: TableRef; readonly rule: AppliedRule };

/** Row-level rules in the metadata database. Give it a transaction to work inside one. */
export function createRuleStore(db: Kysely<Tables>) {
  return bindAll(db, { setLinks, byIds, ofDataset, ofTables, datasets, knownRoles, insert, update });
}

async function setLinks(db: Kysely<Tables>, id: number, { tables, roles }: RuleLinks): Promise<void> {
  if (tables) {
    await db.deleteFrom('rls_rule_datasets').where('rule_id', '=', id).execute();
    if (tables.length > 0)
      await db
        .insertInto('rls_rule_datasets')
        .values([...new Set(tables)].map((dataset_id) => ({ rule_id: id, dataset_id })))
        .execute();
  }
  if (roles) {
    await db.deleteFrom('rls_rule_roles').where('rule_id', '=', id).execute();
    if (roles.length > 0)
      await db
        .insertInto('rls_rule_roles')
        .values([...new Set(roles)].map((role_id) => ({ rule_id: id, role_id })))
        .execute();
  }
}

/** In the order of the ids, with their datasets and roles by name; rules in the trash are left out. */
async function byIds(db: Kysely<Tables>, ids: readonly number[]) {
  if (ids.length === 0) return [];
  const rules = await db
    .selectFrom('rls_rules')
    .selectAll()
    .where('id', 'in', ids)
    .where('deleted_on', 'is', null)
    .execute();
  const tables = await db
    .selectFrom('rls_rule_datasets as link')
    .innerJoin('datasets', 'datasets.id', 'link.dataset_id')
    .select(['link.rule_id', 'datasets.id', 'datasets.schema', 'datasets.table_name'])
    .where('link.rule_id', 'in', ids)
    .where('datasets.deleted_on', 'is', null)
    .orderBy('datasets.table_name')
    .execute();
  const roles = await db
    .selectFrom('rls_rule_roles as link')
    .innerJoin('roles', 'roles.id', 'link.role_id')
    .select(['link.rule_id', 'roles.id', 'roles.name'])
    .where('link.rule_id', 'in', ids)
    .where('roles.deleted_on', 'is', null)
    .orderBy('roles.name')
    .execute();
  const found = new Map(
    rules.map((rule) => [
      rule.id,
      {
        ...rule,
        tables: tables
          .filter((row) => row.rule_id === rule.id)
          .map(({ id, schema, table_name }) => ({ id, schema, table_name })),
        roles: roles.filter((row) => row.rule_id === rule.id).map(({ id, name }) => ({ id, name })),
      },
    ]),
  );
  return ids.flatMap((id) => found.get(id) ?? []);
}

/** The rules of one dataset, for the step that restricts queries. */
async function ofDataset(db: Kysely<Tables>, datasetId: number): Promise<readonly AppliedRule[]> {
  const rules = await db
    .selectFrom('rls_rules')
    .innerJoin('rls_rule_datasets as link', 'link.rule_id', 'rls_rules.id')
    .select(['rls_rules.id', 'rls_rules.filter_type', 'rls_rules.group_key', 'rls_rules.clause'])
    .where('link.dataset_id', '=', datasetId)
    .where('rls_rules.deleted_on', 'is', null)
    .orderBy('rls_rules.id')
    .execute();
  if (rules.length === 0) return [];
  const roles = await db
    .selectFrom('rls_rule_roles')
    .selectAll()
    .where(
      'rule_id',
      'in',
      rules.map((rule) => rule.id),
    )
    .execute();
  return rules.map((rule) => ({
    id: rule.id,
    filterType: rule.filter_type,
    groupKey: rule.group_key,
    clause: rule.clause,
    roleIds: roles.filter((role) => role.rule_id === rule.id).map((role) => role.role_id),
  }));
}

/**
 * The rules of all physical datasets of a database, with the tables that these read. A dataset in the trash still
 * tells of which table its rules are: deleting it frees no row.
 */
async function ofTables(db: Kysely<Tables>, databaseId: number): Promise<readonly TableRule[]> {
  const rows = await db
    .selectFrom('rls_rules')
    .innerJoin('rls_rule_datasets as link', 'link.rule_id', 'rls_rules.id')
    .innerJoin('datasets', 'datasets.id', 'link.dataset_id')
    .select([
      'rls_rules.id',
      'rls_rules.filter_type',
      'rls_rules.group_key',
      'rls_rules.clause',
      'datasets.catalog',
      'datasets.schema',
      'datasets.table_name',
    ])
    .where('datasets.database_id', '=', databaseId)
    .where('datasets.sql', 'is', null)
    .where('rls_rules.deleted_on', 'is', null)
    .orderBy('rls_rules.id')
    .orderBy('datasets.id')
    .execute();
  if (rows.length === 0) return [];
  const roles = await db
    .selectFrom('rls_rule_roles')
    .selectAll()
    .where('rule_id', 'in', [...new Set(rows.map((row) => row.id))])
    .execute();
  return rows.map((row) => ({
    table: { catalog: row.catalog, schema: row.schema, table: row.table_name },
    rule: {
      id: row.id,
      filterType: row.filter_type,
      groupKey: row.group_key,
      clause: row.clause,
      roleIds: roles.filter((role) => role.rule_id === row.id).map((role) => role.role_id),
    },
  }));
}

/** The name and the engine of each dataset that exists. */
async function datasets(
  db: Kysely<Tables>,
  datasetIds: readonly number[],
): Promise<ReadonlyMap<number, { readonly name: string; readonly engine: string }>> {
  if (datasetIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('datasets')
    .innerJoin('databases', 'databases.id', 'datasets.database_id')
    .select(['datasets.id', 'datasets.table_name as name', 'databases.engine'])
    .where('datasets.id', 'in', datasetIds)
    .where('datasets.deleted_on', 'is', null)
    .execute();
  return new Map(rows.map(({ id, name, engine }) => [id, { name, engine }]));
}

async function knownRoles(db: Kysely<Tables>, ids: readonly number[]): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set();
  return new Set(
    (await db.selectFrom('roles').select('id').where('id', 'in', ids).where('deleted_on', 'is', null).execute()).map(
      (row) => row.id,
    ),
  );
}

async function insert(db: Kysely<Tables>, values: Insertable<RlsRulesTable>): Promise<number> {
  return (await db.insertInto('rls_rules').values(values).returning('id').executeTakeFirstOrThrow()).id;
}

/** @returns false when the rule is at another version than `version` by now */
async function update(db: Kysely<Tables>, id: number, change: RuleChange, version: number | null): Promise<boolean> {
  let query = db.updateTable('rls_rules').set(change).where('id', '=', id);
  if (version !== null) query = query.where('version', '=', version);
  return (await query.executeTakeFirst()).numUpdatedRows > 0n;
}
