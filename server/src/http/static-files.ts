import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '@tessera/core/errors/app-error';
import type { App } from './app-types.ts';
import { preferredEncoding } from './compress.ts';

/** One file that may be served. Requests are looked up in a map made at the start and never joined to a path. */
export type StaticFile = {
  readonly file: string;
  readonly type: string;
  /** Its name holds a hash of its content. */ readonly immutable: boolean;
};
export type StaticFiles = ReadonlyMap<string, StaticFile>;

/** Where the build says which source became which file; it is read (page-modules.ts) and not served. */
export const MANIFEST = '/manifest.json';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
};
const textual = new Set(['.html', '.js', '.mjs', '.css', '.json', '.svg', '.txt', '.webmanifest']);
const YEAR_SECONDS = 31_536_000;

/**
 * Every file below a folder by its address, which begins with `under`; files of unknown types are left out. An absent
 * folder gives an empty map.
 */
export function listStaticFiles(folder: string, under = ''): StaticFiles {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) return new Map();
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return new Map(
    names.flatMap((name) => {
      const file = join(folder, name);
      const type = types[extname(name)];
      if (type === undefined || !statSync(file).isFile()) return [];
      const address = `${under}/${relative(folder, file).split(sep).join('/')}`;
      return [[address, { file, type, immutable: address.startsWith('/assets/') }]];
    }),
  );
}

/** Register `/assets/*` and the files of the root, except the page itself. */
export function registerStaticFiles(app: App, files: StaticFiles): void {
  const send = createSender();
  const config = { permission: 'public', identity: 'unasked', documented: false } as const;
  app.get('/assets/*', { config }, async (request, reply) => {
    const file = files.get(pathOf(request));
    if (!file) throw new AppError('not_found', {});
    return send(file, request, reply);
  });
  for (const [address, file] of files) {
    if (address.startsWith('/assets/') || address === MANIFEST || file.type.startsWith('text/html')) continue;
    app.get(address, { config }, (request, reply) => send(file, request, reply));
  }
}

type Variant = { readonly body: Buffer; readonly etag: string };

/** Sends a file; each encoding of it is read or made once and cached. */
export function createSender(): (
  file: StaticFile,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<FastifyReply> {
  const kept = new Map<string, Promise<Variant>>();
  return async (file, request, reply) => {
    const encoding = textual.has(extname(file.file)) ? preferredEncoding(request.headers['accept-encoding']) : null;
    const key = `${encoding ?? ''} ${file.file}`;
    const variant = await (kept.get(key) ?? keep(kept, key, file.file, encoding));
    void reply.type(file.type).header('etag', variant.etag).header('vary', 'accept-encoding');
    void reply.header(
      'cache-control',
      file.immutable ? `public, max-age=${YEAR_SECONDS}, immutable` : 'public, no-cache',
    );
    if (request.headers['if-none-match'] === variant.etag) return reply.code(304).send();
    if (encoding !== null) void reply.header('content-encoding', encoding);
    return reply.send(variant.body);
  };
}

function keep(
  kept: Map<string, Promise<Variant>>,
  key: string,
  file: string,
  encoding: 'br' | 'gzip' | null,
): Promise<Variant> {
  const made = encode(file, encoding);
  kept.set(key, made);
  return made;
}

/**
 * A file that was taken away since the start is not there; that is no failure of the server.
 * @throws AppError not_found
 */
function readAsset(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    throw new AppError('not_found', {}, { cause: error });
  }
}

/** @throws AppError not_found */
async function encode(file: string, encoding: 'br' | 'gzip' | null): Promise<Variant> {
  const content = readAsset(file);
  const etag = `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}${encoding ?? ''}"`;
  if (encoding === 'br') return { etag, body: readBuilt(`${file}.br`) ?? (await compressed(content)) };
  if (encoding === 'gzip') return { etag, body: await promisify(gzip)(content, { level: 9 }) };
  return { etag, body: content };
}

/** What the build compressed; null where it did not, as in development. */
function readBuilt(file: string): Buffer | null {
  try {
    return readFileSync(file);
  } catch {
    return null;
  }
}

function compressed(content: Buffer): Promise<Buffer> {
  return promisify(brotliCompress)(content, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: content.length },
  });
}

function pathOf(request: FastifyRequest): string {
  return request.url.split('?', 1)[0] ?? '/';
}
