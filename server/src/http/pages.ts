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
import { linkBase } from './host-header.ts';
import { linkPreview } from './link-preview.ts';
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

/** What a page for somebody who is not signed in asks first. */
const callsOfNobody: Partial<Record<PageId, readonly string[]>> = {
  login: [me, '/api/v1/setup'],
  setup: ['/api/v1/setup'],
};
/** That nobody is signed in, and that the first account is made: no errors, but what such a page is for. */
const EXPECTED = [401, 404] as const;

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
const ROOT = '<div id="root">';
const LANGUAGE_MARK = '<html lang="en"';

/** What the page must know of the configuration before it asks for anything: bounds of queries, no secrets. */
export type PageLimits = {
  readonly rowLimit: number;
  readonly downloadRowLimit?: number;
  readonly frameOrigins?: readonly string[];
  /** What links for others begin with; no part of the page. */
  readonly baseUrl?: string | null;
  readonly tileServer?: { readonly url: string; readonly attribution: string } | null;
  readonly queryTimeoutSeconds: number;
  readonly asyncTransport?: 'polling' | 'websocket';
  readonly asyncPollingMs?: number;
  readonly asyncWebsocketPath?: string;
  readonly sqlRowLimit?: number;
  readonly sqlDefaultRows?: number;
  readonly featureFlags?: { readonly SQLLAB_BACKEND_PERSISTENCE?: boolean };
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
  sqlRowLimit,
  sqlDefaultRows,
  featureFlags = {},
}: PageLimits): string {
  const downloads = downloadRowLimit === undefined ? '' : `,downloads=${downloadRowLimit}`;
  const poll = asyncPollingMs === undefined ? '' : `,poll=${asyncPollingMs}`;
  const socket =
    asyncTransport === 'websocket' && asyncWebsocketPath !== undefined ? `,socket=${asyncWebsocketPath}` : '';
  const tiles = tileServer
    ? `,tiles=${[tileServer.url, tileServer.attribution].map(encodeURIComponent).join('|')}`
    : '';
  const frames = frameOrigins.length === 0 ? '' : ',frames=1';
  const sql = sqlRowLimit === undefined ? '' : `,sql=${sqlRowLimit}/${sqlDefaultRows ?? sqlRowLimit}`;
  const tabs = featureFlags.SQLLAB_BACKEND_PERSISTENCE === false ? ',tabs=local' : '';
  return `rows=${rowLimit}${downloads},timeout=${queryTimeoutSeconds}${poll}${socket}${frames}${sql}${tabs}${tiles}`;
}

/** What a dashboard shows before any script has run, and as JSON text what its page takes over. */
export type Paint = {
  readonly markup: string;
  readonly data: string;
  /** Every chart in sight has its picture: the library that draws can wait. */
  readonly isWhole: boolean;
};
/** Null where nothing can be shown so early. */
export type PaintPage = (request: FastifyRequest, dashboardKey: string) => Promise<Paint | null>;

export type Pages = {
  readonly register: (app: App) => void;
  readonly show: (request: FastifyRequest, reply: FastifyReply, status: number) => FastifyReply;
};

/**
 * The page of the web app, the same file for every address, with a fresh nonce each time. What it shows comes from
 * the API, so the page itself holds nothing that needs a permission; users who are not signed in are led to do so.
 */
