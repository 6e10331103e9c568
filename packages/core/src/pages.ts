import { msg } from './messages.ts';

/**
 * What a user needs to open a page, or to be offered it: a (permission, view) pair, or the role of administrators.
 */
export type PageNeeds = readonly [permission: string, view: string] | 'admin';

type PageEntry = {
  /** As the router of the browser and that of the server read it. */
  readonly path: string;
  /** Other addresses under which it was promised once; they lead to `path`. */
  readonly aliases?: readonly string[];
  /** Module below `web/src/features`; it exports a component of the name of its file. */
  readonly module?: string;
  /** It hands on to another page with what its address says. */
  readonly isLink?: true;
  /** The address is promised and nothing draws it yet: the page that says so is shown. */
  readonly isUnbuilt?: true;
  /** For users who are not signed in as well. */
  readonly isOpen?: true;
  /** Drawn without the bar. */
  readonly isBare?: true;
  readonly needs?: PageNeeds;
};

/**
 * Every page and its address, once: the router, the server, the links of all pages and the menus read this table. The
 * addresses are a promise to bookmarks and scripts.
 */
export const pages = {
  login: { path: '/login/', module: 'login/LoginPage', isOpen: true, isBare: true },
  setup: { path: '/setup/', module: 'setup/SetupPage', isOpen: true, isBare: true },
  home: { path: '/', aliases: ['/tessera/welcome/'], module: 'home/HomePage' },
  profile: { path: '/profile/', aliases: ['/user_info/'], module: 'users/ProfilePage' },
  dashboards: {
    path: '/dashboard/list/',
    module: 'lists/DashboardListPage',
    needs: ['can_read', 'Dashboard'],
  },
  newDashboard: { path: '/dashboard/new/', module: 'dashboard/NewDashboardPage', needs: ['can_write', 'Dashboard'] },
  dashboardLink: {
    path: '/tessera/dashboard/p/:link/',
    module: 'dashboard/DashboardLinkPage',
    isOpen: true,
    needs: ['can_read', 'Dashboard'],
  },
  dashboard: {
    path: '/tessera/dashboard/:key/',
    module: 'dashboard/DashboardPage',
    isOpen: true,
    needs: ['can_read', 'Dashboard'],
  },
  charts: { path: '/chart/list/', module: 'lists/ChartListPage', needs: ['can_read', 'Chart'] },
  explore: {
    path: '/explore/',
    aliases: ['/chart/add/'],
    module: 'explore/ExplorePage',
    needs: ['can_read', 'Explore'],
  },
  trash: { path: '/trash/:kind/', module: 'lists/TrashPage' },
  exploreLink: { path: '/explore/p/:key/', isLink: true },
  datasets: {
    path: '/dataset/list/',
    aliases: ['/tablemodelview/list/'],
    module: 'datasets/DatasetListPage',
    needs: ['can_read', 'Dataset'],
  },
  newDataset: { path: '/dataset/add/', module: 'datasets/DatasetAddPage', needs: ['can_write', 'Dataset'] },
  dataset: { path: '/dataset/:id/', module: 'datasets/DatasetPage', needs: ['can_read', 'Dataset'] },
  databases: {
    path: '/databaseview/list/',
    module: 'databases/DatabaseListPage',
    needs: ['can_read', 'Database'],
  },
  users: { path: '/users/', aliases: ['/list_users/'], module: 'users/UserListPage', needs: 'admin' },
  roles: { path: '/roles/', aliases: ['/list_roles/'], module: 'users/RoleListPage', needs: 'admin' },
  annotationLayers: {
    path: '/annotationlayer/list/',
    module: 'annotation-layers/LayerListPage',
    needs: ['can_read', 'Annotation'],
  },
  annotations: {
    path: '/annotationlayer/:id/annotation/',
    module: 'annotation-layers/AnnotationListPage',
    needs: ['can_read', 'Annotation'],
  },
  cssTemplates: {
    path: '/csstemplatemodelview/list/',
    module: 'css-templates/CssTemplateListPage',
    needs: ['can_read', 'CssTemplate'],
  },
  tags: { path: '/tags/', aliases: ['/tag/list/'], module: 'tags/TagListPage', needs: ['can_read', 'Tag'] },
  tag: { path: '/tags/:id/', module: 'tags/TagPage', needs: ['can_read', 'Tag'] },
  rowLevelRules: {
    path: '/rowlevelsecurity/list/',
    module: 'row-level-security/RuleListPage',
    needs: ['can_read', 'RowLevelSecurity'],
  },
  queryLog: { path: '/querylog/list/', module: 'query-log/QueryLogPage', needs: ['can_read', 'Log'] },
  savedQueries: {
    path: '/savedqueryview/list/',
    module: 'saved-queries/SavedQueryListPage',
    needs: ['can_read', 'SavedQuery'],
  },
  sqlHistory: {
    path: '/sqllab/history/',
    module: 'sql-editor/QueryHistoryPage',
    needs: ['can_read', 'Query'],
  },
  sqlLab: {
    path: '/sqllab/',
    aliases: ['/tessera/sqllab/'],
    module: 'sql-editor/SqlEditorPage',
    needs: ['can_read', 'SQLLab'],
  },
  sqlLabLink: { path: '/sqllab/p/:key/', isLink: true },

  alerts: { path: '/alert/list/', isUnbuilt: true },
  reports: { path: '/report/list/', isUnbuilt: true },
  settings: { path: '/settings/', isUnbuilt: true },
  embedded: { path: '/embedded/:uuid', isUnbuilt: true, isOpen: true },
} as const satisfies Readonly<Record<string, PageEntry>>;

