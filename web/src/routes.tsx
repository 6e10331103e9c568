import { hrefOf, pageList, pages } from '@tessera/core/pages';
import { redirect, type RouteObject } from 'react-router';
import { pageModules } from './page-modules.ts';
import type { PageAccess } from './shell/page-access.ts';
import { NotFoundPage } from './shell/NotFoundPage.tsx';
import { PageLoading } from './shell/PageLoading.tsx';
import { RouteErrorPage } from './shell/RouteErrorPage.tsx';
import { Shell } from './shell/Shell.tsx';

type Page = (typeof pageList)[number];

/** The routes of a page and of the addresses that lead to it. */
function routesOf(page: Page): readonly RouteObject[] {
  if (page.module === undefined) return [];
  const name = page.module.slice(page.module.indexOf('/') + 1);
  const load = pageModules[`./features/${page.module}.tsx`];
  const access: PageAccess | undefined = page.needs && { needs: page.needs };
  return [
    {
      path: page.path,
      ...(access && { handle: access }),
      lazy: async () => ({ Component: (await load?.())?.[name] ?? NotFoundPage }),
    },
    ...(page.aliases ?? []).map((path): RouteObject => ({
      path,
      Component: PageLoading,
      loader: ({ request }) => redirect(to(page, request)),
    })),
  ];
}

function to(page: Page, request: Request): string {
  const { search, hash } = new URL(request.url);
  return `${page.path}${search}${hash}`;
}

/**
 * A lasting link hands its key to the page. What an address says beside the key stays: a frame shows the chart
 * alone.
 */
function link(from: 'exploreLink' | 'sqlLabLink', page: 'explore' | 'sqlLab'): RouteObject {
  return {
    path: pages[from].path,
    Component: PageLoading,
    loader: ({ params, request }) => {
      const beside = Object.fromEntries(new URL(request.url).searchParams);
      return redirect(hrefOf(page, {}, { ...beside, permalink_key: params['key'] ?? '' }));
    },
  };
}

/** Every address of the product, as the table of pages has them. */
export const routes: RouteObject[] = [
  {
    ErrorBoundary: RouteErrorPage,
    HydrateFallback: PageLoading,
    children: [
      ...pageList.filter((page) => page.isBare).flatMap(routesOf),
      {
        Component: Shell,
        children: [
          {
            // A page that breaks takes its own place and leaves the bar in which one can go elsewhere.
            ErrorBoundary: RouteErrorPage,
            children: [
              ...pageList.filter((page) => page.isBare !== true).flatMap(routesOf),
              link('exploreLink', 'explore'),
              link('sqlLabLink', 'sqlLab'),
              // Addresses of scripts and bookmarks that moved here keep working (ruling 13).
              { path: '/superset/*', Component: PageLoading, loader: ({ request }) => redirect(moved(request.url)) },
              // Pages that are promised and not built yet are among those that are not found.
              { path: '*', Component: NotFoundPage },
            ],
          },
        ],
      },
    ],
  },
];

function moved(url: string): string {
  const { pathname, search, hash } = new URL(url);
  const rest = pathname.replace(/^\/superset\/?/, '');
  return rest === '' || rest === 'welcome/' ? pages.home.path : `/tessera/${rest}${search}${hash}`;
}
