import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, nameArgument, oneOf, root, spellings, writeNew } from './lib/generate.mjs';
import { nextMigration, resourceEdits } from './lib/resource-edits.mjs';

const names = spellings(oneOf(nameArgument('new-resource', 'widgets')));
const { kebab, snake, camel, pascal, title } = names;
const folder = `server/src/resources/${kebab}s`;
const number = nextMigration(readdirSync(join(root, 'server/src/metadata/migrations')));
const textOf = (file) => (existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8') : undefined);
const edits = resourceEdits(names, number, textOf);

const files = {
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
import { hasAccount, type Principal } from '../../principal.ts';

/** Whoever the route lets in may see every ${title.toLowerCase()}; say here what should differ from one to the next. */
export function mayView${pascal}(principal: Principal): boolean {
  return hasAccount(principal);
}
`,
  'store.ts': `
import type { Kysely } from 'kysely';
import type { Tables } from '../../metadata/tables.ts';
import type { ${pascal} } from './schema.ts';

export type ${pascal}Store = ReturnType<typeof create${pascal}Store>;

export function create${pascal}Store(db: Kysely<Tables>) {
  return {
    find: async (id: number): Promise<${pascal} | null> =>
      (await db
        .selectFrom('${snake}s')
        .select(['id', 'name', 'version'])
        .where('id', '=', id)
        .where('deleted_on', 'is', null)
        .executeTakeFirst()) ?? null,
  };
}
`,
  'service.ts': `
import { AppError } from '@tessera/core/errors/app-error';
import type { Principal } from '../../principal.ts';
import { mayView${pascal} } from './policy.ts';
import type { ${pascal} } from './schema.ts';
import type { ${pascal}Store } from './store.ts';

export type ${pascal}Service = ReturnType<typeof create${pascal}Service>;

export function create${pascal}Service({ ${camel}s }: { readonly ${camel}s: ${pascal}Store }) {
  return {
    /** @throws AppError not_found */
    read: async (principal: Principal, id: number): Promise<${pascal}> => {
      const found = await ${camel}s.find(id);
      if (!found || !mayView${pascal}(principal)) throw new AppError('not_found', {});
      return found;
    },
  };
}
`,
  'routes.ts':
    `
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
      schema: { summary: 'One ${title.toLowerCase()}', tags: ['${title}'], params: IdParams, response: { ` +
    `200: ${pascal}Item, ...errorResponses } },
      handler: async (request, reply) => {
        const result = await ${camel}s.read(request.principal, request.params.id);
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

test('what is stored is read, with its version', async () => {
  const { id } = await server.metadata.db
    .insertInto('${snake}s')
    .values({ name: 'First' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const answer = await server.request({ url: \`/api/v1/${snake}/\${id}\`, as: server.adminId });
  expect(answer.json()).toEqual({ id, result: { id, name: 'First', version: 1 } });
});

test('an id that nobody made is not found', async () => {
  const answer = await server.request({ url: '/api/v1/${snake}/4711', as: server.adminId });
  expect(answer.json()).toEqual({ message: 'Not found' });
});

test('nobody gets in without signing in', async () => {
  expect((await server.request({ url: '/api/v1/${snake}/1' })).statusCode).toBe(401);
});
`,
};

writeNew(folder, Object.fromEntries(Object.entries(files).map(([file, text]) => [`${folder}/${file}`, text])));
for (const [file, text] of Object.entries(edits)) writeFileSync(join(root, file), text);
format([folder, ...Object.keys(edits)]);

console.log(
  `${folder} is made, with migration ${number}, its table and its routes. It answers already:
1. npx vitest run ${folder}   reads a row over HTTP; an answer of 500 prints its cause
2. fields: schema.ts, the table in server/src/metadata/tables.ts and the migration say the same
3. who may: the permission in routes.ts, the one object in policy.ts, the marks in ` +
    'server/src/testing/access-expectations.ts',
);
