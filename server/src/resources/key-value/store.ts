import { sql, type Kysely } from 'kysely';
import type { Tables } from '../../metadata/tables.ts';

/** What kind of state a key stands for; a key of one kind never opens another. */
type StateKind =
  | 'explore_form_data'
  | 'dashboard_filter_state'
  | 'dashboard_permalink'
  | 'explore_permalink'
  | 'tab_key'
  | 'dashboard_draft'
  | 'dashboard_editor'
  | 'filter_presets'
  | 'pinned_tables'
  | 'sql_snippets'
  | 'sqllab_permalink'
  | 'dashboard_screenshot';

type StoredState = { readonly key: string; readonly value: string; readonly createdBy: number | null };

export type KeyValueStore = {
  /** The live entry, or null when there is none or it has expired. */
  readonly read: (kind: StateKind, key: string, now: Date) => Promise<StoredState | null>;
  /** Make or replace an entry; the first author stays its author. `expiresOn` null keeps it for good. */
  readonly write: (
    kind: StateKind,
    key: string,
    value: string,
    author: number | null,
    now: Date,
    expiresOn: Date | null,
  ) => Promise<void>;
  /** As `write`, where `before` is what is there still; null: nothing that lives. @returns whether it was */
  readonly replace: (
    kind: StateKind,
    key: string,
    before: string | null,
    value: string,
    author: number | null,
    now: Date,
    expiresOn: Date,
  ) => Promise<boolean>;
  /** Live entries whose keys begin with `prefix`, oldest first. */
  readonly list: (kind: StateKind, prefix: string, now: Date) => Promise<readonly StoredState[]>;
  /** What is stored of somebody: entries, and characters of their values. */
  readonly usage: (
    kind: StateKind,
    author: number,
  ) => Promise<{ readonly entries: number; readonly characters: number }>;
  readonly remove: (kind: StateKind, key: string) => Promise<void>;
};

/** State by key: form data of the explore page, filter states, permalinks. Keys of different kinds do not meet. */
export function createKeyValueStore(db: Kysely<Tables>): KeyValueStore {
  return {
    read: async (kind, key, now) => {
      const row = await db
        .selectFrom('key_value')
        .select(['key', 'value', 'created_by', 'expires_on'])
        .where('key', '=', `${kind}:${key}`)
        .where('resource', '=', kind)
        .executeTakeFirst();
      if (!row || (row.expires_on !== null && row.expires_on <= now.toISOString())) return null;
      return { key, value: row.value, createdBy: row.created_by };
    },
    write: async (kind, key, value, author, now, expiresOn) => {
      const expires_on = expiresOn?.toISOString() ?? null;
      await db
        .insertInto('key_value')
        .values({
          key: `${kind}:${key}`,
          resource: kind,
          value,
          created_by: author,
          created_on: now.toISOString(),
          expires_on,
        })
        .onConflict((conflict) => conflict.column('key').doUpdateSet({ value, expires_on }))
        .execute();
      await db.deleteFrom('key_value').where('expires_on', '<=', now.toISOString()).execute();
    },
    replace: (...change) => replace(db, ...change),
    list: async (kind, prefix, now) => {
      const begin = `${kind}:${prefix}`;
      const rows = await db
        .selectFrom('key_value')
        .select(['key', 'value', 'created_by'])
        .where('resource', '=', kind)
        .where('key', '>=', begin)
        // No key of ours has a letter behind it.
        .where('key', '<', `${begin}\uffff`)
        .where((where) => where.or([where('expires_on', 'is', null), where('expires_on', '>', now.toISOString())]))
        .orderBy('created_on')
        .orderBy('key')
        .limit(100)
        .execute();
      return rows.map(({ key, value, created_by: createdBy }) => ({
        key: key.slice(kind.length + 1),
        value,
        createdBy,
      }));
    },
    usage: (kind, author) => usage(db, kind, author),
    remove: async (kind, key) => {
      await db.deleteFrom('key_value').where('key', '=', `${kind}:${key}`).execute();
    },
  };
}

async function replace(
  db: Kysely<Tables>,
  ...[kind, key, before, value, author, now, expiresOn]: Parameters<KeyValueStore['replace']>
): Promise<boolean> {
  const expires_on = expiresOn.toISOString();
  const created_on = now.toISOString();
  const row = { key: `${kind}:${key}`, resource: kind, value, created_by: author, created_on, expires_on };
  const written = await db
    .insertInto('key_value')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet({ value, expires_on })
        .where((where) =>
          before === null ? where('key_value.expires_on', '<=', created_on) : where('key_value.value', '=', before),
        ),
    )
    .executeTakeFirst();
  await db.deleteFrom('key_value').where('expires_on', '<=', created_on).execute();
  return (written.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

async function usage(db: Kysely<Tables>, kind: StateKind, author: number) {
  const found = await db
    .selectFrom('key_value')
    .select((each) => [
      each.fn.countAll<number>().as('entries'),
      sql<number | null>`sum(length(${sql.ref('value')}))`.as('characters'),
    ])
    .where('resource', '=', kind)
    .where('created_by', '=', author)
    .executeTakeFirst();
  return { entries: found?.entries ?? 0, characters: found?.characters ?? 0 };
}
