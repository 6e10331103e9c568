import { Type } from 'typebox';
import type { App } from '../../http/app-types.ts';
import { errorResponses } from '../../http/error-body.ts';
import { acceptJsonForms } from '../../http/form-body.ts';
import { IdParams } from '../item-shapes.ts';
import {
  MigrateQuery,
  TableExpanded,
  TableIsExpanded,
  TableMade,
  TablePost,
  TabConflict,
  TabMade,
  TabPost,
  TabState,
  TabUpdate,
} from './schema.ts';
import type { TabService } from './service.ts';

const tags = ['SQL Lab'];
const config = { permission: 'can_read SQLLab', csrf: 'header or form' } as const;
const large = { ...config, body: 'large' } as const;
const QueryParams = Type.Object({ ...IdParams.properties, query: Type.String({ maxLength: 64 }) });
/** The framework sends a text as it is: this one is JSON. */
const Ok = Type.Unsafe<string>(Type.Literal('OK'));
const OK = '"OK"';

/** `/tabstateview/…` and `/tableschemaview/…` ([7.6-08]); bodies are JSON, or forms whose fields are JSON texts. */
export function editorTabRoutes(tabs: TabService): (app: App) => Promise<void> {
  return async (app) => {
    acceptJsonForms(app, ['queryEditor', 'table']);
    tabRoutes(app, tabs);
    tabQueryRoutes(app, tabs);
    tableRoutes(app, tabs);
  };
}

function tabRoutes(app: App, tabs: TabService): void {
  app.post('/tabstateview/', {
    config: large,
    schema: { summary: 'Keep a tab', tags, body: TabPost, response: { 200: TabMade, ...errorResponses } },
    handler: async (request) => tabs.create(request.principal, request.body.queryEditor),
  });

  app.get('/tabstateview/:id', {
    config,
    schema: { summary: 'A tab', tags, params: IdParams, response: { 200: TabState, ...errorResponses } },
    handler: async (request, reply) => {
      const state = await tabs.state(request.principal, request.params.id);
      void reply.header('ETag', `"${state.revision}"`);
      return state;
    },
  });

  app.put('/tabstateview/:id', {
    config: large,
    schema: {
      summary: 'Change a tab',
      tags,
      params: IdParams,
      body: TabUpdate,
      response: { 200: Type.Integer(), 409: TabConflict, ...errorResponses },
    },
    handler: async (request, reply) => {
      const { id } = request.params;
      const updated = await tabs.update(request.principal, id, request.body);
      if (updated.isSaved) return reply.header('ETag', `"${updated.revision}"`).send(id);
      const { translator } = request;
      return reply
        .code(409)
        .header('ETag', `"${updated.state.revision}"`)
        .send({
          message: translator.t('This tab was changed in another window. Nothing was saved.'),
          result: updated.state,
        });
    },
  });

  app.delete('/tabstateview/:id', {
    config,
    schema: { summary: 'Close a tab', tags, params: IdParams, response: { 200: Ok, ...errorResponses } },
    handler: async (request, reply) => {
      await tabs.remove(request.principal, request.params.id);
      return reply.type('application/json; charset=utf-8').send(OK);
    },
  });

  app.post('/tabstateview/:id/activate', {
    config,
    schema: {
      summary: 'Make a tab the active one',
      tags,
      params: IdParams,
      response: { 200: Type.Integer(), ...errorResponses },
    },
    handler: async (request, reply) => {
      await tabs.activate(request.principal, request.params.id);
      return reply.send(request.params.id);
    },
  });
}

function tabQueryRoutes(app: App, tabs: TabService): void {
  app.post('/tabstateview/:id/migrate_query', {
    config,
    schema: {
      summary: 'Bring a query to a tab that is on the server now',
      tags,
      params: IdParams,
      body: MigrateQuery,
      response: { 200: Type.Integer(), ...errorResponses },
    },
    handler: async (request, reply) => {
      await tabs.migrateQuery(request.principal, request.params.id, request.body.queryId);
      return reply.send(request.params.id);
    },
  });

  app.delete('/tabstateview/:id/query/:query', {
    config,
    schema: {
      summary: 'Take a query out of the history of a tab',
      tags,
      params: QueryParams,
      response: { 200: Ok, ...errorResponses },
    },
    handler: async (request, reply) => {
      await tabs.removeQuery(request.principal, request.params.id, request.params.query);
      return reply.type('application/json; charset=utf-8').send(OK);
    },
  });
}

function tableRoutes(app: App, tabs: TabService): void {
  app.post('/tableschemaview/', {
    config: large,
    schema: {
      summary: 'Open a table in a tab',
      tags,
      body: TablePost,
      response: { 200: TableMade, ...errorResponses },
    },
    handler: async (request) => tabs.openTable(request.principal, request.body.table),
  });

  app.post('/tableschemaview/:id/expanded', {
    config,
    schema: {
      summary: 'Show or fold the columns of a table',
      tags,
      params: IdParams,
      body: TableExpanded,
      response: { 200: TableIsExpanded, ...errorResponses },
    },
    handler: async (request) => {
      const { id } = request.params;
      const { expanded } = request.body;
      await tabs.expandTable(request.principal, id, expanded);
      return { id, expanded };
    },
  });

  app.delete('/tableschemaview/:id', {
    config,
    schema: { summary: 'Close a table', tags, params: IdParams, response: { 200: Ok, ...errorResponses } },
    handler: async (request, reply) => {
      await tabs.closeTable(request.principal, request.params.id);
      return reply.type('application/json; charset=utf-8').send(OK);
    },
  });
}
