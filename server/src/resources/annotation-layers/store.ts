import type { Insertable, Kysely, Updateable } from 'kysely';
import { bindAll } from '../../bind-all.ts';
import type { Changed } from '../../metadata/audit.ts';
import type { AnnotationLayersTable, AnnotationsTable, Tables } from '../../metadata/tables.ts';
import { usersById } from '../owners/store.ts';

export type LayerStore = ReturnType<typeof createLayerStore>;
type LayerChange = Omit<Updateable<AnnotationLayersTable>, 'version'> & Changed;
type AnnotationChange = Omit<Updateable<AnnotationsTable>, 'version'> & Changed;

/** An annotation as it is drawn; both ends as ISO text in UTC. */
export type Mark = Pick<AnnotationsTable, 'start_dttm' | 'end_dttm' | 'short_descr' | 'long_descr' | 'json_metadata'>;

/** Most annotations that one layer gives a chart. */
const MAX_MARKS = 5000;

/** Annotation layers and what is in them, in the metadata database. */
export function createLayerStore(db: Kysely<Tables>) {
  return bindAll(db, {
    layers,
    annotations,
    layerName,
    inUse,
    marks,
    insertLayer,
    insertAnnotation,
    updateLayer,
    updateAnnotation,
  });
}

/** In the order of the ids, with the users who made and changed them; what is in the trash is left out. */
async function layers(db: Kysely<Tables>, ids: readonly number[]) {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('annotation_layers')
    .selectAll()
    .where('id', 'in', ids)
    .where('deleted_on', 'is', null)
    .execute();
  return inOrder(ids, await withUsers(db, rows));
}

/** The same for annotations, with their layer; those of a layer in the trash are there no more. */
async function annotations(db: Kysely<Tables>, ids: readonly number[]) {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('annotations')
    .innerJoin('annotation_layers as layer', 'layer.id', 'annotations.layer_id')
    .selectAll('annotations')
    .select('layer.name as layer_name')
    .where('annotations.id', 'in', ids)
    .where('annotations.deleted_on', 'is', null)
    .where('layer.deleted_on', 'is', null)
    .execute();
  return inOrder(ids, await withUsers(db, rows));
}

async function layerName(db: Kysely<Tables>, id: number): Promise<string | null> {
  return (
    (
      await db
        .selectFrom('annotation_layers')
        .select('name')
        .where('id', '=', id)
        .where('deleted_on', 'is', null)
        .executeTakeFirst()
    )?.name ?? null
  );
}

/** Names of those layers that hold annotations. */
async function inUse(db: Kysely<Tables>, ids: readonly number[]): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('annotations')
    .select('short_descr')
    .where('layer_id', 'in', ids)
    .where('deleted_on', 'is', null)
    .orderBy('start_dttm')
    .limit(5)
    .execute();
  return rows.map((row) => row.short_descr);
}

/**
 * Annotations of a layer that touch a half-open range of ISO instants; null leaves a side open. The earliest come
 * first.
 */
async function marks(
  db: Kysely<Tables>,
  layerId: number,
  since: string | null,
  until: string | null,
): Promise<readonly Mark[]> {
  let query = db
    .selectFrom('annotations')
    .select(['start_dttm', 'end_dttm', 'short_descr', 'long_descr', 'json_metadata'])
    .where('layer_id', '=', layerId)
    .where('deleted_on', 'is', null);
  if (since !== null) query = query.where('end_dttm', '>=', since);
  if (until !== null) query = query.where('start_dttm', '<', until);
  return query.orderBy('start_dttm').orderBy('id').limit(MAX_MARKS).execute();
}

async function insertLayer(db: Kysely<Tables>, values: Insertable<AnnotationLayersTable>): Promise<number> {
  return (await db.insertInto('annotation_layers').values(values).returning('id').executeTakeFirstOrThrow()).id;
}

async function insertAnnotation(db: Kysely<Tables>, values: Insertable<AnnotationsTable>): Promise<number> {
  return (await db.insertInto('annotations').values(values).returning('id').executeTakeFirstOrThrow()).id;
}

/** @returns false when the row is gone, or at another version than `version` by now */
async function updateLayer(
  db: Kysely<Tables>,
  id: number,
  change: LayerChange,
  version: number | null,
): Promise<boolean> {
  let query = db.updateTable('annotation_layers').set(change).where('id', '=', id).where('deleted_on', 'is', null);
  if (version !== null) query = query.where('version', '=', version);
  return (await query.executeTakeFirst()).numUpdatedRows > 0n;
}

/** @returns false when the row is gone, or at another version than `version` by now */
async function updateAnnotation(
  db: Kysely<Tables>,
  id: number,
  change: AnnotationChange,
  version: number | null,
): Promise<boolean> {
  let query = db.updateTable('annotations').set(change).where('id', '=', id).where('deleted_on', 'is', null);
  if (version !== null) query = query.where('version', '=', version);
  return (await query.executeTakeFirst()).numUpdatedRows > 0n;
}

type Trailed = { readonly id: number; readonly created_by: number | null; readonly changed_by: number | null };

async function withUsers<Row extends Trailed>(db: Kysely<Tables>, rows: readonly Row[]) {
  const people = await usersById(db, [
    ...new Set(rows.flatMap((row) => [row.created_by, row.changed_by].filter((id) => id !== null))),
  ]);
  const userOf = (id: number | null) => (id === null ? null : (people.get(id) ?? null));
  return rows.map((row) => ({ ...row, created_by: userOf(row.created_by), changed_by: userOf(row.changed_by) }));
}

function inOrder<Row extends { readonly id: number }>(ids: readonly number[], rows: readonly Row[]): readonly Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
