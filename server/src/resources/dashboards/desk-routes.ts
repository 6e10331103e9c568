import { Type } from 'typebox';
import type { App } from '../../http/app-types.ts';
import { errorResponses } from '../../http/error-body.ts';
import { MessageBody } from '../../http/list-resource.ts';
import { KeyParams } from '../item-shapes.ts';
import type { DashboardDesk } from './desk.ts';
import { DraftBody, DraftDelete, DraftPut, EditorRow, FilterPresets } from './desk-schema.ts';

const tags = ['Dashboard'];
const read = { permission: 'can_read Dashboard' } as const;
const write = { permission: 'can_write Dashboard' } as const;

/** `/dashboard/{key}/draft`, `…/editors` and `…/filter_presets`: what a user has of a dashboard alone. */
export function dashboardDeskRoutes(desk: DashboardDesk): (app: App) => Promise<void> {
  return async (app) => {
    draftRoutes(app, desk);

    app.put('/dashboard/:key/editors', {
      config: write,
      schema: {
        summary: 'Say that one edits a dashboard, and hear who else does',
        tags,
        params: KeyParams,
        response: { 200: Type.Object({ result: Type.Array(EditorRow) }), ...errorResponses },
      },
      handler: async (request) => ({ result: [...(await desk.enter(request.principal, request.params.key))] }),
    });

    app.delete('/dashboard/:key/editors', {
      config: write,
      schema: {
        summary: 'Stop editing a dashboard',
        tags,
        params: KeyParams,
        response: { 200: MessageBody, ...errorResponses },
      },
      handler: async (request) => {
        await desk.leave(request.principal, request.params.key);
        return { message: 'OK' };
      },
    });

    app.get('/dashboard/:key/filter_presets', {
      config: read,
      schema: {
        summary: 'Sets of filter values that one has named',
        tags,
        params: KeyParams,
        response: { 200: Type.Object({ result: FilterPresets }), ...errorResponses },
      },
      handler: async (request) => ({
        result: { presets: [...(await desk.readPresets(request.principal, request.params.key))] },
      }),
    });

    app.put('/dashboard/:key/filter_presets', {
      config: read,
      schema: {
        summary: 'Replace the sets of filter values that one has named',
        tags,
        params: KeyParams,
        body: FilterPresets,
        response: { 200: Type.Object({ result: FilterPresets }), ...errorResponses },
      },
      handler: async (request) => ({
        result: {
          presets: [...(await desk.writePresets(request.principal, request.params.key, request.body.presets))],
        },
      }),
    });
  };
}

function draftRoutes(app: App, desk: DashboardDesk): void {
  app.get('/dashboard/:key/draft', {
    config: write,
    schema: {
      summary: 'Changes of a dashboard that one has not saved yet',
      tags,
      params: KeyParams,
      response: { 200: Type.Object({ result: DraftBody }), ...errorResponses },
    },
    handler: async (request) => ({ result: await desk.readDraft(request.principal, request.params.key) }),
  });

  app.put('/dashboard/:key/draft', {
    config: { ...write, body: 'large' },
    schema: {
      summary: 'Store changes of a dashboard that are not saved yet',
      tags,
      params: KeyParams,
      body: DraftPut,
      response: { 200: MessageBody, ...errorResponses },
    },
    handler: async (request) => {
      await desk.writeDraft(request.principal, request.params.key, request.body);
      return { message: 'OK' };
    },
  });

  app.delete('/dashboard/:key/draft', {
    config: write,
    schema: {
      summary: 'Give up changes of a dashboard that are not saved yet',
      tags,
      params: KeyParams,
      querystring: DraftDelete,
      response: { 200: MessageBody, ...errorResponses },
    },
    handler: async (request) => {
      await desk.removeDraft(request.principal, request.params.key, request.query.over?.split(',') ?? null);
      return { message: 'OK' };
    },
  });
}
