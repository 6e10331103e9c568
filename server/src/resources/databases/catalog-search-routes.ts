import { AppError } from '@tessera/core/errors/app-error';
import { message } from '@tessera/core/messages';
import type { App } from '../../http/app-types.ts';
import { errorResponses } from '../../http/error-body.ts';
import { Q, readObject } from '../../http/list-query.ts';
import { IdParams } from '../item-shapes.ts';
import type { CatalogService } from './catalog.ts';
import { FoundTables, TableColumns, TableColumnsBody } from './schema.ts';

const tags = ['Database'];
const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 500;

/** `/database/:id/search_tables/` and `/columns/`: what an editor asks while somebody types. */
export function catalogSearchRoutes(catalog: CatalogService): (app: App) => Promise<void> {
  return async (app) => {
    app.get('/database/:id/search_tables/', {
      config: { permission: 'can_read Database' },
      schema: {
        summary: 'Tables and views over all schemas by a part of their names, the best first',
        tags,
        params: IdParams,
        querystring: Q,
        response: { 200: FoundTables, ...errorResponses },
      },
      handler: async ({ principal, params, query }) => {
        const asked = readObject(query.q);
        const inCatalog = textOf(asked['catalog'], 'catalog');
        const { tables, isCut } = await catalog.search(principal, params.id, {
          text: textOf(asked['text'], 'text') ?? '',
          catalog: inCatalog,
          schema: textOf(asked['schema'], 'schema'),
          limit: limitOf(asked['limit']),
          force: asked['force'] === true,
        });
        return { result: tables.map((table) => ({ catalog: inCatalog, ...table })), isCut };
      },
    });

    app.post('/database/:id/columns/', {
      // A read whose question is long.
      config: { permission: 'can_read Database', csrf: 'exempt' },
      schema: {
        summary: 'Columns and keys of several tables',
        tags,
        params: IdParams,
        body: TableColumnsBody,
        response: { 200: TableColumns, ...errorResponses },
      },
      handler: async ({ principal, params, body }) => {
        const found = await catalog.detailsOfMany(principal, params.id, body.tables);
        return {
          result: found.map(({ at, ref, details }) => ({
            at,
            catalog: ref.catalog,
            schema: ref.schema,
            name: ref.table,
            comment: details.comment,
            columns: details.columns.map((column) => ({ ...column })),
            primaryKey: [...details.primaryKey],
            foreignKeys: details.foreignKeys.map((key) => ({
              columns: [...key.columns],
              schema: key.referredSchema,
              name: key.referredTable,
              toColumns: [...key.referredColumns],
            })),
          })),
        };
      },
    });
  };
}

/** @throws AppError invalid_fields */
function textOf(value: unknown, field: string): string | null {
  if (value === undefined || value === null || value === '') return null;
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string' && value.length <= 500) return value;
  throw new AppError('invalid_fields', { fields: { [field]: [message('Not a valid string.')] } });
}

/** @throws AppError invalid_fields */
function limitOf(value: unknown): number {
  if (value === undefined || value === null) return DEFAULT_LIMIT;
  if (typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= MAX_LIMIT) return value;
  throw new AppError('invalid_fields', {
    fields: { limit: [message('Must be less than or equal to %(limit)s.', { limit: MAX_LIMIT })] },
  });
}
