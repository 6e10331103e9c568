import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RouteCase, type Target } from './testing/access-cases.ts';
import { expectations } from './testing/access-expectations.ts';
import { startRealServer, type RealServer } from './testing/processes/real-server.ts';

// What is delivered is bundled: a library that the bundler reads otherwise than Node shows only here.

let home: string;
let server: RealServer;

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'tessera-built-'));
  server = await startRealServer(home, { TESSERA_SAMPLES: '1' });
});
afterAll(async () => {
  await server?.stop('SIGKILL');
  rmSync(home, { recursive: true, force: true });
});

/** The samples begin with these. */
const target: Target = { id: 1, datasetId: 1, columnId: 1, metricId: 1, otherId: 1, key: '1' };

async function ask(
  route: string,
  { params, query, body, before }: RouteCase,
): Promise<{ readonly status: number; readonly code: string | null; readonly text: string }> {
  const made = before === undefined ? null : await server.ask('POST', before(target).url, before(target).body);
  const full = made === null ? target : { ...target, key: (JSON.parse(made.text) as { readonly key: string }).key };
  const values: Readonly<Record<string, unknown>> = { id: target.id, key: target.id, ...params?.(full) };
  const [method = '', pattern = ''] = route.split(' ');
  const path = pattern.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(values[name])));
  const { status, headers, text } = await server.ask(
    method,
    query ? `${path}?${query(full).replaceAll(' ', '%20')}` : path,
    body?.(full),
  );
  return { status, code: headers.get('x-error-code'), text };
}

/** What reads comes first and what deletes last, so that each finds its object. */
const rank = (route: string): number => ['GET', 'POST', 'PUT', 'DELETE'].indexOf(route.split(' ')[0] ?? '');
const routes = Object.entries(expectations)
  .filter(([route]) => !route.includes('/logout/'))
  .toSorted(([a], [b]) => rank(a) - rank(b));

test('[F50] every route of the built server answers as itself, and none with a defect', async () => {
  const wrong: string[] = [];
  for (const [route, routeCase] of routes) {
    const { status, code, text } = await ask(route, routeCase);
    if (status >= 500 || status === 405 || code === 'unknown_address')
      wrong.push(`${route}: ${status} ${text.slice(0, 200)}`);
  }
  expect(wrong).toEqual([]);
});

test('[F50] what nobody documents answers too: metrics, the description of the API and its page', async () => {
  const metrics = await server.ask('GET', '/metrics');
  expect([metrics.status, metrics.text]).toEqual([200, expect.stringContaining('tessera_http_request_seconds')]);
  for (const path of ['/health', '/ready', '/api/v1/_openapi', '/swagger/v1'])
    expect([path, (await server.ask('GET', path)).status]).toEqual([path, 200]);
});

const pages = [
  '/',
  '/login/',
  '/explore/',
  '/chart/list/',
  '/dashboard/list/',
  '/tessera/dashboard/1/',
  '/superset/dashboard/1/',
  '/dataset/list/',
  '/databaseview/list/',
  '/users/',
  '/roles/',
  '/rowlevelsecurity/list/',
];

test('[2.1-02] every page of the built server comes with files that are there', async () => {
  const files = new Set<string>();
  for (const path of pages) {
    const { status, text } = await server.ask('GET', path, undefined, { accept: 'text/html' });
    expect([path, status, text.slice(0, 15).toLowerCase()]).toEqual([path, 200, '<!doctype html>']);
    for (const [, file] of text.matchAll(/(?:src|href)="(\/[^"]+\.(?:js|css|woff2|svg))"/g))
      if (file !== undefined) files.add(file);
  }
  expect(files.size).toBeGreaterThan(2);
  for (const file of files) expect([file, (await server.ask('GET', file)).status]).toEqual([file, 200]);
});
