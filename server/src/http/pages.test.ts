import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { anonymous } from '../principal.ts';
import type { App } from './app-types.ts';
import { createServer } from './server.ts';

let folder: string;
let app: App;
let grants: ReadonlySet<string> = new Set();
let isSignedIn = true;
const script = `console.log('${'x'.repeat(3000)}')`;
/** Less well than the server would, so that one sees who did it. */
const compressedOnce = brotliCompressSync(script, { params: { [constants.BROTLI_PARAM_QUALITY]: 0 } });
const charts: Readonly<Record<string, unknown>> = {
  pies: [
    { viz_type: 'pie' },
    { viz_type: 'pie', params: '{"viz_type":"table"}' },
    { viz_type: 'nope' },
    { viz_type: '../../outside' },
    { viz_type: 'constructor' },
  ],
  tables: [{ id: 1, viz_type: 'table' }],
  tabs: [
    { id: 1, viz_type: 'pie' },
    { id: 2, viz_type: 'table' },
  ],
};
const tab = (id: string, children: readonly string[]) => ({ [id]: { id, type: 'TAB', meta: {}, children } });
const chart = (chartId: number) => ({
  [`CHART-${chartId}`]: { id: `CHART-${chartId}`, type: 'CHART', meta: { chartId }, children: [] },
});
const tabs = JSON.stringify({
  ROOT_ID: { id: 'ROOT_ID', type: 'ROOT', meta: {}, children: ['TABS-1'] },
  'TABS-1': { id: 'TABS-1', type: 'TABS', meta: {}, children: ['TAB-1', 'TAB-2'] },
  ...tab('TAB-1', ['CHART-1']),
  ...tab('TAB-2', ['CHART-2']),
  ...chart(1),
  ...chart(2),
});
const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tessera-web-'));
  mkdirSync(join(folder, 'web/assets'), { recursive: true });
  writeFileSync(
    join(folder, 'web/index.html'),
    '<!doctype html><meta name="tessera-limits" content="__LIMITS__"><meta name="tessera-answers" ' +
      'content="__ANSWERS__"><meta property="csp-nonce" nonce="__NONCE__"><script src="/assets/main-abc.js" ' +
      'nonce="__NONCE__"></script></head>',
  );
  writeFileSync(join(folder, 'web/assets/main-abc.js'), script);
  writeFileSync(join(folder, 'web/assets/built-def.js'), script);
  writeFileSync(join(folder, 'web/assets/built-def.js.br'), compressedOnce);
  writeFileSync(
    join(folder, 'web/manifest.json'),
    JSON.stringify({
      'src/features/dashboard/DashboardPage.tsx': { file: 'assets/dashboard-1.js', imports: ['_kit-2.js'] },
      '_kit-2.js': {
        file: 'assets/kit-2.js',
        imports: ['src/features/dashboard/DashboardPage.tsx'],
        css: ['assets/kit.css'],
      },
      '../packages/viz/src/plugins/pie/index.ts': {
        file: 'assets/pie-3.js',
        dynamicImports: ['../packages/viz/src/plugins/pie/echarts-parts.ts', '../packages/viz/src/regions/chad.json'],
      },
      '../packages/viz/src/plugins/pie/echarts-parts.ts': { file: 'assets/parts-4.js' },
      '../packages/viz/src/regions/chad.json': { file: 'assets/chad-8.js' },
      '../packages/viz/src/plugins/table/index.ts': {
        file: 'assets/table-5.js',
        dynamicImports: ['../packages/viz/src/plugins/table/View.tsx'],
      },
      '../packages/viz/src/plugins/table/View.tsx': { file: 'assets/view-6.js', css: ['assets/view.css'] },
      'src/chart/EChart.tsx': { file: 'assets/canvas-7.js' },
    }),
  );
  writeFileSync(join(folder, 'web/theme.js'), 'document.title');
  writeFileSync(join(folder, 'web/gone.js'), 'document.title');
  writeFileSync(join(folder, 'web/notes.secret'), 'no');
  writeFileSync(join(folder, 'outside.js'), 'no');
  app = createServer({
    config: {
      logLevel: 'silent',
      trustProxy: false,
      bodyLimitKb: 64,
      largeBodyLimitKb: 128,
      metricsToken: null,
      rowLimit: 5000,
      frameOrigins: ['https://*.example.com'],
      tileServer: { url: 'https://tiles.example.com:8443/{z}/{x}/{y}.png', attribution: '© Tiles' },
      queryTimeoutSeconds: 30,
    },
    ready: [],
    webRoot: join(folder, 'web'),
    authenticate: () => ({
      principal: isSignedIn ? { ...anonymous, kind: 'user', userId: 1 } : { ...anonymous, grants },
      credential: 'session',
      csrf: null,
    }),
  });
  app.get('/api/v1/dashboard/:id', { config: { permission: 'public' } }, (request, reply) =>
    reply.header('ETag', '"4"').send({
      result: (request.params as { id: string }).id in charts ? { position_json: tabs } : `</head>"<b>`,
    }),
  );
  app.get('/api/v1/dashboard/:id/charts', { config: { permission: 'public' } }, (request, reply) => {
    const result = charts[(request.params as { id: string }).id];
    return result ? { result } : reply.code(403).send();
  });
  app.get('/api/v1/explore/', { config: { permission: 'public' } }, (request) => ({
    result: { asked: request.url, form_data: { viz_type: 'pie' } },
  }));
  await app.ready();
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});

