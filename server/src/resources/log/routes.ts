import { Type } from 'typebox';
import { AppError } from '@tessera/core/errors/app-error';
import { message } from '@tessera/core/messages';
import type { App } from '../../http/app-types.ts';
import { errorResponses } from '../../http/error-body.ts';
import { parseListQuery, Q, readObject } from '../../http/list-query.ts';
import { listRoutes } from '../../http/list-resource.ts';
import type { ListContext, ListSpec } from '../../http/list-spec.ts';
import { IdParams } from '../item-shapes.ts';
import { parseJsonText } from '../json-text.ts';
import { LogQuery, RecentActivity } from './schema.ts';
import type { LogService } from './service.ts';

const tags = ['Log'];

/** `/log/…` under the API: the list for admins and what a user opened of late. */
export function logRoutes(logs: LogService, context: ListContext, list: ListSpec): (app: App) => Promise<void> {
  return async (app) => {
    app.get('/log/recent_activity/', {
      config: { permission: 'signed_in' },
      schema: {
        summary: 'What the person opened of late',
        tags,
        querystring: Q,
        response: { 200: RecentActivity, ...errorResponses },
      },
      handler: async (request) => {
        const { page, pageSize } = parseListQuery(request.query.q);
        const { actions, distinct } = readObject(request.query.q);
        const named = Array.isArray(actions) ? actions.filter((action) => typeof action === 'string') : null;
        return {
          result: await logs.recent(request.principal, {
            actions: named,
            distinct: distinct !== false,
            page,
            pageSize,
          }),
        };
      },
    });

    listRoutes(app, context, list);

    app.get('/log/:id', {
      config: { permission: 'can_read Log' },
      schema: {
        summary: 'One log entry',
        tags,
        params: IdParams,
        response: {
          200: Type.Object({ id: Type.Integer(), result: Type.Record(Type.String(), Type.Unknown()) }),
          ...errorResponses,
        },
      },
      handler: async (request) => {
        const row = await logs.read(request.params.id);
        return { id: row.id, result: { ...row } };
      },
    });
  };
}

/** Fields of a form that a beacon sends. */
const MAX_FORM_BYTES = 1_048_576;

/**
 * `POST /tessera/log/?explode=events` ([7.7-01]), outside the API's prefix: pages send it when they close, as JSON or
 * as a form.
 */
export function eventRoutes(logs: LogService): (app: App) => Promise<void> {
  return async (app) => {
    app.addContentTypeParser(
      'multipart/form-data',
      { parseAs: 'buffer', bodyLimit: MAX_FORM_BYTES },
      async (request: { readonly headers: { readonly 'content-type'?: string | undefined } }, body: Buffer) =>
        formFields(body, request.headers['content-type'] ?? ''),
    );
    app.addContentTypeParser(
      'text/plain',
      { parseAs: 'string', bodyLimit: MAX_FORM_BYTES },
      async (_request: unknown, body: string) => parseText(body),
    );

    app.post('/tessera/log/', {
      // Beacons carry no headers of their own. What they can do is to write the sender's own log.
      config: { permission: 'signed_in', csrf: 'exempt', writes: true },
      schema: {
        summary: 'Keep what happened in the browser',
        tags,
        querystring: LogQuery,
        response: { 200: Type.Object({ status: Type.String() }), ...errorResponses },
      },
      handler: async (request) => {
        await logs.record(request.principal, request.body, request.query);
        return { status: 'OK' };
      },
    });
  };
}

/** Text fields of a form as browsers encode it; files in it are passed over. @throws AppError invalid_request */
async function formFields(body: Buffer, contentType: string): Promise<Readonly<Record<string, string>>> {
  try {
    const form = await new Response(new Uint8Array(body), { headers: { 'content-type': contentType } }).formData();
    return Object.fromEntries([...form].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])));
  } catch (error) {
    throw new AppError('invalid_request', { reason: message('The form cannot be read.') }, { cause: error });
  }
}

function parseText(body: string): unknown {
  try {
    return parseJsonText(body);
  } catch (error) {
    throw new AppError('not_json', {}, { cause: error });
  }
}
