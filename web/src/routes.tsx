import { redirect, type RouteObject } from 'react-router';
import { adminsOnly, needs } from './shell/page-access.ts';
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
      {
        path: '/login/',
        lazy: async () => ({ Component: (await import('./features/login/LoginPage.tsx')).LoginPage }),
      },
      {
        path: '/setup/',
        lazy: async () => ({ Component: (await import('./features/setup/SetupPage.tsx')).SetupPage }),
      },
      {
        Component: Shell,
        children: [
          {
            // A page that breaks takes its own place and leaves the bar in which one can go elsewhere.
            ErrorBoundary: RouteErrorPage,
            children: [
              { path: '/', lazy: async () => ({ Component: (await import('./features/home/HomePage.tsx')).HomePage }) },
              {
                path: '/profile/',
                lazy: async () => ({ Component: (await import('./features/people/ProfilePage.tsx')).ProfilePage }),
              },
              {
                path: '/dataset/list/',
                handle: needs('can_read', 'Dataset'),
                lazy: async () => ({
                  Component: (await import('./features/datasets/DatasetListPage.tsx')).DatasetListPage,
                }),
              },
              {
                path: '/dataset/add/',
                handle: needs('can_write', 'Dataset'),
                lazy: async () => ({
                  Component: (await import('./features/datasets/DatasetAddPage.tsx')).DatasetAddPage,
                }),
              },
              {
                path: '/dataset/:id/',
                handle: needs('can_read', 'Dataset'),
                lazy: async () => ({ Component: (await import('./features/datasets/DatasetPage.tsx')).DatasetPage }),
              },
              {
                path: '/databaseview/list/',
                handle: needs('can_read', 'Database'),
                lazy: async () => ({
                  Component: (await import('./features/databases/DatabaseListPage.tsx')).DatabaseListPage,
                }),
              },
              {
                path: '/explore/',
                handle: needs('can_read', 'Explore'),
                lazy: async () => ({ Component: (await import('./features/explore/ExplorePage.tsx')).ExplorePage }),
              },
              {
                path: '/explore/p/:key/',
                Component: PageLoading,
                loader: ({ params }) => redirect(`/explore/?permalink_key=${encodeURIComponent(params['key'] ?? '')}`),
              },
              {
                path: '/dashboard/new/',
                handle: needs('can_write', 'Dashboard'),
                lazy: async () => ({
                  Component: (await import('./features/dashboard/NewDashboardPage.tsx')).NewDashboardPage,
                }),
              },
              {
                path: '/dashboard/list/',
                handle: needs('can_read', 'Dashboard'),
                lazy: async () => ({
                  Component: (await import('./features/lists/DashboardListPage.tsx')).DashboardListPage,
                }),
              },
              {
                path: '/chart/list/',
                handle: needs('can_read', 'Chart'),
                lazy: async () => ({ Component: (await import('./features/lists/ChartListPage.tsx')).ChartListPage }),
              },
              {
                path: '/tessera/dashboard/p/:link/',
                handle: needs('can_read', 'Dashboard'),
                lazy: async () => ({
                  Component: (await import('./features/dashboard/DashboardLinkPage.tsx')).DashboardLinkPage,
                }),
              },
              {
                path: '/tessera/dashboard/:key/',
                handle: needs('can_read', 'Dashboard'),
                lazy: async () => ({
                  Component: (await import('./features/dashboard/DashboardPage.tsx')).DashboardPage,
                }),
              },
              {
                path: '/users/',
                handle: adminsOnly,
                lazy: async () => ({ Component: (await import('./features/people/UserListPage.tsx')).UserListPage }),
              },
              {
                path: '/roles/',
                handle: adminsOnly,
                lazy: async () => ({ Component: (await import('./features/people/RoleListPage.tsx')).RoleListPage }),
              },
              {
                path: '/annotationlayer/list/',
                handle: needs('can_read', 'Annotation'),
                lazy: async () => ({
                  Component: (await import('./features/annotation-layers/LayerListPage.tsx')).LayerListPage,
                }),
              },
              {
                path: '/annotationlayer/:id/annotation/',
                handle: needs('can_read', 'Annotation'),
                lazy: async () => ({
                  Component: (await import('./features/annotation-layers/AnnotationListPage.tsx')).AnnotationListPage,
                }),
              },
              {
                path: '/rowlevelsecurity/list/',
                handle: needs('can_read', 'RowLevelSecurity'),
                lazy: async () => ({
                  Component: (await import('./features/row-level-security/RuleListPage.tsx')).RuleListPage,
                }),
              },
              {
                path: '/querylog/list/',
                handle: needs('can_read', 'Log'),
                lazy: async () => ({ Component: (await import('./features/query-log/QueryLogPage.tsx')).QueryLogPage }),
              },
              // Addresses of scripts and bookmarks that moved here keep working (ruling 13).
              { path: '/superset/*', Component: PageLoading, loader: ({ request }) => redirect(moved(request.url)) },
              { path: '/tablemodelview/list/', Component: PageLoading, loader: () => redirect('/dataset/list/') },
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
