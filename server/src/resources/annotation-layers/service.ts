import { message, type Words } from '@tessera/core/messages';
import type { Kysely } from 'kysely';
import { AppError } from '@tessera/core/errors/app-error';
import { relativeTime } from '@tessera/core/relative-time';
import { bindAll } from '../../bind-all.ts';
import type { Principal } from '../../principal.ts';
import { instantOf } from '../../chart-data/resolve/time.ts';
import { assertVersion, changed, created, deleted } from '../../metadata/audit.ts';
import type { Tables } from '../../metadata/tables.ts';
import { isUniqueViolation } from '../../metadata/unique.ts';
import { parseJsonText } from '../json-text.ts';
import type { Annotation, AnnotationPost, AnnotationPut, Layer, LayerPost, LayerPut } from './schema.ts';
import { createLayerStore } from './store.ts';

export type LayerService = ReturnType<typeof createLayerService>;
type Saved = { readonly id: number; readonly version: number };

type Context = { readonly db: Kysely<Tables>; readonly now: () => Date } & {
  readonly store: ReturnType<typeof createLayerStore>;
};

/** Layers of annotations; who may use the routes may change every layer. */
export function createLayerService(needs: { readonly db: Kysely<Tables>; readonly now: () => Date }) {
  const context: Context = {
    ...needs,
    store: createLayerStore(needs.db),
  };
  return bindAll(context, {
    layersById,
    annotationsById,
    layer,
    annotation,
    createLayer,
    updateLayer,
    removeLayers,
    createAnnotation,
    updateAnnotation,
    removeAnnotations,
  });
}

async function layersById(context: Context, ids: readonly number[]): Promise<readonly Layer[]> {
  const at = context.now().getTime();
  return (await context.store.layers(ids)).map(({ deleted_on: _, ...row }) => ({
    ...row,
    changed_on_delta_humanized: relativeTime(row.changed_on, at),
  }));
}

async function annotationsById(context: Context, ids: readonly number[]): Promise<readonly Annotation[]> {
  const at = context.now().getTime();
  return (await context.store.annotations(ids)).map(({ deleted_on: _, layer_id, layer_name, ...row }) => ({
    ...row,
    layer: { id: layer_id, name: layer_name },
    changed_on_delta_humanized: relativeTime(row.changed_on, at),
  }));
}

/** @throws AppError not_found */
async function layer(context: Context, id: number): Promise<Layer> {
  const [found] = await layersById(context, [id]);
  if (!found) throw new AppError('not_found', {});
  return found;
}

/** An annotation of this layer; one of another is not there. @throws AppError not_found */
async function annotation(context: Context, layerId: number, id: number): Promise<Annotation> {
  const [found] = await annotationsById(context, [id]);
  if (found?.layer.id !== layerId) throw new AppError('not_found', {});
  return found;
}

/** @throws AppError invalid_fields for a name that is taken */
async function createLayer(context: Context, principal: Principal, body: LayerPost): Promise<Saved> {
  const id = await unique('name', message('An annotation layer of this name already exists.'), () =>
    context.store.insertLayer({ ...created(principal, context.now()), name: body.name, descr: body.descr ?? null }),
  );
  return { id, version: 1 };
}

/** @throws AppError not_found, stale_version, invalid_fields */
async function updateLayer(
  context: Context,
  principal: Principal,
  id: number,
  body: LayerPut,
  ifMatch: string | undefined,
): Promise<Saved> {
  const before = await layer(context, id);
  assertVersion('annotation layer', before, ifMatch);
  const isSaved = await unique('name', message('An annotation layer of this name already exists.'), () =>
    context.store.updateLayer(
      id,
      { ...body, ...changed(principal, context.now()) },
      ifMatch === undefined ? null : before.version,
    ),
  );
  if (!isSaved) throw new AppError('stale_version', { object: 'annotation layer', version: before.version + 1 });
  return { id, version: before.version + 1 };
}

/** Deletes all or none. @throws AppError not_found, in_use for layers that hold annotations */
async function removeLayers(context: Context, principal: Principal, ids: readonly number[]): Promise<number> {
  if ((await context.store.layers(ids)).length !== ids.length) throw new AppError('not_found', {});
  const objects = await context.store.inUse(ids);
  if (objects.length > 0) throw new AppError('in_use', { object: 'annotation layer', objects });
  await context.db.transaction().execute(async (transaction) => {
    const inside = createLayerStore(transaction);
    for (const id of ids) await inside.updateLayer(id, deleted(principal, context.now()), null);
  });
  return ids.length;
}

