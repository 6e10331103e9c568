// What a route acts on, and who gets how far: the words of the generated access tests.

/** What a route acts on; `null` for routes about nothing in particular. */
export type ObjectKind = 'chart' | 'dashboard' | 'dataset' | 'database' | 'tab' | 'tab_table' | 'saved_query';

/** Ids that a request is made of: the object, and what belongs to it. */
export type Target = {
  readonly id: number;
  readonly datasetId: number;
  readonly columnId: number;
  readonly metricId: number;
  readonly otherId: number;
  readonly key: string;
};

export type RouteCase = {
  /**
   * One group per principal in the order of `principals`. About an object a group has three marks: own, shared,
   * foreign.
   * `+` goes ahead (whatever comes of it), `u` 401, `f` 403, `0` 404.
   */
  readonly expect: string;
  readonly kind?: ObjectKind;
  /** Values of the path's parameters; `id` and `key` are the object's id unless given. */
  readonly params?: (target: Target) => Readonly<Record<string, string | number>>;
  readonly query?: (target: Target) => string;
  readonly body?: (target: Target) => unknown;
  /**
   * Retained by an admin beforehand; the answer's `key` becomes the target's. Whoever sees the object reads it, only
   * who retained it changes it.
   */
  readonly before?: (target: Target) => { readonly url: string; readonly body: unknown };
};

export const principals = ['admin', 'alpha', 'gamma', 'public', 'nobody'] as const;
export type Principal = (typeof principals)[number];

export const open = '+ + + + +';
export const signedIn = '+ + + + u';
export const admins = '+ f f f u';
export const authors = '+ + f f u';
export const withRoles = '+ + + f u';
/** Alpha sees every dataset and so every chart; Gamma what was granted. */
export const see = '+++ +++ ++0 fff uuu';
export const change = '+++ +ff +f0 fff uuu';
export const changeAsAuthor = '+++ +ff fff fff uuu';
/** A draft is seen by its owners and admins. */
export const seeDashboard = '+++ ++0 ++0 fff uuu';
/** A dashboard that was never saved again has no versions: what is there is tested with it. */
export const noSuchVersion = '000 0f0 0f0 fff uuu';
export const changeDashboard = '+++ +f0 +f0 fff uuu';
/** Nobody owns a connection: own and shared are the granted ones. */
export const seeDatabase = '+++ +++ ++0 fff uuu';
export const changeDatabase = '+++ fff fff fff uuu';

export const list = (kind: string, expect: string, related: string): Readonly<Record<string, RouteCase>> => ({
  [`GET /api/v1/${kind}/`]: { expect },
  [`GET /api/v1/${kind}/_info`]: { expect },
  [`GET /api/v1/${kind}/related/:column`]: { expect, params: () => ({ column: related }) },
});
export const distinct = (kind: string, expect: string, column: string): Readonly<Record<string, RouteCase>> => ({
  [`GET /api/v1/${kind}/distinct/:column`]: { expect, params: () => ({ column }) },
});
/** What lives is not in the trash, whosever it is. */
/** Routes of one dashboard that only its editors may use; `METHOD path`. */
export const byEditors = (...routes: readonly string[]): Readonly<Record<string, RouteCase>> =>
  Object.fromEntries(
    routes.map((route) => {
      const [method, path] = route.split(' ');
      return [`${method} /api/v1/dashboard/:key/${path}`, { expect: changeDashboard, kind: 'dashboard' }];
    }),
  );
/** A resource that readers see and authors write, whoever made the object. */
export const byAuthors = (name: string): Readonly<Record<string, RouteCase>> => ({
  ...list(name, withRoles, 'created_by'),
  ...distinct(name, '0 0 0 f u', 'none'),
  [`GET /api/v1/${name}/:id`]: { expect: '0 0 0 f u', params: () => ({ id: 2_000_000 }) },
  [`POST /api/v1/${name}/`]: { expect: authors, body: () => ({}) },
  [`PUT /api/v1/${name}/:id`]: { expect: '0 0 f f u', params: () => ({ id: 2_000_000 }), body: () => ({}) },
  [`DELETE /api/v1/${name}/:id`]: { expect: '0 0 f f u', params: () => ({ id: 2_000_000 }) },
  [`DELETE /api/v1/${name}/`]: { expect: '0 0 f f u', query: () => 'q=!(2000000)' },
});
export const trash = (kind: string, expect = withRoles, gone = '0 0 0 f u'): Readonly<Record<string, RouteCase>> => ({
  [`GET /api/v1/trash/${kind}/`]: { expect },
  [`GET /api/v1/trash/${kind}/_info`]: { expect },
  [`GET /api/v1/trash/${kind}/related/:column`]: { expect: gone, params: () => ({ column: 'none' }) },
  [`GET /api/v1/trash/${kind}/distinct/:column`]: { expect: gone, params: () => ({ column: 'none' }) },
  [`POST /api/v1/trash/${kind}/restore`]: { expect: gone, body: () => ({ ids: [1] }) },
  [`DELETE /api/v1/trash/${kind}/`]: { expect: gone, query: () => 'q=!(1)' },
});
export const noUpload = () => ({ key: '00000000-0000-4000-8000-000000000000' });
export const bulk = ({ id }: Target): string => `q=!(${id})`;
export const dataset = ({ datasetId }: Target): unknown => ({
  datasource_id: datasetId,
  datasource_type: 'table',
  form_data: '{}',
});
