import { Type } from 'typebox';
import type { App } from '../../http/app-types.ts';
import { errorResponses } from '../../http/error-body.ts';
import { answerList, titleCase } from '../../http/list-answer.ts';
import { textOf } from '../../http/list-filters.ts';
import { parseListQuery, Q } from '../../http/list-query.ts';
import { MessageBody, listRoutes } from '../../http/list-resource.ts';
import type { ListContext } from '../../http/list-spec.ts';
import { etag } from '../../http/etag.ts';
import { roleList } from './list.ts';
import {
  NameList,
  PairList,
  RoleItem,
  RolePairs,
  RolePairsSaved,
  RolePermissionsPost,
  RolePost,
  RoleSearch,
  RoleUsersPut,
  RoleUsersSaved,
} from './schema.ts';
import type { RoleService } from './service.ts';

const Params = Type.Object({ id: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }) });
const tags = ['Role'];

/** Roles and permissions; only administrators write. */
export function roleRoutes(context: ListContext, roles: RoleService): (app: App) => Promise<void> {
  return async (app) => {
    const spec = roleList(roles);
    listRoutes(app, context, spec);
    pairRoutes(app, roles);

    app.get('/security/roles/search/', {
      config: { permission: 'can_read Role' },
      schema: {
        summary: 'Roles with what and whom they hold',
        tags,
        querystring: Q,
        response: { 200: RoleSearch, ...errorResponses },
      },
      handler: async (request) => {
        const { count, ids } = await answerList(context, spec, parseListQuery(request.query.q), request.principal);
        return { count, ids, result: await roles.byIds(ids) };
      },
    });

    app.get('/security/roles/:id', {
      config: { permission: 'can_read Role' },
      schema: { summary: 'A role', tags, params: Params, response: { 200: RoleItem, ...errorResponses } },
      handler: async (request, reply) => {
        const result = await roles.read(request.params.id);
        void reply.header('etag', etag(result));
        return { id: result.id, result };
      },
    });

    app.post('/security/roles/', {
      config: { permission: 'admin' },
      schema: { summary: 'Make a role', tags, body: RolePost, response: { 201: RoleItem, ...errorResponses } },
      handler: async (request, reply) => {
        const result = await roles.create(request.principal, request.body.name);
        return reply.code(201).header('etag', etag(result)).send({ id: result.id, result });
      },
    });

    app.put('/security/roles/:id', {
      config: { permission: 'admin' },
      schema: {
        summary: 'Rename a role',
        tags,
        params: Params,
        body: RolePost,
        response: { 200: RoleItem, ...errorResponses },
      },
      handler: async (request, reply) => {
        const result = await roles.rename(
          request.principal,
          request.params.id,
          request.body.name,
          request.headers['if-match'],
        );
        void reply.header('etag', etag(result));
        return { id: result.id, result };
      },
    });

    app.delete('/security/roles/:id', {
      config: { permission: 'admin' },
      schema: { summary: 'Delete a role', tags, params: Params, response: { 200: MessageBody, ...errorResponses } },
      handler: async (request) => {
        await roles.remove(request.principal, [request.params.id]);
        return { message: 'OK' };
      },
    });

    app.put('/security/roles/:id/users', {
      config: { permission: 'admin' },
      schema: {
        summary: 'Who is in a role',
        tags,
        params: Params,
        body: RoleUsersPut,
        response: { 200: RoleUsersSaved, ...errorResponses },
      },
      handler: async (request) => {
        await roles.setUsers(request.principal, request.params.id, request.body.user_ids);
        return { result: request.body };
      },
    });
  };
}

function pairRoutes(app: App, roles: RoleService): void {
  app.get('/security/roles/:id/permissions/', {
    config: { permission: 'can_read Role' },
    schema: { summary: 'What a role gives', tags, params: Params, response: { 200: RolePairs, ...errorResponses } },
    handler: async (request) => ({
      result: (await roles.pairs(request.params.id)).map(({ id, permission, view }) => ({
        id,
        permission_name: permission,
        view_menu_name: view,
      })),
    }),
  });

  app.post('/security/roles/:id/permissions', {
    config: { permission: 'admin' },
    schema: {
      summary: 'Set what a role gives',
      tags,
      params: Params,
      body: RolePermissionsPost,
      response: { 200: RolePairsSaved, ...errorResponses },
    },
    handler: async (request, reply) => {
      const role = await roles.setPairs(
        request.principal,
        request.params.id,
        request.body.permission_view_menu_ids,
        request.headers['if-match'],
      );
      void reply.header('etag', etag(role));
      return { result: request.body };
    },
  });

  for (const [url, part, summary] of [
    ['/security/permissions/', 'permission', 'Names of permissions'],
    ['/security/resources/', 'view', 'What permissions are about'],
  ] as const) {
    app.get(url, {
      config: { permission: 'can_read Role' },
      schema: { summary, tags, querystring: Q, response: { 200: NameList, ...errorResponses } },
      handler: async (request) => {
        const { page, pageSize } = parseListQuery(request.query.q);
        const names = [...new Set((await roles.grantable()).map((pair) => pair[part]))].map((name, at) => ({
          id: at + 1,
          name,
        }));
        const shown = names.slice(page * pageSize, (page + 1) * pageSize);
        return {
          ...envelopeOf(part === 'permission' ? 'List Permissions' : 'List Resources', ['id', 'name']),
          count: names.length,
          ids: shown.map(({ id }) => id),
          result: shown,
        };
      },
    });
  }

  app.get('/security/permissions-resources/', {
    config: { permission: 'can_read Role' },
    schema: {
      summary: 'Everything that a role can give, datasets and databases by name',
      tags,
      querystring: Q,
      response: { 200: PairList, ...errorResponses },
    },
    handler: async (request) => {
      const { page, pageSize, filters } = parseListQuery(request.query.q);
      const words = filters.filter((filter) => filter.opr === 'ct').map((filter) => textOf(filter.value).toLowerCase());
      const all = (await roles.grantable()).filter((pair) =>
        words.every((word) => `${pair.permission} ${pair.view} ${pair.title}`.toLowerCase().includes(word)),
      );
      const shown = all.slice(page * pageSize, (page + 1) * pageSize);
      return {
        ...pairEnvelope,
        count: all.length,
        ids: shown.map((pair) => pair.id),
        result: shown.map(({ id, permission, view, title }) => ({
          id,
          permission: { name: permission },
          view_menu: { name: view, title },
        })),
      };
    },
  });
}

/** What lists of this API say of themselves beside their rows; these are made by the server and have one order. */
function envelopeOf(title: string, columns: readonly string[]) {
  return {
    list_title: title,
    list_columns: [...columns],
    label_columns: Object.fromEntries(columns.map((name) => [name, titleCase(name)])),
    description_columns: {},
    order_columns: [],
  };
}

const pairEnvelope = envelopeOf('List Permissions on Resources', ['id', 'permission.name', 'view_menu.name']);