/** @throws AppError not_found for the layer, invalid_fields */
async function createAnnotation(
  context: Context,
  principal: Principal,
  layerId: number,
  body: AnnotationPost,
): Promise<Saved> {
  if ((await context.store.layerName(layerId)) === null) throw new AppError('not_found', {});
  const start = readInstant('start_dttm', body.start_dttm);
  const values = {
    short_descr: body.short_descr,
    long_descr: body.long_descr ?? null,
    ...spanOf(start, body.end_dttm),
    json_metadata: readMetadata(body.json_metadata),
  };
  const id = await unique('short_descr', message('The layer already has an annotation of this name.'), () =>
    context.store.insertAnnotation({ ...created(principal, context.now()), layer_id: layerId, ...values }),
  );
  return { id, version: 1 };
}

/** @throws AppError not_found, stale_version, invalid_fields */
async function updateAnnotation(
  context: Context,
  principal: Principal,
  layerId: number,
  id: number,
  body: AnnotationPut,
  ifMatch: string | undefined,
): Promise<Saved> {
  const before = await annotation(context, layerId, id);
  assertVersion('annotation', before, ifMatch);
  const start = body.start_dttm === undefined ? before.start_dttm : readInstant('start_dttm', body.start_dttm);
  const { json_metadata: metadata, ...texts } = body;
  const change = {
    ...texts,
    ...spanOf(start, body.end_dttm === undefined ? before.end_dttm : body.end_dttm),
    ...(metadata !== undefined && { json_metadata: readMetadata(metadata) }),
  };
  const isSaved = await unique('short_descr', message('The layer already has an annotation of this name.'), () =>
    context.store.updateAnnotation(
      id,
      { ...change, ...changed(principal, context.now()) },
      ifMatch === undefined ? null : before.version,
    ),
  );
  if (!isSaved) throw new AppError('stale_version', { object: 'annotation', version: before.version + 1 });
  return { id, version: before.version + 1 };
}

/** Deletes all or none. @throws AppError not_found, also for annotations of another layer */
async function removeAnnotations(
  context: Context,
  principal: Principal,
  layerId: number,
  ids: readonly number[],
): Promise<number> {
  const found = await annotationsById(context, ids);
  if (found.length !== ids.length || found.some((one) => one.layer.id !== layerId)) throw new AppError('not_found', {});
  await context.db.transaction().execute(async (transaction) => {
    const inside = createLayerStore(transaction);
    for (const id of ids) await inside.updateAnnotation(id, deleted(principal, context.now()), null);
  });
  return ids.length;
}

/** ISO text in UTC, which sorts as the instants do. @throws AppError invalid_fields */
function readInstant(field: string, text: string): string {
  const at = instantOf(text);
  // Years of more than four digits would not sort as text.
  if (at === null || at < Date.UTC(0) || at >= Date.UTC(10_000, 0))
    throw complaint(field, message('Not a valid datetime.'));
  return new Date(at).toISOString();
}

/** @throws AppError invalid_fields */
function spanOf(
  start: string,
  end: string | null | undefined,
): { readonly start_dttm: string; readonly end_dttm: string } {
  const last = end === null || end === undefined || end === '' ? start : readInstant('end_dttm', end);
  if (last < start) throw complaint('end_dttm', message('The end is before the start.'));
  return { start_dttm: start, end_dttm: last };
}

/** @throws AppError invalid_fields */
function readMetadata(text: string | null | undefined): string | null {
  if (text === null || text === undefined || text.trim() === '') return null;
  try {
    parseJsonText(text);
    return text;
  } catch {
    throw complaint('json_metadata', message('JSON not valid'));
  }
}

async function unique<T>(field: string, sentence: Words, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (isUniqueViolation(error)) throw complaint(field, sentence);
    throw error;
  }
}

function complaint(field: string, sentence: Words): AppError {
  return new AppError('invalid_fields', { fields: { [field]: [sentence] } });
}
