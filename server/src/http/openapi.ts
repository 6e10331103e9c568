import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { RouteOptions } from 'fastify';
import { Type } from 'typebox';
import type { App } from './app-types.ts';
import { pagePolicy } from './headers.ts';
import { createSender, type StaticFile } from './static-files.ts';

type Json = { readonly [key: string]: unknown };
type Operation = {
  readonly method: string;
  readonly url: string;
  readonly config: RouteOptions['config'];
  readonly schema: Json;
};

/** Gather the routes as they are registered; call before any of them. @returns the document as of now */
export function collectOperations(app: App): () => Json {
  const operations: Operation[] = [];
  app.addHook('onRoute', (route) => {
    if (route.config?.documented === false) return;
    for (const method of [route.method].flat()) {
      if (method !== 'HEAD' && method !== 'OPTIONS')
        operations.push({
          method: method.toLowerCase(),
          url: route.url,
          config: route.config,
          schema: (route.schema ?? {}) as Json,
        });
    }
  });
  return () => document(operations);
}

function document(operations: readonly Operation[]): Json {
  const paths: Record<string, Record<string, Json>> = {};
  for (const operation of operations) {
    const path = operation.url.replace(/:(\w+)/g, '{$1}');
    (paths[path] ??= {})[operation.method] = describe(operation);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Tessera',
      version: 'v1',
      description: 'Everything that a person can do in the pages, a program can do here.',
    },
    paths: Object.fromEntries(Object.entries(paths).sort(([left], [right]) => (left < right ? -1 : 1))),
    components: {
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        session: { type: 'apiKey', in: 'cookie', name: 'session' },
      },
    },
    security: [{ token: [] }, { session: [] }],
  };
}

function describe({ method, url, config, schema }: Operation): Json {
  const { summary, description, tags, params, querystring, body, response } = schema;
  const parameters = [...parametersOf(params, 'path'), ...parametersOf(querystring, 'query')];
  return {
    operationId: `${method}${url.replace(/\W+(\w)/g, (_, letter: string) => letter.toUpperCase()).replace(/\W/g, '')}`,
    ...(summary === undefined ? {} : { summary }),
    ...(description === undefined ? {} : { description }),
    ...(tags === undefined ? {} : { tags }),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === undefined
      ? {}
      : { requestBody: { required: true, content: { 'application/json': { schema: body } } } }),
    responses: Object.fromEntries(
      Object.entries((response as Json | undefined) ?? { 200: {} }).map(([status, answer]) => [
        status,
        responseOf(Number(status), answer),
      ]),
    ),
    ...(config?.permission === 'public' ? { security: [] } : {}),
    'x-permission': config?.permission,
  };
}

function parametersOf(schema: unknown, place: 'path' | 'query'): readonly Json[] {
  if (typeof schema !== 'object' || schema === null || !('properties' in schema)) return [];
  const required =
    'required' in schema && Array.isArray(schema.required) ? (schema.required as readonly unknown[]) : [];
  return Object.entries(schema.properties as Json).map(([name, field]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: field,
  }));
}

function responseOf(status: number, answer: unknown): Json {
  const description = status < 300 ? 'Done' : status < 400 ? 'Elsewhere' : 'Refused';
  const isEmpty = typeof answer !== 'object' || answer === null || ('type' in answer && answer.type === 'null');
  return isEmpty ? { description } : { description, content: { 'application/json': { schema: answer } } };
}

/** The document at /api/v1/_openapi and its page at /swagger/v1. */
export function registerOpenApi(app: App, read: () => Json): void {
  let text: string | null = null;
  app.get('/api/v1/_openapi', {
    config: { permission: 'public', identity: 'unasked' },
    schema: { summary: 'This document', tags: ['OpenApi'], response: { 200: Type.Unknown() } },
    handler: (_, reply) => {
      text ??= JSON.stringify(read());
      return reply.type('application/json; charset=utf-8').serializer(String).send(text);
    },
  });
  registerPage(app);
}

const assets = ['swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png'] as const;
const types: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  png: 'image/png',
};
const start =
  "window.onload = () => { window.SwaggerUIBundle({ url: '/api/v1/_openapi', dom_id: '#page', deepLinking: true }); };";

/** The page's files come from the package that brings them; nothing is loaded from elsewhere. */
function registerPage(app: App): void {
  const send = createSender();
  const config = { permission: 'public', identity: 'unasked', documented: false } as const;
  app.get('/swagger/v1', { config }, (request, reply) => {
    const nonce = pagePolicy(request, reply);
    return reply.type('text/html; charset=utf-8').send(page(nonce));
  });
  app.get('/swagger/start.js', { config }, (_, reply) => reply.type('text/javascript; charset=utf-8').send(start));
  for (const name of assets)
    app.get(`/swagger/${name}`, { config }, (request, reply) => send(assetFile(name), request, reply));
}

function assetFile(name: string): StaticFile {
  const folder = join(dirname(createRequire(import.meta.url).resolve('@fastify/swagger-ui/package.json')), 'static');
  return {
    file: join(folder, name),
    type: types[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream',
    immutable: false,
  };
}

function page(nonce: string): string {
  return (
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Tessera API</title><link rel="icon" ' +
    'href="/swagger/favicon-32x32.png"><link rel="stylesheet" href="/swagger/swagger-ui.css"></head><body><div ' +
    `id="page"></div><script src="/swagger/swagger-ui-bundle.js" nonce="${nonce}"></script><script ` +
    `src="/swagger/start.js" nonce="${nonce}"></script></body></html>`
  );
}