export type PageId = keyof typeof pages;
type ParamsOf<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamsOf<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;
export type PageParams<Id extends PageId> = Readonly<Record<ParamsOf<(typeof pages)[Id]['path']>, string | number>>;
type Search = Readonly<Record<string, string | number>> | URLSearchParams;

/** The table as a list, in its order. */
export const pageList: readonly (PageEntry & { readonly id: PageId })[] = Object.entries<PageEntry>(pages).map(
  ([id, page]) => ({ ...page, id: id as PageId }),
);

/** The address of a page: `hrefOf('dataset', { id: 5 })` is `/dataset/5/`. */
export function hrefOf<Id extends PageId>(
  page: Id,
  ...[params, search]: keyof PageParams<Id> extends never
    ? [params?: Readonly<Record<string, never>>, search?: Search]
    : [params: PageParams<Id>, search?: Search]
): string {
  const values: Readonly<Record<string, string | number>> = params ?? {};
  const path = pages[page].path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
  const query = search === undefined ? '' : searchText(search);
  return query === '' ? path : `${path}?${query}`;
}

function searchText(search: Search): string {
  if (search instanceof URLSearchParams) return search.toString();
  return new URLSearchParams(
    Object.entries(search).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();
}

/** The address of a saved chart. */
export function chartHref(id: number): string {
  return hrefOf('explore', {}, { slice_id: id });
}

/** The address under which the editor opens a saved query. */
export function savedQueryHref(id: number): string {
  return hrefOf('sqlLab', {}, { savedQueryId: id });
}

/** The address under which the editor opens a query that ran. */
export function pastQueryHref(id: number): string {
  return hrefOf('sqlLab', {}, { queryId: id });
}

/** The address of a new chart of a dataset. */
export function newChartHref(datasetId: number, datasetType = 'table'): string {
  return hrefOf('explore', {}, { datasource_type: datasetType, datasource_id: datasetId });
}

export type MenuEntry = {
  readonly page: PageId;
  readonly label: string;
  /** Where the menu leads: the address of the page, with what opens there. */
  readonly href: string;
  /** Follows `g`. */
  readonly key?: string;
  /** Who is offered it; an entry never leads to a page that is closed to that user. */
  readonly needs?: PageNeeds;
};

const entry = (page: PageId, label: string, rest: Partial<MenuEntry>): MenuEntry => ({
  page,
  label,
  href: pages[page].path,
  ...rest,
});

/** What the bar, the menus, the palette and the keyboard lead to. */
export const menus = {
  home: entry('home', msg('Home'), { key: 'h' }),
  profile: entry('profile', msg('Profile and password'), {}),
  main: [
    entry('dashboards', msg('Dashboards'), { key: 'd', needs: ['can_read', 'Dashboard'] }),
    entry('charts', msg('Charts'), { key: 'c', needs: ['can_read', 'Chart'] }),
    entry('datasets', msg('Datasets'), { key: 's', needs: ['can_read', 'Dataset'] }),
    entry('sqlLab', msg('SQL'), { key: 'e', needs: ['can_read', 'SQLLab'] }),
  ],
  /** The pages of SQL, from one to the others. */
  sql: [
    entry('sqlLab', msg('Editor'), { needs: ['can_read', 'SQLLab'] }),
    entry('savedQueries', msg('Saved queries'), { key: 'v', needs: ['can_read', 'SavedQuery'] }),
    entry('sqlHistory', msg('Query history'), { key: 'i', needs: ['can_read', 'Query'] }),
  ],
  /** Pages of those who run the installation. */
  admin: [
    entry('databases', msg('Databases'), { key: 'b', needs: ['can_write', 'Database'] }),
    entry('annotationLayers', msg('Annotation layers'), { key: 'a', needs: ['can_write', 'Annotation'] }),
    entry('cssTemplates', msg('CSS templates'), { key: 'y', needs: ['can_write', 'CssTemplate'] }),
    entry('tags', msg('Tags'), { key: 't', needs: ['can_read', 'Tag'] }),
    entry('users', msg('Users'), { key: 'u', needs: 'admin' }),
    entry('roles', msg('Roles'), { key: 'r', needs: 'admin' }),
    entry('rowLevelRules', msg('Row-level rules'), { key: 'l', needs: ['can_read', 'RowLevelSecurity'] }),
    entry('queryLog', msg('Query log'), { key: 'q', needs: ['can_read', 'Log'] }),
  ],
  create: [
    entry('explore', msg('Chart'), { needs: ['can_write', 'Chart'] }),
    entry('newDashboard', msg('Dashboard'), { needs: ['can_write', 'Dashboard'] }),
    entry('newDataset', msg('Dataset'), { needs: ['can_write', 'Dataset'] }),
    entry('sqlLab', msg('Query'), {
      href: hrefOf('sqlLab', {}, { new: 'true' }),
      needs: ['can_execute_sql_query', 'SQLLab'],
    }),
    entry('databases', msg('Database connection'), {
      href: hrefOf('databases', {}, { new: '1' }),
      needs: ['can_write', 'Database'],
    }),
  ],
} as const satisfies Readonly<Record<string, MenuEntry | readonly MenuEntry[]>>;
