import { nameArgument, oneOf, spellings, writeFolder } from './lib/generate.mjs';

const { kebab, snake, camel, pascal, title } = spellings(oneOf(nameArgument('new-resource', 'widgets')));
const folder = `server/src/resources/${kebab}s`;

writeFolder(folder, {
  'schema.ts': `
import { Type, type Static } from 'typebox';

const fields = { name: Type.String({ minLength: 1, maxLength: 255 }) };

export const ${pascal}Put = Type.Object(fields, { additionalProperties: false });
export type ${pascal}Put = Static<typeof ${pascal}Put>;

export const ${pascal} = Type.Object({ id: Type.Integer(), ...fields, version: Type.Integer() });
export type ${pascal} = Static<typeof ${pascal}>;
export const ${pascal}Item = Type.Object({ id: Type.Integer(), result: ${pascal} });
`,
  'policy.ts': `
import type { Actor } from '../../actor.ts';

/** Whoever the route lets in may see every ${title.toLowerCase()}; say here what should differ from one to the next. */
export function mayView${pascal}(actor: Actor): boolean {
  return actor.kind === 'user';
}
`,
  'store.ts': `
import { sql, type Kysely } from 'kysely';
import type { Tables } from '../../metadata/tables.ts';
import type { ${pascal} } from './schema.ts';

export type ${pascal}Store = ReturnType<typeof create${pascal}Store>;

/** The table ${snake}s: add it to metadata/tables.ts and a migration, then let Kysely check these queries. */
export function create${pascal}Store(db: Kysely<Tables>) {
  return {
    find: async (id: number): Promise<${pascal} | null> => (await sql<${pascal}>\`select id, name, version from \${sql.table('${snake}s')} where id = \${id} and deleted_on is null\`.execute(db)).rows[0] ?? null,
  };
}
`,
  'service.ts': `
import { AppError } from '@tessera/core/errors/app-error';
import type { Actor } from '../../actor.ts';
import { mayView${pascal} } from './policy.ts';
import type { ${pascal} } from './schema.ts';
import type { ${pascal}Store } from './store.ts';

export type ${pascal}Service = ReturnType<typeof create${pascal}Service>;

export function create${pascal}Service({ ${camel}s }: { readonly ${camel}s: ${pascal}Store }) {
  return {
    /** @throws AppError not_found */
    read: async (actor: Actor, id: number): Promise<${pascal}> => {
      const found = await ${camel}s.find(id);
      if (!found || !mayView${pascal}(actor)) throw new AppError('not_found', {});
      return found;
    },
  };
}
`,
  'routes.ts': `
import type { App } from '../../http/app-types.ts';
import { errorResponses } from '../../http/error-body.ts';
import { etag } from '../../http/etag.ts';
import { IdParams } from '../item-shapes.ts';
import { ${pascal}Item } from './schema.ts';
import type { ${pascal}Service } from './service.ts';

export function ${camel}Routes(${camel}s: ${pascal}Service): (app: App) => Promise<void> {
  return async (app) => {
    app.get('/${snake}/:id', {
      config: { permission: 'signed_in' },
      schema: { summary: 'One ${title.toLowerCase()}', tags: ['${title}'], params: IdParams, response: { 200: ${pascal}Item, ...errorResponses } },
      handler: async (request, reply) => {
        const result = await ${camel}s.read(request.actor, request.params.id);
        void reply.header('ETag', etag(result));
        return { id: result.id, result };
      },
    });
  };
}
`,
  'routes.test.ts': `
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testApp, type TestApp } from '../../testing/test-app.ts';

let server: TestApp;
beforeAll(async () => {
  server = await testApp();
});
afterAll(() => server.close());

test('the route is there, and nothing is behind an id that nobody made', async () => {
  const answer = await server.request({ url: '/api/v1/${snake}/1', as: server.adminId });
  expect(answer.json()).toEqual({ message: 'Not found' });
});

test('nobody gets in without signing in', async () => {
  expect((await server.request({ url: '/api/v1/${snake}/1' })).statusCode).toBe(401);
});
`,
});

console.log(`${folder} is made. Next:
1. npx vitest run ${folder}   fails until server/src/wiring/routes.ts registers ${camel}Routes(create${pascal}Service({ ${camel}s: create${pascal}Store(db) }))
2. add the table ${snake}s to server/src/metadata/tables.ts and a migration
3. give the route its permission, and its line in the table of the access test`);
