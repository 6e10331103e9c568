import { Type } from 'typebox';
import type { Principal } from '../../principal.ts';
import { AppError } from '@tessera/core/errors/app-error';
import { unwatched } from '../../engines/drivers/connection-test.ts';
import { drivers } from '../../engines/drivers/drivers.ts';
import type { Driver } from '../../engines/drivers/driver.ts';
import type { App } from '../../http/app-types.ts';
import { errorResponses } from '../../http/error-body.ts';
import { pick } from '../../http/list-answer.ts';
import { Q, readObject } from '../../http/list-query.ts';
import { listRoutes, MessageBody } from '../../http/list-resource.ts';
import type { ListContext, ListSpec } from '../../http/list-spec.ts';
import { signalOf } from '../../http/request-parts.ts';
import { relatedBody } from '../related-body.ts';
import { IdParams, idOrUuid, KeyParams, SavedBody } from '../item-shapes.ts';
import { mayTestConnection } from './policy.ts';
import { parametersSchema } from './parameters-schema.ts';
import { engineInformation } from './present.ts';
import {
  AvailableEngines,
  ConnectionDryRun,
  DatabaseConnection,
  DatabaseItem,
  DatabasePost,
  DatabasePut,
  RelatedBody,
} from './schema.ts';
import { testError, type DatabaseService } from './service.ts';
import { testLines } from './test-lines.ts';

const tags = ['Database'];
const StepLines = Type.Unsafe<unknown>(
  Type.String({
    description:
      'A line of JSON per step that passed (step, note, ms); the last one has the state done, or failed with ' +
      'the step, the code and the errors.',
  }),
);

/** `/database/…`: list, item, connection, test, save, delete. */
export function databaseRoutes(
  databases: DatabaseService,
  context: ListContext,
  list: ListSpec,
): (app: App) => Promise<void> {
  return async (app) => {
    listRoutes(app, context, list);

    app.get('/database/available/', {
      config: { permission: 'can_read Database' },
      schema: {
        summary: 'Kinds of databases and the fields of their connections',
        tags,
        response: { 200: AvailableEngines, ...errorResponses },
      },
      handler: async () => ({ databases: Object.values(drivers).map(available) }),
    });

    app.post('/database/test_connection/', {
      config: { permission: 'signed_in', errorShape: 'list' },
      schema: {
        summary: 'Try a connection; the step that fails is named',
        tags,
        body: ConnectionDryRun,
        response: { 200: MessageBody, ...errorResponses },
      },
      handler: async (request, reply) => {
        assertMayTest(request.principal);
        const result = await (
          await databases.dryRun(request.principal, request.body)
        )({ ...unwatched, signal: signalOf(reply) });
        if (!result.ok) throw testError(result);
        return { message: 'OK' };
      },
    });

    app.post('/database/test_connection/steps/', {
      config: { permission: 'signed_in', errorShape: 'list' },
      schema: {
        summary: 'Try a connection and hear of each step as it is done',
        tags,
        body: ConnectionDryRun,
        response: { 200: StepLines, ...errorResponses },
      },
      handler: async (request, reply) => {
        assertMayTest(request.principal);
        const run = await databases.dryRun(request.principal, request.body);
        return reply
          .header('content-type', 'application/x-ndjson; charset=utf-8')
          .header('x-accel-buffering', 'no')
          .send(testLines(run, signalOf(reply)));
      },
    });

    app.post('/database/validate_parameters/', {
      config: { permission: 'signed_in', errorShape: 'list' },
      schema: {
        summary: 'Check the fields of a connection without connecting',
        tags,
        body: ConnectionDryRun,
        response: { 200: MessageBody, ...errorResponses },
      },
      handler: async (request) => {
        assertMayTest(request.principal);
        await databases.validate(request.principal, request.body);
        return { message: 'OK' };
      },
    });

    app.get('/database/:key', {
      config: { permission: 'can_read Database' },
      schema: {
        summary: 'One database by id or uuid',
        tags,
        params: KeyParams,
        querystring: Q,
        response: { 200: Type.Object({ id: Type.Integer(), result: Type.Partial(DatabaseItem) }), ...errorResponses },
      },
      handler: async (request, reply) => {
        const item = await databases.read(request.principal, idOrUuid(request.params.key));
        const { columns } = readObject(request.query.q);
        const names = Array.isArray(columns) ? columns.filter((name) => typeof name === 'string') : [];
        void reply.header('ETag', `"${item.version}"`);
        return { id: item.id, result: names.length === 0 ? item : pick(item, names) };
      },
    });

    app.get('/database/:id/connection', {
      config: { permission: 'can_write Database' },
      schema: {
        summary: 'The connection of a database, secrets masked',
        tags,
        params: IdParams,
        response: { 200: Type.Object({ id: Type.Integer(), result: DatabaseConnection }), ...errorResponses },
      },
      handler: async (request, reply) => {
        const result = await databases.connection(request.principal, request.params.id);
        void reply.header('ETag', `"${result.version}"`);
        return { id: result.id, result };
      },
    });

    app.post('/database/', {
      config: { permission: 'can_write Database' },
      schema: {
        summary: 'Connect a database',
        tags,
        body: DatabasePost,
        response: { 201: SavedBody, ...errorResponses },
      },
      handler: async (request, reply) => {
        const item = await databases.create(request.principal, request.body);
        return reply
          .code(201)
          .header('ETag', `"${item.version}"`)
          .send({ id: item.id, result: { ...item } });
      },
    });

    app.put('/database/:id', {
      config: { permission: 'can_write Database' },
      schema: {
        summary: 'Change a database',
        tags,
        params: IdParams,
        body: DatabasePut,
        response: { 200: SavedBody, ...errorResponses },
      },
      handler: async (request, reply) => {
        const item = await databases.update(
          request.principal,
          request.params.id,
          request.body,
          request.headers['if-match'],
        );
        return reply.header('ETag', `"${item.version}"`).send({ id: item.id, result: { ...item } });
      },
    });

    app.delete('/database/:id', {
      config: { permission: 'can_write Database' },
      schema: {
        summary: 'Delete a database that no dataset uses',
        tags,
        params: IdParams,
        response: { 200: MessageBody, ...errorResponses },
      },
      handler: async (request) => {
        await databases.remove(request.principal, [request.params.id]);
        return { message: 'OK' };
      },
    });

    app.get('/database/:id/related_objects/', {
      config: { permission: 'can_read Database' },
      schema: {
        summary: 'Charts and dashboards on a database',
        tags,
        params: IdParams,
        response: { 200: RelatedBody, ...errorResponses },
      },
      handler: async (request) => relatedBody(await databases.related(request.principal, request.params.id)),
    });
  };
}

/** Two permissions open it, so the route asks for a user and this for the right: before any name is resolved. */
function assertMayTest(principal: Principal): void {
  if (!mayTestConnection(principal)) throw new AppError('forbidden', {});
}

function available(driver: Driver) {
  return {
    name: driver.name,
    engine: driver.engine,
    available_drivers: [driver.engine],
    default_driver: driver.engine,
    preferred: driver.engine === 'postgresql',
    sqlalchemy_uri_placeholder:
      driver.uri === 'file'
        ? `${driver.schemes[0]}:///path`
        : `${driver.schemes[0]}://user:password@host:port/database`,
    engine_information: engineInformation(driver.engine),
    fields: driver.fields.map((field) => ({ ...field, choices: [...field.choices] })),
    parameters: parametersSchema(driver),
  };
}