export function createPages(files: StaticFiles, limits?: PageLimits, paint?: PaintPage): Pages {
  const index = files.get('/index.html');
  const modules = readPageModules(files);
  const html = index ? readFileSync(index.file, 'utf8').replace(LIMITS_MARK, limits ? limitsText(limits) : '') : null;

  const painting = async (request: FastifyRequest, key: string) =>
    // A page without a picture is a page all the same.
    paint !== undefined && isPaintable(request) ? paint(request, key).catch(() => null) : null;

  function show(
    request: FastifyRequest,
    reply: FastifyReply,
    status: number,
    answers = '{}',
    links = '',
    painted: Paint | null = null,
    preview = '',
  ): FastifyReply {
    const nonce = pagePolicy(request, reply, originsOf(request, limits));
    const { translator } = request;
    const parts = { nonce, links, answers, painted, preview, language: translator.language };
    const page = html === null ? plainPage(status, translator) : filled(html, parts);
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
          const first = isNobody
            ? (callsOfNobody[id] ?? [])
            : [me, ...(callsOf[id]?.(request.params, request.query) ?? [])];
          const [answers, painted] =
            html === null
              ? ['{}', null]
              : await Promise.all([
                  firstAnswers(app, request, first, isNobody ? EXPECTED : []),
                  isNobody || id !== 'dashboard' ? null : painting(request, text(request.params['key'])),
                ]);
          const links = module === undefined ? '' : linksOf(modules, module, { answers, first, painted });
          const preview = id === 'dashboard' ? previewOf(request, itemOf(answers, first), limits?.baseUrl ?? null) : '';
          return show(request, reply, 200, answers, links, painted, preview);
        },
      );
    }
  }

  return { register, show };
}

/** Programs that show links have no account; who has one sees the page itself. */
function previewOf(request: FastifyRequest, item: Texts, baseUrl: string | null): string {
  return request.principal.kind === 'anonymous' ? linkPreview(item, linkBase(request, baseUrl)) : '';
}

type Brought = { readonly answers: string; readonly first: readonly string[]; readonly painted: Paint | null };

/** The code that a page begins with, and what its charts and filters need then. */
function linksOf(
  modules: ReturnType<typeof readPageModules>,
  module: string,
  { answers, first, painted }: Brought,
): string {
  const { asking, drawing, library } = modules.ofCharts(typesInView(answers, first));
  const filters = hasFilters(answers, first) ? FILTER_MODULES : [];
  const later = [...filters, ...drawing, ...(painted?.isWhole === true ? [] : library)];
  return modules.links([`src/features/${module}.tsx`, ...asking], later);
}

type Filling = {
  readonly nonce: string;
  readonly links: string;
  readonly answers: string;
  readonly painted: Paint | null;
  readonly preview: string;
  readonly language: string;
};

function filled(html: string, { nonce, links, answers, painted, preview, language }: Filling): string {
  // Split and join, because text of users goes in: a replacement pattern in it must mean nothing. It goes in last, and
  // what is in quotes has no brackets, so that nobody's text is looked at for marks.
  return html
    .split(NONCE_MARK)
    .join(nonce)
    .replace(LANGUAGE_MARK, `<html lang="${language}"`)
    .split(HEAD_END)
    .join(`${links}${HEAD_END}`)
    .split(ANSWERS_MARK)
    .join(attributeText(answers))
    .split(HEAD_END)
    .join(`${preview}${HEAD_END}`)
    .split(ROOT)
    .join(`${painted === null ? '' : paintText(painted)}${ROOT}`);
}

/** Whoever says more than where the dashboard is wants a state that only the page knows. */
function isPaintable({ query }: FastifyRequest): boolean {
  return Object.keys(query as Texts).length === 0;
}

function paintText({ markup, data }: Paint): string {
  // In a script element nothing but its end means something to a parser.
  return `${markup}<script type="application/json" id="first-paint-data">${data.replaceAll('<', '\\u003c')}</script>`;
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

/** What the filters of a dashboard are drawn with, and what asks for the values that they begin with. */
const FILTER_MODULES = ['FilterBar', 'FirstValues'].map((name) => `src/features/dashboard/filters/${name}.tsx`);

/** The dashboard on the page, as it was answered. */
function itemOf(answers: string, asked: readonly string[]): Texts {
  return recordOf(resultsOf(answers).get(asked[1] ?? ''));
}

/** Whether the dashboard on the page has filters. */
function hasFilters(answers: string, asked: readonly string[]): boolean {
  const { json_metadata: stored } = itemOf(answers, asked);
  return typeof stored === 'string' && /"native_filter_configuration":\s*\[\s*\{/.test(stored);
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
