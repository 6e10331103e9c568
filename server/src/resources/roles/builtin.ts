import type { Kysely } from 'kysely';
import { created } from '../../metadata/audit.ts';
import type { Tables } from '../../metadata/tables.ts';
import { mainView, type Permission, type View } from '../../permissions.ts';

export type Pair = { readonly permission: string; readonly view: string };

const pair = (permission: Permission, view: View): Pair => ({ permission, view });
const all = (permission: 'all_datasource_access' | 'all_database_access'): Pair => ({ permission, view: permission });

/** Reads what is shared with it, makes charts and dashboards of its own on datasets that it may use. */
const gamma: readonly Pair[] = [
  pair('can_read', 'Chart'),
  pair('can_write', 'Chart'),
  pair('can_export', 'Chart'),
  pair('can_read', 'Dashboard'),
  pair('can_write', 'Dashboard'),
  pair('can_export', 'Dashboard'),
  pair('can_read', 'Dataset'),
  pair('can_read', 'Database'),
  pair('can_read', 'Explore'),
  pair('can_write', 'Explore'),
  pair('can_read', 'Annotation'),
  pair('can_read', 'CssTemplate'),
  pair('can_read', 'Tag'),
  pair('can_write', 'Tag'),
  pair('can_explore', mainView),
  pair('can_csv', mainView),
  pair('can_samples', mainView),
  pair('can_view_query', mainView),
  pair('can_share_chart', mainView),
  pair('can_share_dashboard', mainView),
];
/** Makes content on every database. */
const alpha: readonly Pair[] = [
  ...gamma,
  pair('can_write', 'Dataset'),
  pair('can_export', 'Dataset'),
  pair('can_upload', 'Database'),
  pair('can_read', 'SavedQuery'),
  pair('can_write', 'SavedQuery'),
  pair('can_write', 'Annotation'),
  pair('can_write', 'CssTemplate'),
  all('all_datasource_access'),
  all('all_database_access'),
];

/** Runs SQL in the editor, on the databases that other roles open to the same user. */
const sqlLab: readonly Pair[] = [
  pair('can_read', 'SQLLab'),
  pair('can_execute_sql_query', 'SQLLab'),
  pair('can_estimate_query_cost', 'SQLLab'),
  pair('can_export_csv', 'SQLLab'),
  pair('can_read', 'Query'),
  pair('can_read', 'SavedQuery'),
  pair('can_write', 'SavedQuery'),
  pair('can_export', 'SavedQuery'),
  pair('can_read', 'Database'),
];

/** Admin needs no pairs ([6.0-02]); Public gives nothing until an admin says so. */
const builtinRoles: Readonly<Record<'Admin' | 'Alpha' | 'Gamma' | 'Public' | 'sql_lab', readonly Pair[]>> = {
  Admin: [],
  Alpha: alpha,
  Gamma: gamma,
  Public: [],
  sql_lab: sqlLab,
};

const SEEDED = 'seeded_permissions';

/**
 * Make the built-in roles, and give them the pairs that came with this version.
 * A pair is given once: what an admin takes away stays away.
 */
export async function seedRoles(db: Kysely<Tables>, now: Date): Promise<void> {
  const roles = Object.entries(builtinRoles);
  const wanted = roles.flatMap(([role, pairs]) =>
    pairs.map(({ permission, view }) => `${role}: ${permission} ${view}`),
  );
  const before = await db.selectFrom('settings').select('value').where('key', '=', SEEDED).executeTakeFirst();
  if (before?.value === JSON.stringify(wanted)) return;
  await db.transaction().execute(async (transaction) => {
    const row = await transaction.selectFrom('settings').select('value').where('key', '=', SEEDED).executeTakeFirst();
    const given = new Set<unknown>(row ? (JSON.parse(row.value) as readonly unknown[]) : []);
    for (const [name, pairs] of roles) {
      const id = await roleId(transaction, name, now);
      const fresh = pairs.filter(({ permission, view }) => !given.has(`${name}: ${permission} ${view}`));
      if (fresh.length === 0) continue;
      await transaction
        .insertInto('role_permissions')
        .values(fresh.map((entry) => ({ role_id: id, ...entry })))
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    }
    await transaction
      .insertInto('settings')
      .values({ key: SEEDED, value: JSON.stringify(wanted) })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: JSON.stringify(wanted) }))
      .execute();
  });
}

/** Two servers may seed at once: the unique name lets one insert, and both read. */
async function roleId(db: Kysely<Tables>, name: string, now: Date): Promise<number> {
  await db
    .insertInto('roles')
    .values({ ...created({ userId: null }, now), name, is_builtin: 1 })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const row = await db
    .selectFrom('roles')
    .select('id')
    .where('name', '=', name)
    .where('deleted_on', 'is', null)
    .executeTakeFirstOrThrow();
  return row.id;
}
