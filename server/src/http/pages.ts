import { readFileSync } from 'node:fs';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { statusText } from '@tessera/core/errors/status-text';
import type { App } from './app-types.ts';
import { pagePolicy } from './headers.ts';
import type { StaticFiles } from './static-files.ts';

/** Addresses that the web app draws. `open` pages are for people who are not signed in as well. */
const pages: readonly { readonly url: string; readonly open?: true }[] = [
  { url: '/' }, { url: '/tessera/welcome/' }, { url: '/explore/' }, { url: '/explore/p/:key/' }, { url: '/chart/list/' }, { url: '/chart/add' },
  { url: '/dashboard/list/' }, { url: '/tessera/dashboard/:id/', open: true }, { url: '/tessera/dashboard/p/:key/', open: true }, { url: '/dashboard/new/' },
  { url: '/dataset/list/' }, { url: '/tablemodelview/list/' }, { url: '/dataset/add/' }, { url: '/dataset/:id' }, { url: '/databaseview/list/' },
  { url: '/sqllab/' }, { url: '/sqllab/history/' }, { url: '/savedqueryview/list/' }, { url: '/alert/list/' }, { url: '/report/list/' },
  { url: '/users/' }, { url: '/roles/' }, { url: '/list_users/' }, { url: '/list_roles/' }, { url: '/rowlevelsecurity/list/' }, { url: '/user_info/' }, { url: '/settings/' },
  { url: '/login/', open: true }, { url: '/setup/', open: true }, { url: '/embedded/:uuid', open: true },
];

const NONCE_MARK = '__NONCE__';
const LIMITS_MARK = '__LIMITS__';

/** What the page must know of the configuration before it asks for anything: bounds of queries, no secrets. */
export type PageLimits = { readonly rowLimit: number; readonly queryTimeoutSeconds: number };

/** The limits of a configuration that has them; tests of other things leave them out. */
export function pageLimits({ rowLimit, queryTimeoutSeconds }: Partial<PageLimits>): PageLimits | undefined {
  return rowLimit === undefined || queryTimeoutSeconds === undefined ? undefined : { rowLimit, queryTimeoutSeconds };
}

export type Pages = { readonly register: (app: App) => void; readonly show: (request: FastifyRequest, reply: FastifyReply, status: number) => FastifyReply };

/**
 * The page of the web app, the same file for every address, with a fresh nonce each time. What it shows comes from
 * the API, so the page itself holds nothing that needs a permission; people who are not signed in are led to do so.
 */
export function createPages(files: StaticFiles, limits?: PageLimits): Pages {
  const index = files.get('/index.html');
  const html = index ? readFileSync(index.file, 'utf8').replace(LIMITS_MARK, limits ? `rows=${limits.rowLimit},timeout=${limits.queryTimeoutSeconds}` : '') : null;

  function show(request: FastifyRequest, reply: FastifyReply, status: number): FastifyReply {
    const nonce = pagePolicy(request, reply);
    const page = html?.replaceAll(NONCE_MARK, nonce) ?? plainPage(status);
    return reply.code(status).type('text/html; charset=utf-8').header('cache-control', 'no-store').serializer(String).send(page);
  }

  function register(app: App): void {
    for (const { url, open } of pages) {
      app.get(url, { config: { permission: 'public', documented: false } }, (request, reply) => {
        const mustSignIn = open !== true && request.actor.kind === 'anonymous' && request.actor.grants.size === 0;
        return mustSignIn ? reply.redirect(`/login/?next=${encodeURIComponent(request.url)}`, 302) : show(request, reply, 200);
      });
    }
  }

  return { register, show };
}

/** What a browser gets from a server whose web app is not built. */
function plainPage(status: number): string {
  const text = statusText(status) ?? 'The web app is not built. Run: npm run build web';
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Tessera</title><p>${text}</p></html>`;
}
