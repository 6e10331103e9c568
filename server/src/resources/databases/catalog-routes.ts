import { Type } from 'typebox';
import { AppError } from '@tessera/core/errors/app-error';
import { message } from '@tessera/core/messages';
import type { Principal } from '../../principal.ts';
import type { TableDetails, TableRef } from '../../engines/engine.ts';
import type { App } from '../../http/app-types.ts';
import { errorResponses } from '../../http/error-body.ts';
import { Q, readObject } from '../../http/list-query.ts';
import { IdParams } from '../item-shapes.ts';
import { selectStar } from '../select-star.ts';
import type { CatalogService } from './catalog.ts';
import { FunctionNames, SchemaNames, TableExtra, TableMetadata, TableNames } from './schema.ts';

const tags = ['Database'];
const TableQuery = Type.Object({
  name: Type.Optional(Type.String({ maxLength: 500 })),
  catalog: Type.Optional(Type.String({ maxLength: 500 })),
  schema: Type.Optional(Type.String({ maxLength: 500 })),
  force: Type.Optional(Type.String({ maxLength: 20 })),
});
const TableParams = Type.Object({
  id: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }),
  table: Type.String({ maxLength: 500 }),
  schema: Type.Optional(Type.String({ maxLength: 500 })),
});

/** `/database/:id/…`: what is in a database ([7.2]). */
export function catalogRoutes(catalog: CatalogService): (app: App) => Promise<void> {
  return async (app) => {
    app.get('/database/:id/catalogs/', {
      config: { permission: 'can_read Database' },
      schema: {
        summary: 'Catalogs of a database',
        tags,
        params: IdParams,
        querystring: Q,
        response: { 200: SchemaNames, ...errorResponses },
      },
      handler: async (request) => ({
        result: [
          ...(await catalog.catalogs(
            request.principal,
            request.params.id,
            readObject(request.query.q)['force'] === true,
          )),
        ],
      }),
    });

    app.get('/database/:id/schemas/', {
      config: { permission: 'can_read Database' },
      schema: {
        summary: 'Schemas of a database, sorted',
        tags,
        params: IdParams,
        querystring: Q,
        response: { 200: SchemaNames, ...errorResponses },
      },
      handler: async (request) => {
        const { force, catalog: name } = readObject(request.query.q);
        return {
          result: [
            ...(await catalog.schemas(request.principal, request.params.id, {
              catalog: textOf(name),
              force: force === true,
            })),
          ],
        };
      },
    });

    app.get('/database/:id/tables/', {
      config: { permission: 'can_read Database' },
      schema: {
        summary: 'Tables and views of a schema',
        tags,
        params: IdParams,
        querystring: Q,
        response: {
          200: TableNames,
          ...errorResponses,
        },
      },
      handler: async (request) => {
        const { force, schema_name, catalog_name } = readObject(request.query.q);
        const tables = await catalog.tables(request.principal, request.params.id, {
          catalog: textOf(catalog_name),
          schema: textOf(schema_name),
          force: force === true,
        });
        return {
          count: tables.length,
          result: tables.map(({ name, kind }) => ({ value: name, type: kind, extra: null })),
        };
      },
    });

    app.get('/database/:id/table_metadata/', {
      config: { permission: 'can_read Database' },
      schema: {
        summary: 'Columns, keys and indexes of a table',
        tags,
        params: IdParams,
        querystring: TableQuery,
        response: { 200: TableMetadata, ...errorResponses },
      },
      handler: async (request) => metadata(catalog, request.principal, request.params.id, request.query),
    });

    app.get('/database/:id/table_metadata/extra/', {
      config: { permission: 'can_read Database' },
      schema: {
        summary: 'What else the database knows of a table: its comment and its partitions',
        tags,
        params: IdParams,
        querystring: TableQuery,
        response: { 200: TableExtra, ...errorResponses },
      },
      handler: async ({ principal, params, query }) =>
        describeExtra(
          await catalog.extra(principal, params.id, required(query.name), {
            catalog: query.catalog,
            schema: query.schema,
            force: query.force === 'true',
          }),
        ),
    });

    app.get('/database/:id/table/:table/:schema/', {
      config: { permission: 'can_read Database' },
      schema: {
        summary: 'A table by its address',
        tags,
        params: TableParams,
        response: { 200: Type.Record(Type.String(), Type.Unknown()), ...errorResponses },
      },
      handler: async ({ principal, params: { id, table, schema } }) => ({
        ...(await metadata(catalog, principal, id, { name: table, ...(schema ? { schema } : {}) })),
      }),
    });

    app.get('/database/:id/table_extra/:table/:schema/', {
      config: { permission: 'can_read Database' },
      schema: {
        summary: 'What else is known of a table, by its address',
        tags,
        params: TableParams,
        response: { 200: TableExtra, ...errorResponses },
      },
      handler: async ({ principal, params: { id, table, schema } }) =>
        describeExtra(await catalog.extra(principal, id, required(table), schema ? { schema } : {})),
    });

    for (const url of ['/database/:id/select_star/:table/', '/database/:id/select_star/:table/:schema/'] as const) {
      app.get(url, {
        config: { permission: 'can_read Database' },
        schema: {
          summary: 'A query that shows a table',
          tags,
          params: TableParams,
          response: { 200: Type.Object({ result: Type.String() }), ...errorResponses },
        },
        handler: async (request) => ({
          result: await catalog.selectStar(request.principal, request.params.id, request.params.table, {
            schema: request.params.schema,
          }),
        }),
      });
    }

    app.get('/database/:id/function_names/', {
      config: { permission: 'can_read Database' },
      schema: {
        summary: 'Functions that queries may call',
        tags,
        params: IdParams,
        response: { 200: FunctionNames, ...errorResponses },
      },
      handler: async (request) => ({
        ...(await functionsOf(catalog, request.principal, request.params.id)),
      }),
    });
  };
}

