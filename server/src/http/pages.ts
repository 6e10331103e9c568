import { readFileSync } from 'node:fs';
import { closedChartIds } from '@tessera/core/layout/charts';
import { readLayout } from '@tessera/core/layout/stored';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { statusText } from '@tessera/core/errors/status-text';
import { exploreStartSearch } from '@tessera/core/explore-start';
import type { Translator } from '@tessera/core/messages';
import { hrefOf, pageList, type PageId } from '@tessera/core/pages';
import type { App } from './app-types.ts';
import { pagePolicy } from './headers.ts';
import { attributeText, firstAnswers } from './page-answers.ts';
import { readPageModules } from './page-modules.ts';
import type { StaticFiles } from './static-files.ts';

const me = '/api/v1/me/roles/';

type Texts = Readonly<Record<string, unknown>>;

/** What a page asks first, besides who the user is. */
const callsOf: Partial<Record<PageId, (params: Texts, query: Texts) => readonly string[]>> = {
  explore: (_, query) => [exploreCall(query)].filter((call) => call !== null),
  dashboard: ({ key }) => ['', '/charts', '/datasets'].map((part) => `${dashboardCall(text(key))}${part}`),
};

/** The call by which Explore begins; null for an address that only the page itself can read. */
function exploreCall(query: Texts): string | null {
  if ('form_data' in query || 'datasource' in query) return null;
  const id = (name: string) => (/^[1-9]\d{0,15}$/.test(text(query[name])) ? Number(query[name]) : null);
  const source = id('datasource_id');
  const search = exploreStartSearch({
    formDataKey: text(query['form_data_key']) || null,
    permalinkKey: text(query['permalink_key']) || null,
    chartId: id('slice_id'),
    datasource: source === null ? null : { id: source, type: text(query['datasource_type']) || 'table' },
  });
  return search === '' ? null : `/api/v1/explore/?${search}`;
}

/** A parameter that is given twice is none. */
function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function dashboardCall(key: string): string {
  return `/api/v1/dashboard/${encodeURIComponent(key)}`;
}

const NONCE_MARK = '__NONCE__';
const LIMITS_MARK = '__LIMITS__';
const ANSWERS_MARK = '__ANSWERS__';
const HEAD_END = '</head>';
const LANGUAGE_MARK = '<html lang="en"';

/** What the page must know of the configuration before it asks for anything: bounds of queries, no secrets. */
export type PageLimits = {
  readonly rowLimit: number;
  readonly downloadRowLimit?: number;
  readonly frameOrigins?: readonly string[];
  readonly tileServer?: { readonly url: string; readonly attribution: string } | null;
  readonly queryTimeoutSeconds: number;
  readonly asyncTransport?: 'polling' | 'websocket';
  readonly asyncPollingMs?: number;
  readonly asyncWebsocketPath?: string;
};

/** The limits of a configuration that has them; tests of other things leave them out. */
export function pageLimits({ rowLimit, queryTimeoutSeconds, ...events }: Partial<PageLimits>): PageLimits | undefined {
  return rowLimit === undefined || queryTimeoutSeconds === undefined
    ? undefined
    : { rowLimit, queryTimeoutSeconds, ...events };
}

function limitsText({
  rowLimit,
  downloadRowLimit,
  queryTimeoutSeconds,
  asyncTransport,
  asyncPollingMs,
  asyncWebsocketPath,
  frameOrigins = [],
  tileServer = null,
}: PageLimits): string {
  const downloads = downloadRowLimit === undefined ? '' : `,downloads=${downloadRowLimit}`;
  const poll = asyncPollingMs === undefined ? '' : `,poll=${asyncPollingMs}`;
  const socket =
    asyncTransport === 'websocket' && asyncWebsocketPath !== undefined ? `,socket=${asyncWebsocketPath}` : '';
  const tiles = tileServer
    ? `,tiles=${[tileServer.url, tileServer.attribution].map(encodeURIComponent).join('|')}`
    : '';
  const frames = frameOrigins.length === 0 ? '' : ',frames=1';
  return `rows=${rowLimit}${downloads},timeout=${queryTimeoutSeconds}${poll}${socket}${frames}${tiles}`;
}

export type Pages = {
  readonly register: (app: App) => void;
  readonly show: (request: FastifyRequest, reply: FastifyReply, status: number) => FastifyReply;
};

