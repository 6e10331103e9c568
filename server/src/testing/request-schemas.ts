import { QueryContext } from '@tessera/core/query-object';
import type { TestApp } from './test-app.ts';

/** JSON schema, as far as bounds are concerned. */
export type JsonSchema = {
  readonly type?: string;
  readonly anyOf?: readonly JsonSchema[];
  readonly items?: JsonSchema | readonly JsonSchema[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly patternProperties?: Readonly<Record<string, JsonSchema>>;
  readonly additionalProperties?: boolean | JsonSchema;
  readonly required?: readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly format?: string;
  readonly maxItems?: number;
  readonly maxLength?: number;
  readonly maxProperties?: number;
  readonly minimum?: number;
};

/** What one route reads of a request; `body` null where it has none, or reads it by itself. */
export type RequestSchema = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly url: string;
  readonly body: JsonSchema | null;
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly schema: JsonSchema }[];
};

const contextSchema: JsonSchema = JSON.parse(JSON.stringify(QueryContext));
/** Bodies that may come as forms are checked by their handlers. */
const readByHandlers: Readonly<Record<string, JsonSchema>> = {
  '/api/v1/chart/data': contextSchema,
  '/api/v1/chart/data/annotation': contextSchema,
};

type Operation = {
  readonly parameters?: RequestSchema['parameters'];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: JsonSchema }>> };
};

/** Of every documented route, from the document itself. */
export async function requestSchemas(it: Pick<TestApp, 'request'>): Promise<readonly RequestSchema[]> {
  const { paths } = (await it.request({ url: '/api/v1/_openapi' })).json<{
    readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  }>();
  return Object.entries(paths).flatMap(([url, operations]) =>
    Object.entries(operations).map(([method, { parameters = [], requestBody }]) => ({
      method: method.toUpperCase() as RequestSchema['method'],
      url,
      parameters,
      body: requestBody?.content['application/json']?.schema ?? readByHandlers[url] ?? null,
    })),
  );
}

/**
 * A schema and everything inside it, each with the keys that lead to it; `[]` is an item of a list, `*` a key of the
 * sender's own.
 */
export function* schemasIn(
  schema: JsonSchema,
  path: readonly string[] = [],
): Generator<{ readonly path: readonly string[]; readonly schema: JsonSchema }> {
  yield { path, schema };
  for (const one of schema.anyOf ?? []) yield* schemasIn(one, path);
  for (const [name, one] of Object.entries(schema.properties ?? {})) yield* schemasIn(one, [...path, name]);
  for (const one of Object.values(schema.patternProperties ?? {})) yield* schemasIn(one, [...path, '*']);
  if (typeof schema.additionalProperties === 'object') yield* schemasIn(schema.additionalProperties, [...path, '*']);
  for (const one of [schema.items ?? []].flat()) yield* schemasIn(one, [...path, '[]']);
}
