import { redirect, replace, type RouteObject } from 'react-router';
import { createDashboard } from './api/dashboards.ts';
import { NotFoundPage } from './shell/NotFoundPage.tsx';
import { PageLoading } from './shell/PageLoading.tsx';
import { RouteErrorPage } from './shell/RouteErrorPage.tsx';
import { Shell } from './shell/Shell.tsx';

/**
 * Every address of the product. A page's code loads when it is opened; the addresses themselves are a promise to
 * bookmarks and scripts.
 */
export const routes: RouteObject[] = [
  {
    ErrorBoundary: RouteErrorPage,
    HydrateFallback: PageLoading,
    children: [
      { path: '/login/', lazy: async () => ({ Component: (await import('./features/login/LoginPage.tsx')).LoginPage }) },
      { path: '/setup/', lazy: async () => ({ Component: (await import('./features/setup/SetupPage.tsx')).SetupPage }) },
      {
        Component: Shell,
        children: [
          {
            // A page that breaks takes its own place and leaves the bar in which one can go elsewhere.
            ErrorBoundary: RouteErrorPage,
            children: [
              { path: '/', lazy: async () => ({ Component: (await import('./features/home/HomePage.tsx')).HomePage }) },
              { path: '/profile/', lazy: async () => ({ Component: (await import('./features/people/ProfilePage.tsx')).ProfilePage }) },
              { path: '/dataset/list/', lazy: async () => ({ Component: (await import('./features/datasets/DatasetListPage.tsx')).DatasetListPage }) },
              { path: '/dataset/add/', lazy: async () => ({ Component: (await import('./features/datasets/DatasetAddPage.tsx')).DatasetAddPage }) },
              { path: '/dataset/:id/', lazy: async () => ({ Component: (await import('./features/datasets/DatasetPage.tsx')).DatasetPage }) },
              { path: '/databaseview/list/', lazy: async () => ({ Component: (await import('./features/databases/DatabaseListPage.tsx')).DatabaseListPage }) },
              { path: '/explore/', lazy: async () => ({ Component: (await import('./features/explore/ExplorePage.tsx')).ExplorePage }) },
              { path: '/explore/p/:key/', loader: ({ params }) => redirect(`/explore/?permalink_key=${encodeURIComponent(params['key'] ?? '')}`) },
              // The create menu and the palette lead here; the new dashboard takes its place in the history.
              { path: '/dashboard/new/', loader: async () => replace(`/tessera/dashboard/${await createDashboard()}/?edit=true`) },
              { path: '/dashboard/list/', lazy: async () => ({ Component: (await import('./features/lists/DashboardListPage.tsx')).DashboardListPage }) },
              { path: '/chart/list/', lazy: async () => ({ Component: (await import('./features/lists/ChartListPage.tsx')).ChartListPage }) },
              { path: '/tessera/dashboard/p/:link/', lazy: async () => ({ Component: (await import('./features/dashboard/DashboardLinkPage.tsx')).DashboardLinkPage }) },
              { path: '/tessera/dashboard/:key/', lazy: async () => ({ Component: (await import('./features/dashboard/DashboardPage.tsx')).DashboardPage }) },
              { path: '/users/', lazy: async () => ({ Component: (await import('./features/people/UserListPage.tsx')).UserListPage }) },
              { path: '/roles/', lazy: async () => ({ Component: (await import('./features/people/RoleListPage.tsx')).RoleListPage }) },
              { path: '/rowlevelsecurity/list/', lazy: async () => ({ Component: (await import('./features/row-level-security/RuleListPage.tsx')).RuleListPage }) },
              // Addresses of scripts and bookmarks that moved here keep working (ruling 13).
              { path: '/superset/*', loader: ({ request }) => redirect(moved(request.url)) },
              { path: '/tablemodelview/list/', loader: () => redirect('/dataset/list/') },
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
  return rest === '' || rest === 'welcome/' ? '/' : `/tessera/${rest}${search}${hash}`;
}