test.each([
  '/',
  '/explore/?slice_id=1',
  '/chart/list/',
  '/dashboard/list/',
  '/tessera/dashboard/sales/',
  '/superset/dashboard/1/',
  '/dataset/list/',
  '/databaseview/list/',
  '/sqllab/',
  '/users/',
  '/roles/',
  '/profile/',
  '/rowlevelsecurity/list/',
  '/annotationlayer/list/',
  '/csstemplatemodelview/list/',
  '/annotationlayer/1/annotation/',
  '/tags/',
  '/tags/1/',
  '/querylog/list/',
  '/login/',
  '/embedded/0b5f7a52-0000-4000-8000-000000000000',
])('[2.1-02] %s is a page', async (url) => {
  isSignedIn = true;
  const answer = await app.inject({ url, headers: browser });
  expect([answer.statusCode, answer.headers['content-type'], answer.headers['cache-control']]).toEqual([
    200,
    'text/html; charset=utf-8',
    'no-store',
  ]);
  const nonce = /'nonce-([^']+)'/.exec(String(answer.headers['content-security-policy']))?.[1] ?? 'none';
  expect(answer.body.split(`nonce="${nonce}"`)).toHaveLength(3);
  expect(answer.body).not.toContain('__NONCE__');
  expect(answer.body).toContain('content="rows=5000,timeout=30,frames=1,tiles=');
});

test('images come from this server and from the tile server alone', async () => {
  isSignedIn = true;
  const { headers: sent } = await app.inject({ url: '/explore/?slice_id=1', headers: browser });
  expect(String(sent['content-security-policy'])).toContain(
    "img-src 'self' data: blob: https://tiles.example.com:8443;",
  );
});

test('[attack 44] only standalone pages may be framed, by the sites that the settings name', async () => {
  isSignedIn = true;
  const ancestors = async (url: string) => {
    const { headers: sent } = await app.inject({ url, headers: browser });
    return /frame-ancestors ([^;]*)/.exec(String(sent['content-security-policy']))?.[1];
  };
  expect(await ancestors('/explore/?slice_id=1&standalone=1')).toBe("'self' https://*.example.com");
  expect(await ancestors('/explore/?slice_id=1')).toBe("'self'");
  expect(await ancestors('/explore/?slice_id=1&standalone=0')).toBe("'self'");
});

test('whoever is not signed in is led to the sign-in page and back, unless the public may look', async () => {
  isSignedIn = false;
  const answer = await app.inject({ url: '/chart/list/?q=1', headers: browser });
  expect([answer.statusCode, answer.headers['location']]).toEqual([302, '/login/?next=%2Fchart%2Flist%2F%3Fq%3D1']);
  expect((await app.inject({ url: '/login/', headers: browser })).statusCode).toBe(200);
  grants = new Set(['can_read Dashboard']);
  expect((await app.inject({ url: '/dashboard/list/', headers: browser })).statusCode).toBe(200);
  isSignedIn = true;
});

test('an unknown page is the app with the status 404', async () => {
  const answer = await app.inject({ url: '/nowhere/', headers: browser });
  expect([answer.statusCode, answer.body.startsWith('<!doctype html>')]).toEqual([404, true]);
});

test('files with a hash in their name are cached for a year, others are requested again', async () => {
  const answer = await app.inject({ url: '/assets/main-abc.js', headers: { 'accept-encoding': 'br, gzip' } });
  expect(answer.headers).toMatchObject({
    'content-encoding': 'br',
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
  });
  expect(brotliDecompressSync(answer.rawPayload).toString()).toBe(script);
  const again = await app.inject({
    url: '/assets/main-abc.js',
    headers: { 'accept-encoding': 'br', 'if-none-match': String(answer.headers['etag']) },
  });
  expect([again.statusCode, again.body]).toEqual([304, '']);
  expect((await app.inject({ url: '/assets/main-abc.js' })).body).toBe(script);
  expect((await app.inject({ url: '/theme.js' })).headers['cache-control']).toBe('public, no-cache');
});

test('what the build has compressed is sent as it is, to those who read it', async () => {
  const [built, plain] = await Promise.all(
    ['br', 'identity'].map((encoding) =>
      app.inject({ url: '/assets/built-def.js', headers: { 'accept-encoding': encoding } }),
    ),
  );
  expect(built?.rawPayload).toEqual(compressedOnce);
  expect([built?.headers['content-encoding'], plain?.headers['content-encoding']]).toEqual(['br', undefined]);
  expect(plain?.body).toBe(script);
  expect((await app.inject({ url: '/assets/built-def.js.br' })).statusCode).toBe(404);
});

