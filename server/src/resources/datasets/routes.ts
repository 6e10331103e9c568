import { Type } from 'typebox';
import { AppError } from '@tessera/core/errors/app-error';
import { editorKindOf, isDatasetKind, type EditorKind } from '../../chart-data/dataset-kind.ts';
import { signalOf } from '../../http/request-parts.ts';
import type { Principal } from '../../principal.ts';
import type { App } from '../../http/app-types.ts';
import { errorResponses } from '../../http/error-body.ts';
import { pick } from '../../http/list-answer.ts';
import { Q, readObject } from '../../http/list-query.ts';
import { listRoutes, MessageBody } from '../../http/list-resource.ts';
import type { ListContext, ListSpec } from '../../http/list-spec.ts';
import { relatedBody } from '../related-body.ts';
import { RelatedBody } from '../databases/schema.ts';
import { asId, IdParams, idOrUuid, KeyParams } from '../item-shapes.ts';
import {
  DatasetItem,
  DatasetPart,
  DatasetPost,
  DatasetPut,
  DatasetRefreshed,
  DrillInfoBody,
  Duplicate,
  GetOrCreate,
  SourceColumnsBody,
} from './schema.ts';
import type { DatasetService } from './service.ts';

const tags = ['Dataset'];
const Row = Type.Record(Type.String(), Type.Unknown());
const Saved = Type.Object({ id: Type.Integer(), result: Row, data: DatasetItem });
const PartParams = Type.Object({
  ...IdParams.properties,
  partId: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }),
});

const ItemQuery = Type.Object({
  ...Q.properties,
  include_rendered_sql: Type.Optional(
    Type.Boolean({ description: 'Tell SQL and expressions as their templates make them for the reader.' }),
  ),
});

/** `/dataset/…`: list, item, save, duplicate, refresh, delete. */
export function datasetRoutes(
  datasets: DatasetService,
  context: ListContext,
  list: ListSpec,
): (app: App) => Promise<void> {
  return async (app) => {
    listRoutes(app, context, list);

    app.get('/dataset/:key', {
      config: { permission: 'can_read Dataset' },
      schema: {
        summary: 'One dataset by id or uuid',
        tags,
        params: KeyParams,
        querystring: ItemQuery,
        response: { 200: Type.Object({ id: Type.Integer(), result: DatasetPart }), ...errorResponses },
      },
      handler: async (request, reply) => {
        const key = idOrUuid(request.params.key);
        const item = await (request.query.include_rendered_sql === true
          ? datasets.readRendered(request.principal, key)
          : datasets.read(request.principal, key));
        const { columns } = readObject(request.query.q);
        const names = Array.isArray(columns) ? columns.filter((name) => typeof name === 'string') : [];
        void reply.header('ETag', `"${item.version}"`);
        return { id: item.id, result: names.length === 0 ? item : pick(item, names) };
      },
    });

    app.post('/dataset/', {
      config: { permission: 'can_write Dataset', body: 'large' },
      schema: {
        summary: 'Make a dataset on a table or a query',
        tags,
        body: DatasetPost,
        response: { 201: Saved, ...errorResponses },
      },
      handler: async (request, reply) => {
        const data = await datasets.create(request.principal, request.body);
        return reply.code(201).header('ETag', `"${data.version}"`).send({ id: data.id, result: request.body, data });
      },
    });

    app.put('/dataset/:id', {
      config: { permission: 'can_write Dataset', body: 'large' },
      schema: {
        summary: 'Change a dataset',
        tags,
        params: IdParams,
        body: DatasetPut,
        response: { 200: Saved, ...errorResponses },
      },
      handler: async (request, reply) => {
        const data = await datasets.update(
          request.principal,
          request.params.id,
          request.body,
          request.headers['if-match'],
        );
        return reply.header('ETag', `"${data.version}"`).send({ id: data.id, result: request.body, data });
      },
    });

    app.delete('/dataset/:id', {
      config: { permission: 'can_write Dataset' },
      schema: {
        summary: 'Delete a dataset',
        tags,
        params: IdParams,
        response: { 200: MessageBody, ...errorResponses },
      },
      handler: async (request) => {
        await datasets.remove(request.principal, [request.params.id]);
        return { message: 'OK' };
      },
    });

    app.post('/dataset/get_or_create/', {
      config: { permission: 'can_write Dataset' },
      schema: {
        summary: 'The dataset on a table, made when there is none',
        tags,
        body: GetOrCreate,
        response: { 200: Type.Object({ result: Type.Object({ table_id: Type.Integer() }) }), ...errorResponses },
      },
      handler: async (request) => ({
        result: { table_id: await datasets.getOrCreate(request.principal, request.body) },
      }),
    });

    app.post('/dataset/duplicate', {
      config: { permission: 'can_write Dataset' },
      schema: { summary: 'Copy a virtual dataset', tags, body: Duplicate, response: { 201: Saved, ...errorResponses } },
      handler: async (request, reply) => {
        const data = await datasets.duplicate(request.principal, request.body);
        return reply.code(201).send({ id: data.id, result: request.body, data });
      },
    });

    app.put('/dataset/:id/refresh', {
      config: { permission: 'can_write Dataset' },
      schema: {
        summary: 'Bring the columns up to date with the source',
        tags,
        params: IdParams,
        response: { 200: DatasetRefreshed, ...errorResponses },
      },
      handler: async (request) => ({
        message: 'OK',
        result: changesBody(await datasets.refresh(request.principal, request.params.id)),
      }),
    });

    app.get('/dataset/:id/related_objects', {
      config: { permission: 'can_read Dataset' },
      schema: {
        summary: 'Charts and dashboards on a dataset',
        tags,
        params: IdParams,
        response: { 200: RelatedBody, ...errorResponses },
      },
      handler: async (request) => relatedBody(await datasets.related(request.principal, request.params.id)),
    });

    app.get('/dataset/:id/drill_info/', {
      config: { permission: 'can_samples Tessera' },
      schema: {
        summary: 'The dimensions by which charts on a dataset are broken down',
        tags,
        params: IdParams,
        querystring: Q,
        response: { 200: DrillInfoBody, ...errorResponses },
      },
      handler: async (request) => {
        const { dashboard_id: given } = readObject(request.query.q);
        const dashboardId = typeof given === 'number' ? given : null;
        const result = await datasets.drillInfo(request.principal, request.params.id, dashboardId);
        return { id: result.id, result };
      },
    });

    for (const [name, part] of [
      ['column', 'columns'],
      ['metric', 'metrics'],
    ] as const) {
      app.delete(`/dataset/:id/${name}/:partId`, {
        config: { permission: 'can_write Dataset' },
        schema: {
          summary: `Delete a ${name} of a dataset`,
          tags,
          params: PartParams,
          response: { 200: MessageBody, ...errorResponses },
        },
        handler: async (request) => {
          await datasets.removePart(request.principal, request.params.id, part, request.params.partId);
          return { message: 'OK' };
        },
      });
    }
  };
}

