import type { Insertable, Kysely, Updateable } from 'kysely';
import { bindAll } from '../../bind-all.ts';
import type { Changed } from '../../metadata/audit.ts';
import type { CssTemplatesTable, Tables } from '../../metadata/tables.ts';
import { usersById } from '../owners/store.ts';

type Change = Omit<Updateable<CssTemplatesTable>, 'version'> & Changed;

/** CSS templates in the metadata database. */
export function createCssTemplateStore(db: Kysely<Tables>) {
  return bindAll(db, { templates, insert, update });
}

/** In the order of the ids, with the users who made and changed them; what is in the trash is left out. */
async function templates(db: Kysely<Tables>, ids: readonly number[]) {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('css_templates')
    .selectAll()
    .where('id', 'in', ids)
    .where('deleted_on', 'is', null)
    .execute();
  const people = await usersById(db, [
    ...new Set(rows.flatMap((row) => [row.created_by, row.changed_by].filter((id) => id !== null))),
  ]);
  const userOf = (id: number | null) => (id === null ? null : (people.get(id) ?? null));
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const row = byId.get(id);
    return row === undefined
      ? []
      : [{ ...row, created_by: userOf(row.created_by), changed_by: userOf(row.changed_by) }];
  });
}

async function insert(db: Kysely<Tables>, values: Insertable<CssTemplatesTable>): Promise<number> {
  return (await db.insertInto('css_templates').values(values).returning('id').executeTakeFirstOrThrow()).id;
}

/** @returns false when the row is gone, or at another version than `version` by now */
async function update(db: Kysely<Tables>, id: number, change: Change, version: number | null): Promise<boolean> {
  let query = db.updateTable('css_templates').set(change).where('id', '=', id).where('deleted_on', 'is', null);
  if (version !== null) query = query.where('version', '=', version);
  return (await query.executeTakeFirst()).numUpdatedRows > 0n;
}
