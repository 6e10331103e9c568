import { hrefOf, pageList, type PageId } from '@tessera/core/pages';
import { matchRoutes, type RouteObject } from 'react-router';
import { expect, test } from 'vitest';
import { pageModules } from './page-modules.ts';
import { routes } from './routes.tsx';

const pathsOf = (list: readonly RouteObject[]): readonly string[] =>
  list.flatMap((route) => [...(route.path === undefined ? [] : [route.path]), ...pathsOf(route.children ?? [])]);
const lastOf = (address: string) => matchRoutes(routes, address)?.at(-1)?.route;

test('the table of pages names every page that there is, each once', () => {
  const named = pageList.flatMap(({ module }) => (module === undefined ? [] : [`./features/${module}.tsx`]));
  expect(named.toSorted()).toEqual(Object.keys(pageModules).toSorted());
  expect(
    pageList.filter(({ module, isLink, isUnbuilt }) => [module, isLink, isUnbuilt].filter(Boolean).length !== 1),
  ).toEqual([]);
  const addresses = pageList.flatMap(({ path, aliases = [] }) => [path, ...aliases]);
  expect(new Set(addresses).size).toBe(addresses.length);
});

test('the router draws what the table calls built, and knows no address besides it', () => {
  const built = pageList.filter(({ isUnbuilt }) => isUnbuilt !== true);
  expect(pathsOf(routes).toSorted()).toEqual(
    [...built.flatMap(({ path, aliases = [] }) => [path, ...aliases]), '/superset/*', '*'].toSorted(),
  );
});

test('a page that is promised and not built answers as one that is not found', () => {
  const unbuilt = pageList.filter(({ isUnbuilt }) => isUnbuilt === true);
  expect(unbuilt.length).toBeGreaterThan(0);
  for (const { path } of unbuilt) expect([path, lastOf(path)?.path]).toEqual([path, '*']);
});

test.each([
  ['/tessera/welcome/', '/'],
  ['/superset/welcome/', '/'],
  ['/superset/dashboard/births/?edit=1', '/tessera/dashboard/births/?edit=1'],
  ['/tablemodelview/list/?q=1', '/dataset/list/?q=1'],
  ['/chart/add/?datasource_id=1', '/explore/?datasource_id=1'],
  ['/explore/p/abc/', '/explore/?permalink_key=abc'],
  ['/sqllab/p/abc/', '/sqllab/?permalink_key=abc'],
  ['/superset/sqllab/?savedQueryId=5', '/tessera/sqllab/?savedQueryId=5'],
  ['/tessera/sqllab/?savedQueryId=5', '/sqllab/?savedQueryId=5'],
])('%s leads to %s', async (from, to) => {
  const match = matchRoutes(routes, from.split('?')[0] ?? '')?.at(-1);
  const loader = match?.route.loader;
  if (typeof loader !== 'function') throw new Error(`${from} has no loader.`);
  const request = new Request(`http://tessera.test${from}`);
  const answer = await (loader as (args: object) => unknown)({ request, params: match?.params ?? {} });
  expect(answer instanceof Response && answer.headers.get('location')).toBe(to);
});

test('addresses are made of the table, with every value encoded', () => {
  expect(hrefOf('dataset', { id: 5 })).toBe('/dataset/5/');
  expect(hrefOf('dashboard', { key: 'a/b?c' }, { edit: 'true' })).toBe('/tessera/dashboard/a%2Fb%3Fc/?edit=true');
  expect(hrefOf('explore', {}, { slice_id: 7 })).toBe('/explore/?slice_id=7');
  const home: PageId = 'home';
  expect(hrefOf(home)).toBe('/');
});