function describeExtra({ comment, partitionedBy, newest }: Awaited<ReturnType<CatalogService['extra']>>): TableExtra {
  const latest = newest && Object.fromEntries(newest.map(({ column, value }) => [column, value]));
  return {
    ...(comment !== null && { metadata: { comment } }),
    ...(partitionedBy.length > 0 && { partitions: { cols: [...partitionedBy], latest } }),
  };
}

type TableAsked = {
  readonly name?: string;
  readonly catalog?: string;
  readonly schema?: string;
  readonly force?: string;
};

async function metadata(
  catalog: CatalogService,
  principal: Principal,
  id: number,
  { name, catalog: catalogName, schema, force }: TableAsked,
) {
  const { row, ref, details } = await catalog.details(principal, id, required(name), {
    catalog: catalogName,
    schema,
    force: force === 'true',
  });
  return describe(
    ref,
    details,
    selectStar(
      row.engine,
      ref,
      details.columns.map((column) => column.name),
    ),
  );
}

function describe(ref: TableRef, details: TableDetails, select: string) {
  const { columns, primaryKey, foreignKeys, indexes, comment, partitionedBy } = details;
  const foreign = foreignKeys.map((key) => ({
    name: key.name,
    type: 'fk',
    column_names: [...key.columns],
    constrained_columns: [...key.columns],
    referred_schema: key.referredSchema,
    referred_table: key.referredTable,
    referred_columns: [...key.referredColumns],
    options: {},
  }));
  const listed = indexes.map((index) => ({
    name: index.name,
    column_names: [...index.columns],
    unique: index.unique,
    type: 'index',
  }));
  const keysOf = (column: string): Record<string, unknown>[] => [
    ...(primaryKey.includes(column) ? [{ column_names: [...primaryKey], type: 'pk' }] : []),
    ...foreign.filter((key) => key.column_names.includes(column)),
    ...listed.filter((index) => index.column_names.includes(column)),
  ];
  return {
    name: ref.table,
    comment,
    columns: columns.map((column) => ({
      name: column.name,
      type: column.type.replace(/\(.*$/, ''),
      longType: column.type,
      nullable: column.nullable,
      comment: column.comment,
      keys: keysOf(column.name),
    })),
    primaryKey: { constrained_columns: [...primaryKey], type: 'pk' as const },
    foreignKeys: foreign,
    indexes: listed,
    selectStar: select,
    partitionedBy: [...partitionedBy],
  };
}

function required(name: string | undefined): string {
  if (!name) throw new AppError('invalid_fields', { fields: { name: [message('Missing data for required field.')] } });
  return name;
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

async function functionsOf(catalog: CatalogService, principal: Principal, id: number) {
  const { names, functions } = await catalog.functions(principal, id);
  return {
    function_names: [...names],
    functions: functions.map(({ signatures, ...one }) => ({
      ...one,
      signatures: signatures.map(({ args, returns }) => ({ args: args.map((arg) => ({ ...arg })), returns })),
    })),
  };
}
