import { Type } from 'typebox';
import type { App } from '../../http/app-types.ts';
import { errorResponses } from '../../http/error-body.ts';
import { MessageBody, listRoutes } from '../../http/list-resource.ts';
import type { ListContext } from '../../http/list-spec.ts';
import { etag } from '../../http/etag.ts';
import { userList } from './list.ts';
import { UserItem, UserPost, UserPut, UserSaved } from './schema.ts';
import type { UserService } from './service.ts';

const Params = Type.Object({ id: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }) });
const tags = ['User'];

/** Users, for administrators: whoever can make users could make an administrator. */
export function userRoutes(context: ListContext, users: UserService): (app: App) => Promise<void> {
  return async (app) => {
    listRoutes(app, context, userList(users));

    app.get('/security/users/:id', {
      config: { permission: 'can_read User' },
      schema: { summary: 'A person', tags, params: Params, response: { 200: UserItem, ...errorResponses } },
      handler: async (request, reply) => {
        const result = await users.read(request.params.id);
        void reply.header('etag', etag(result));
        return { id: result.id, result };
      },
    });

    app.post('/security/users/', {
      config: { permission: 'admin' },
      schema: { summary: 'Make a person', tags, body: UserPost, response: { 201: UserSaved, ...errorResponses } },
      handler: async (request, reply) => {
        const result = await users.create(request.principal, request.body);
        return reply.code(201).header('etag', etag(result)).send({ id: result.id, result });
      },
    });

    app.put('/security/users/:id', {
      config: { permission: 'admin' },
      schema: {
        summary: 'Change or deactivate a person',
        tags,
        params: Params,
        body: UserPut,
        response: { 200: UserSaved, ...errorResponses },
      },
      handler: async (request, reply) => {
        const result = await users.update(
          request.principal,
          request.params.id,
          request.body,
          request.headers['if-match'],
        );
        void reply.header('etag', etag(result));
        return { id: result.id, result };
      },
    });

    app.delete('/security/users/:id', {
      config: { permission: 'admin' },
      schema: { summary: 'Delete a person', tags, params: Params, response: { 200: MessageBody, ...errorResponses } },
      handler: async (request) => {
        await users.remove(request.principal, [request.params.id]);
        return { message: 'OK' };
      },
    });
  };
}