/** A query of the SQL editor in the words of a dataset. @throws AppError dataset_not_found */
type EditorSource = (principal: Principal, kind: EditorKind, id: number, signal: AbortSignal) => Promise<object>;
/** What else a dataset has, queries have not. */
const Source = Type.Unsafe<unknown>(Type.Union([DatasetItem, Row]));
const KeyQuery = Type.Object({ datasourceKey: Type.Optional(Type.String({ maxLength: 60 })) });

/** Addresses outside /api/v1 that older clients ask: the product's own prefix and its alias (ruling 13). */
export function datasourceRoutes(datasets: DatasetService, editorSource: EditorSource): (app: App) => Promise<void> {
  return async (app) => {
    for (const prefix of ['/tessera', '/superset']) {
      app.get(`${prefix}/fetch_datasource_metadata`, {
        config: { permission: 'can_read Dataset' },
        schema: {
          summary: 'A dataset, or a query of the SQL editor, by its key, id__type',
          tags: ['Datasource'],
          querystring: KeyQuery,
          response: { 200: Source, ...errorResponses },
        },
        handler: async ({ principal, query }, reply) => {
          const { type, id } = readKey(query.datasourceKey);
          const kind = editorKindOf(type);
          return kind === null ? datasets.read(principal, id) : editorSource(principal, kind, id, signalOf(reply));
        },
      });
    }

    app.get('/datasource/external_metadata/:type/:id', {
      config: { permission: 'can_read Dataset' },
      schema: {
        summary: 'Columns of a dataset as its source has them now',
        tags: ['Datasource'],
        params: Type.Object({ type: Type.String({ maxLength: 20 }), ...IdParams.properties }),
        response: { 200: SourceColumnsBody, ...errorResponses },
      },
      handler: async (request) => {
        assertDataset(request.params.type);
        const { columns, changes } = await datasets.external(request.principal, request.params.id);
        return {
          columns: columns.map((column) => ({ name: column.column_name, ...column })),
          changes: changesBody(changes),
        };
      },
    });
  };
}

/** `{id}__{type}`, the type in any case (ruling 11). @throws AppError unknown_datasource_type, dataset_not_found */
function readKey(key: string | undefined): { readonly type: string; readonly id: number } {
  const [id, type = ''] = (key ?? '').split('__');
  if (editorKindOf(type) === null) assertDataset(type);
  const number = asId(id ?? '');
  if (number === null) throw new AppError('dataset_not_found', {});
  return { type, id: number };
}

function assertDataset(type: string): void {
  if (!isDatasetKind(type)) throw new AppError('unknown_datasource_type', { type });
}

function changesBody(changes: Awaited<ReturnType<DatasetService['refresh']>>) {
  return { added: [...changes.added], removed: [...changes.removed], changed: [...changes.changed] };
}