test.each([
  '/notes.secret',
  '/assets/../../outside.js',
  '/assets/..%2f..%2foutside.js',
  '/assets/%2e%2e/outside.js',
  '/assets/..%252f..%252foutside.js',
  '/assets/..\\..\\outside.js',
  '/assets/',
  '/index.html',
])('%s is not served', async (url) => {
  expect((await app.inject({ url })).statusCode).toBe(404);
});

test('a dashboard page brings its code and the answers that the user may have', async () => {
  isSignedIn = true;
  const page = (await app.inject({ url: '/tessera/dashboard/sales/', headers: browser })).body;
  const content = /name="tessera-answers" content="([^"]*)"/.exec(page)?.[1] ?? '';
  const answers: unknown = JSON.parse(
    content.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&'),
  );
  expect(answers).toEqual({ '/api/v1/dashboard/sales': ['{"result":"</head>\\"<b>"}', '"4"'] });
  expect(page.match(/<link rel="modulepreload" crossorigin href="[^"]+" \/>/g)).toEqual([
    '<link rel="modulepreload" crossorigin href="/assets/dashboard-1.js" />',
    '<link rel="modulepreload" crossorigin href="/assets/kit-2.js" />',
  ]);
  expect((await app.inject({ url: '/manifest.json' })).statusCode).toBe(404);
});

test.each([
  ['?slice_id=7', '/api/v1/explore/?slice_id=7'],
  ['?slice_id=7&standalone=1&force=1', '/api/v1/explore/?slice_id=7'],
  [
    '?form_data_key=abc&slice_id=7&datasource_id=2&datasource_type=table',
    '/api/v1/explore/?form_data_key=abc&slice_id=7&datasource_id=2&datasource_type=table',
  ],
  ['?datasource_id=2', '/api/v1/explore/?datasource_id=2&datasource_type=table'],
  ['?slice_id=constructor', null],
  ['?slice_id=7&slice_id=8', null],
  ['?datasource=2__table', null],
  ['?slice_id=7&form_data=%7B%7D', null],
  ['', null],
])('Explore at %s brings what it would ask first, and the code of the chart', async (search, asked) => {
  isSignedIn = true;
  const page = (await app.inject({ url: `/explore/${search}`, headers: browser })).body;
  const content = /name="tessera-answers" content="([^"]*)"/.exec(page)?.[1] ?? '';
  const answers = JSON.parse(content.replaceAll('&quot;', '"').replaceAll('&amp;', '&')) as Record<string, unknown>;
  expect(Object.keys(answers)).toEqual(asked === null ? [] : [asked]);
  expect(page.includes('/assets/pie-3.js')).toBe(asked !== null);
});

test('a dashboard page brings code and styles of the chart types in its open tabs, and of no other', async () => {
  const linked = async (slug: string) =>
    Array.from(
      (await app.inject({ url: `/tessera/dashboard/${slug}/`, headers: browser })).body.matchAll(
        /<link rel="(modulepreload|preload" as="style|prefetch" as="style)" crossorigin( fetchpriority="low")? href="\/assets\/([^"]+)" \/>/g,
      ),
      ([, rel, later, file]) => (later === undefined && rel?.startsWith('prefetch') !== true ? file : `${file} later`),
    );
  expect(await linked('sales')).toEqual(['dashboard-1.js', 'kit-2.js', 'kit.css']);
  expect(await linked('pies')).toEqual([
    'dashboard-1.js',
    'kit-2.js',
    'pie-3.js',
    'parts-4.js later',
    'canvas-7.js later',
    'kit.css',
  ]);
  expect(await linked('tabs')).toEqual(await linked('pies'));
  expect(await linked('tables')).toEqual([
    'dashboard-1.js',
    'kit-2.js',
    'table-5.js',
    'view-6.js later',
    'kit.css',
    'view.css later',
  ]);
});

test('the sign-in page of nobody brings that nobody is signed in', async () => {
  isSignedIn = false;
  grants = new Set();
  const page = (await app.inject({ url: '/login/', headers: browser })).body;
  expect(page).toMatch(/name="tessera-answers" content="{&quot;\/api\/v1\/me\/roles\/&quot;:\[.*,null,404\]/);
  expect(page).toContain('&quot;/api/v1/setup&quot;:');
  isSignedIn = true;
});

test('the page of nobody brings no answers', async () => {
  isSignedIn = false;
  grants = new Set();
  const page = (await app.inject({ url: '/tessera/dashboard/sales/', headers: browser })).body;
  expect(page).toContain('name="tessera-answers" content="{}"');
  isSignedIn = true;
});

test('an asset that is taken away while the server runs is not found', async () => {
  rmSync(join(folder, 'web/gone.js'), { force: true });
  expect((await app.inject({ url: '/gone.js' })).statusCode).toBe(404);
});