/**
 * The page of the web app, the same file for every address, with a fresh nonce each time. What it shows comes from
 * the API, so the page itself holds nothing that needs a permission; users who are not signed in are led to do so.
 */
export function createPages(files: StaticFiles, limits?: PageLimits): Pages {
  const index = files.get('/index.html');
  const modules = readPageModules(files);
  const html = index ? readFileSync(index.file, 'utf8').replace(LIMITS_MARK, limits ? limitsText(limits) : '') : null;

  function show(
    request: FastifyRequest,
    reply: FastifyReply,
    status: number,
    answers = '{}',
    links = '',
  ): FastifyReply {
    const nonce = pagePolicy(request, reply, originsOf(request, limits));
    const { translator } = request;
    // Split and join, because text of users goes in: a replacement pattern in it must mean nothing.
    const page =
      html
        ?.split(NONCE_MARK)
        .join(nonce)
        .split(HEAD_END)
        .join(`${links}${HEAD_END}`)
        .split(ANSWERS_MARK)
        .join(attributeText(answers))
        .replace(LANGUAGE_MARK, `<html lang="${translator.language}"`) ?? plainPage(status, translator);
    return reply
      .code(status)
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .serializer(String)
      .send(page);
  }

  function register(app: App): void {
    const addresses = pageList.flatMap((page) => [page.path, ...(page.aliases ?? [])].map((url) => ({ ...page, url })));
    for (const { id, url, isOpen, module } of addresses) {
      app.get<{ Params: Record<string, string>; Querystring: Record<string, unknown> }>(
        url,
        { config: { permission: 'public', documented: false } },
        async (request, reply) => {
          const isNobody = request.principal.kind === 'anonymous' && request.principal.grants.size === 0;
          if (isNobody && isOpen !== true) return reply.redirect(hrefOf('login', {}, { next: request.url }), 302);
          const first = isNobody ? [] : [me, ...(callsOf[id]?.(request.params, request.query) ?? [])];
          const answers = html === null ? '{}' : await firstAnswers(app, request, first);
          const types = typesInView(answers, first);
          const { asking, drawing } = modules.ofCharts(types);
          return show(
            request,
            reply,
            200,
            answers,
            module === undefined ? '' : modules.links([`src/features/${module}.tsx`, ...asking], drawing),
          );
        },
      );
    }
  }

  return { register, show };
}

/** Whom the page may be framed by, and whence it takes images. */
function originsOf(request: FastifyRequest, limits: PageLimits | undefined) {
  return {
    // A page with its bars in the frame of another site would lead users to press what they do not see.
    frameOrigins: isStandalone(request) ? (limits?.frameOrigins ?? []) : [],
    imageOrigins: limits?.tileServer ? [new URL(limits.tileServer.url).origin] : [],
  };
}

function isStandalone({ query }: FastifyRequest): boolean {
  return ['1', '2', '3', 'true'].includes(String((query as Readonly<Record<string, unknown>>)['standalone']));
}

/**
 * The chart types that a page opens with: that of Explore, those in the open tabs of a dashboard. What other tabs need
 * comes when they are opened.
 */
function typesInView(answers: string, asked: readonly string[]): readonly string[] {
  const results = resultsOf(answers);
  const [item, charts] = asked.slice(1).map((address) => results.get(address));
  const { position_json: stored, form_data: form } = recordOf(item);
  const closed = closedChartIds(readLayout(stored));
  const shown = (Array.isArray(charts) ? charts : []).map(recordOf).filter(({ id }) => !closed.has(Number(id)));
  return [recordOf(form), ...shown].flatMap(({ viz_type: type }) => (typeof type === 'string' ? [type] : []));
}

/** What each address answered, as `result` of its body. */
function resultsOf(answers: string): ReadonlyMap<string, unknown> {
  const byAddress = Object.entries(recordOf(JSON.parse(answers)));
  return new Map(
    byAddress.map(([address, answer]) => {
      const body: unknown = Array.isArray(answer) ? answer[0] : null;
      return [address, typeof body === 'string' ? recordOf(JSON.parse(body))['result'] : undefined];
    }),
  );
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

/** What a browser gets from a server whose web app is not built. */
function plainPage(status: number, { t, tMarked, language }: Translator): string {
  const known = statusText(status);
  const text = known === undefined ? t('The web app is not built. Run: npm run build web') : tMarked(known);
  return `<!doctype html><html lang="${language}"><meta charset="utf-8"><title>Tessera</title><p>${text}</p></html>`;
}
