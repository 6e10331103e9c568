/** What a route acts on; `null` for routes about nothing in particular. */
export type ObjectKind = 'chart' | 'dashboard' | 'dataset' | 'database';

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

const open = '+ + + + +';
const signedIn = '+ + + + u';
const admins = '+ f f f u';
const authors = '+ + f f u';
const people = '+ + + f u';
/** Alpha sees every dataset and so every chart; Gamma what was granted. */
const see = '+++ +++ ++0 fff uuu';
const change = '+++ +ff +f0 fff uuu';
const changeAsAuthor = '+++ +ff fff fff uuu';
/** A draft is seen by its owners and admins. */
const seeDashboard = '+++ ++0 ++0 fff uuu';
const changeDashboard = '+++ +f0 +f0 fff uuu';
/** Nobody owns a connection: own and shared are the granted ones. */
const seeDatabase = '+++ +++ ++0 fff uuu';
const changeDatabase = '+++ fff fff fff uuu';

const list = (kind: string, expect: string, related: string): Readonly<Record<string, RouteCase>> => ({
  [`GET /api/v1/${kind}/`]: { expect },
  [`GET /api/v1/${kind}/_info`]: { expect },
  [`GET /api/v1/${kind}/related/:column`]: { expect, params: () => ({ column: related }) },
});
const distinct = (kind: string, expect: string, column: string): Readonly<Record<string, RouteCase>> => ({
  [`GET /api/v1/${kind}/distinct/:column`]: { expect, params: () => ({ column }) },
});
/** What lives is not in the trash, whosever it is. */
const gone = '0 0 0 f u';
const trash = (kind: string): Readonly<Record<string, RouteCase>> => ({
  [`GET /api/v1/trash/${kind}/`]: { expect: people },
  [`GET /api/v1/trash/${kind}/_info`]: { expect: people },
  [`GET /api/v1/trash/${kind}/related/:column`]: { expect: gone, params: () => ({ column: 'none' }) },
  [`GET /api/v1/trash/${kind}/distinct/:column`]: { expect: gone, params: () => ({ column: 'none' }) },
  [`POST /api/v1/trash/${kind}/restore`]: { expect: gone, body: () => ({ ids: [1] }) },
  [`DELETE /api/v1/trash/${kind}/`]: { expect: gone, query: () => 'q=!(1)' },
});
const noUpload = () => ({ key: '00000000-0000-4000-8000-000000000000' });
const bulk = ({ id }: Target): string => `q=!(${id})`;
const dataset = ({ datasetId }: Target): unknown => ({
  datasource_id: datasetId,
  datasource_type: 'table',
  form_data: '{}',
});

/** Every route of the API. A route that is registered and not here fails the access test. */
export const expectations: Readonly<Record<string, RouteCase>> = {
  'GET /health': { expect: open },
  'GET /ready': { expect: open },
  'GET /api/v1/_openapi': { expect: open },

  'POST /login/': { expect: open, body: () => ({}) },
  'GET /logout/': { expect: open },
  'POST /logout/': { expect: open },
  'POST /api/v1/security/login': { expect: open, body: () => ({}) },
  'POST /api/v1/security/refresh': { expect: 'u u u u u' },
  'GET /api/v1/security/csrf_token/': { expect: open },
  'GET /api/v1/setup': { expect: '0 0 0 0 0' },
  'POST /api/v1/setup': {
    expect: '0 0 0 0 0',
    body: () => ({ token: 'x', username: 'x', password: 'long enough', email: 'x@example.com' }),
  },

  'GET /api/v1/me/': { expect: signedIn },
  'PUT /api/v1/me/': { expect: signedIn, body: () => ({}) },
  'GET /api/v1/me/roles/': { expect: signedIn },

  ...list('security/users', admins, 'roles'),
  'GET /api/v1/security/users/distinct/:column': { expect: '0 f f f u', params: () => ({ column: 'none' }) },
  'GET /api/v1/security/users/:id': { expect: admins, params: ({ otherId }) => ({ id: otherId }) },
  'POST /api/v1/security/users/': { expect: admins, body: () => ({}) },
  'PUT /api/v1/security/users/:id': { expect: admins, params: ({ otherId }) => ({ id: otherId }), body: () => ({}) },
  'DELETE /api/v1/security/users/:id': { expect: admins, params: ({ otherId }) => ({ id: otherId }) },
  'DELETE /api/v1/security/users/': { expect: admins, query: ({ otherId }) => `q=!(${otherId})` },

  'GET /api/v1/security/roles/': { expect: admins },
  'GET /api/v1/security/roles/_info': { expect: admins },
  'GET /api/v1/security/roles/related/:column': { expect: '0 f f f u', params: () => ({ column: 'none' }) },
  'GET /api/v1/security/roles/distinct/:column': { expect: '0 f f f u', params: () => ({ column: 'none' }) },
  'GET /api/v1/security/roles/search/': { expect: admins },
  'GET /api/v1/security/roles/:id': { expect: admins, params: () => ({ id: 1 }) },
  'GET /api/v1/security/roles/:id/permissions/': { expect: admins, params: () => ({ id: 1 }) },
  'GET /api/v1/security/permissions-resources/': { expect: admins },
  'GET /api/v1/security/permissions/': { expect: admins },
  'GET /api/v1/security/resources/': { expect: admins },
  'GET /api/v1/menu/': { expect: signedIn },
  'GET /api/v1/search/': { expect: signedIn, query: () => 'text=a' },
  ...trash('chart'),
  ...trash('dashboard'),
  'POST /api/v1/security/roles/': { expect: admins, body: () => ({}) },
  'PUT /api/v1/security/roles/:id': { expect: admins, params: () => ({ id: 1 }), body: () => ({ name: 'Admin' }) },
  'PUT /api/v1/security/roles/:id/users': { expect: admins, params: () => ({ id: 1 }), body: () => ({}) },
  'POST /api/v1/security/roles/:id/permissions': { expect: admins, params: () => ({ id: 1 }), body: () => ({}) },
  'DELETE /api/v1/security/roles/:id': { expect: admins, params: () => ({ id: 1 }) },
  'DELETE /api/v1/security/roles/': { expect: admins, query: () => 'q=!(1)' },

  ...list('database', people, 'created_by'),
  ...distinct('database', '0 0 0 f u', 'none'),
  'GET /api/v1/database/available/': { expect: people },
  'POST /api/v1/database/test_connection/': { expect: admins, body: () => ({}) },
  'POST /api/v1/database/test_connection/steps/': { expect: admins, body: () => ({}) },
  'POST /api/v1/database/validate_parameters/': { expect: admins, body: () => ({}) },
  'GET /api/v1/database/:key': { expect: seeDatabase, kind: 'database' },
  'GET /api/v1/database/:id/connection': { expect: changeDatabase, kind: 'database' },
  'POST /api/v1/database/': { expect: admins, body: () => ({}) },
  'PUT /api/v1/database/:id': { expect: changeDatabase, kind: 'database', body: () => ({ cache_timeout: 1 }) },
  'DELETE /api/v1/database/:id': { expect: changeDatabase, kind: 'database' },
  'DELETE /api/v1/database/': { expect: changeDatabase, kind: 'database', query: bulk },
  'GET /api/v1/database/:id/schemas_access_for_file_upload/': { expect: seeDatabase, kind: 'database' },
  'POST /api/v1/database/:id/upload/': { expect: '+++ +++ fff fff uuu', kind: 'database' },
  'POST /api/v1/database/upload_metadata/': { expect: authors },
  'POST /api/v1/upload/': { expect: authors, body: () => ({ name: 'a.csv', size: 1 }) },
  'GET /api/v1/upload/:key': { expect: '0 0 f f u', params: noUpload },
  'PUT /api/v1/upload/:key/part/': { expect: '0 0 f f u', params: noUpload, query: () => 'offset=0', body: () => ({}) },
  'POST /api/v1/upload/:key/preview/': { expect: '0 0 f f u', params: noUpload, body: () => ({}) },
  'POST /api/v1/upload/:key/dataset/': { expect: '0 0 f f u', params: noUpload, body: () => ({}) },
  'DELETE /api/v1/upload/:key': { expect: authors, params: noUpload },
  'GET /api/v1/database/:id/related_objects/': { expect: seeDatabase, kind: 'database' },
  ...Object.fromEntries(
    ['catalogs', 'schemas', 'tables', 'table_metadata', 'table_metadata/extra', 'function_names'].map((name) => [
      `GET /api/v1/database/:id/${name}/`,
      { expect: seeDatabase, kind: 'database', query: () => 'name=t&q=(schema_name:main)' },
    ]),
  ),
  ...Object.fromEntries(
    ['table/:table/:schema', 'table_extra/:table/:schema', 'select_star/:table', 'select_star/:table/:schema'].map(
      (name) => [
        `GET /api/v1/database/:id/${name}/`,
        { expect: seeDatabase, kind: 'database', params: ({ id }: Target) => ({ id, table: 't', schema: 'main' }) },
      ],
    ),
  ),

  ...list('dataset', people, 'owners'),
  ...distinct('dataset', people, 'schema'),
  'GET /api/v1/dataset/:key': { expect: see, kind: 'dataset' },
  'GET /api/v1/dataset/:id/related_objects': { expect: see, kind: 'dataset' },
  'GET /api/v1/dataset/:id/drill_info/': { expect: see, kind: 'dataset' },
  'GET /tessera/fetch_datasource_metadata': {
    expect: see,
    kind: 'dataset',
    query: ({ id }) => `datasourceKey=${id}__table`,
  },
  'GET /datasource/external_metadata/:type/:id': {
    expect: see,
    kind: 'dataset',
    params: ({ id }) => ({ type: 'table', id }),
  },
  'POST /tessera/explore_json/': {
    expect: see,
    kind: 'dataset',
    body: ({ id }) => ({
      form_data: { viz_type: 'para', datasource: `${id}__table`, series: 'region', metrics: ['count'] },
    }),
  },
  'POST /datasource/samples': {
    expect: see,
    kind: 'dataset',
    query: ({ id }) => `datasource_type=table&datasource_id=${id}`,
    body: () => ({}),
  },
  'GET /api/v1/datasource/:type/:id/column/:name/values/': {
    expect: see,
    kind: 'dataset',
    params: ({ id }) => ({ type: 'table', id, name: 'region' }),
  },
  'POST /api/v1/dataset/preview/': { expect: authors, body: () => ({}) },
  'POST /api/v1/dataset/': { expect: authors, body: () => ({}) },
  'POST /api/v1/dataset/get_or_create/': { expect: authors, body: () => ({}) },
  'POST /api/v1/dataset/duplicate': {
    expect: '+++ +++ fff fff uuu',
    kind: 'dataset',
    body: ({ id, key }) => ({ base_model_id: id, table_name: `copy ${key}` }),
  },
  'PUT /api/v1/dataset/:id': { expect: changeAsAuthor, kind: 'dataset', body: () => ({ description: 'new' }) },
  'PUT /api/v1/dataset/:id/refresh': { expect: changeAsAuthor, kind: 'dataset' },
  'DELETE /api/v1/dataset/:id': { expect: changeAsAuthor, kind: 'dataset' },
  'DELETE /api/v1/dataset/': { expect: changeAsAuthor, kind: 'dataset', query: bulk },
  'DELETE /api/v1/dataset/:id/column/:partId': {
    expect: changeAsAuthor,
    kind: 'dataset',
    params: ({ id, columnId }) => ({ id, partId: columnId }),
  },
  'DELETE /api/v1/dataset/:id/metric/:partId': {
    expect: changeAsAuthor,
    kind: 'dataset',
    params: ({ id, metricId }) => ({ id, partId: metricId }),
  },

  ...list('chart', people, 'owners'),
  ...distinct('chart', people, 'viz_type'),
  'GET /api/v1/chart/favorite_status/': { expect: people, query: () => 'q=!(1)' },
  'GET /api/v1/chart/:key': { expect: see, kind: 'chart' },
  'GET /api/v1/chart/:id/data/': { expect: see, kind: 'chart' },
  'GET /api/v1/chart/:id/thumbnail/:digest/': {
    expect: see,
    kind: 'chart',
    params: ({ id }) => ({ id, digest: 'old' }),
  },
  'GET /api/v1/chart/:id/screenshot/:digest/': {
    expect: see,
    kind: 'chart',
    params: ({ id }) => ({ id, digest: 'old' }),
  },
  'GET /api/v1/chart/:id/cache_screenshot/': { expect: see, kind: 'chart' },
  'GET /api/v1/queue/': { expect: people },
  'POST /api/v1/chart/data': {
    expect: see,
    kind: 'dataset',
    body: ({ id }) => ({ datasource: { id, type: 'table' }, queries: [{ columns: ['region'], metrics: ['count'] }] }),
  },
  'POST /api/v1/chart/data/annotation': {
    expect: see,
    kind: 'dataset',
    body: ({ id }) => ({ datasource: { id, type: 'table' }, queries: [{ columns: ['region'], metrics: ['count'] }] }),
  },
  'POST /api/v1/chart/data/batch': {
    expect: people,
    body: () => ({ requests: [{ id: 1, datasource: { id: 1, type: 'table' }, queries: [] }] }),
  },
  'PUT /api/v1/chart/warm_up_cache': { expect: see, kind: 'chart', body: ({ id }) => ({ chart_id: id }) },
  'PUT /api/v1/dataset/warm_up_cache': { expect: '0 0 0 f u', body: () => ({ db_name: 'none', table_name: 'none' }) },
  'POST /api/v1/datasource/:type/:id/validate_expression/': {
    expect: see,
    kind: 'dataset',
    params: ({ id }) => ({ type: 'table', id }),
    body: () => ({ expression: 'COUNT(*)', expression_type: 'metric' }),
  },
  'POST /api/v1/datasource/:type/:id/any_of/': {
    expect: see,
    kind: 'dataset',
    params: ({ id }) => ({ type: 'table', id }),
    body: () => ({ filters: ['EU', 'US'].map((val) => ({ col: 'region', op: '==', val })) }),
  },
  'POST /api/v1/chart/': { expect: people, body: () => ({}) },
  'PUT /api/v1/chart/:id': { expect: change, kind: 'chart', body: () => ({ description: 'new' }) },
  'DELETE /api/v1/chart/:id': { expect: change, kind: 'chart' },
  'DELETE /api/v1/chart/': { expect: change, kind: 'chart', query: bulk },
  'POST /api/v1/chart/:id/favorites/': { expect: see, kind: 'chart' },
  'DELETE /api/v1/chart/:id/favorites/': { expect: see, kind: 'chart' },

  ...list('dashboard', people, 'owners'),
  ...distinct('dashboard', '0 0 0 f u', 'none'),
  'GET /api/v1/dashboard/favorite_status/': { expect: people, query: () => 'q=!(1)' },
  // The same for dashboards that are there, are not, or are not to be known of.
  'POST /api/v1/dashboard/:key/access_request': { expect: '+++ +++ +++ fff uuu', kind: 'dashboard' },
  'GET /api/v1/dashboard/access_requests/': { expect: people },
  'PUT /api/v1/dashboard/access_requests/:id': {
    expect: '0 0 0 f u',
    params: () => ({ id: 2_000_000_000 }),
    body: () => ({ decision: 'dismissed' }),
  },
  'GET /api/v1/dashboard/:key': { expect: seeDashboard, kind: 'dashboard' },
  'GET /api/v1/dashboard/:key/charts': { expect: seeDashboard, kind: 'dashboard' },
  'GET /api/v1/dashboard/:key/datasets': { expect: seeDashboard, kind: 'dashboard' },
  'POST /api/v1/dashboard/': { expect: people, body: () => ({ dashboard_title: 1 }) },
  'POST /api/v1/dashboard/:key/copy/': {
    expect: seeDashboard,
    kind: 'dashboard',
    body: () => ({ dashboard_title: 'Copy', json_metadata: '{}' }),
  },
  'PUT /api/v1/dashboard/:key': { expect: changeDashboard, kind: 'dashboard', body: () => ({ description: 'new' }) },
  'PUT /api/v1/dashboard/:key/filters': { expect: changeDashboard, kind: 'dashboard', body: () => ({}) },
  'PUT /api/v1/dashboard/:key/colors': { expect: changeDashboard, kind: 'dashboard', body: () => ({}) },
  'DELETE /api/v1/dashboard/:id': { expect: changeDashboard, kind: 'dashboard' },
  'DELETE /api/v1/dashboard/': { expect: changeDashboard, kind: 'dashboard', query: bulk },
  'GET /api/v1/dashboard/:key/embedded': { expect: '000 000 000 fff uuu', kind: 'dashboard' },
  'POST /api/v1/dashboard/:key/embedded': {
    expect: changeDashboard,
    kind: 'dashboard',
    body: () => ({ allowed_domains: [] }),
  },
  'PUT /api/v1/dashboard/:key/embedded': {
    expect: changeDashboard,
    kind: 'dashboard',
    body: () => ({ allowed_domains: [] }),
  },
  'DELETE /api/v1/dashboard/:key/embedded': { expect: '000 0f0 0f0 fff uuu', kind: 'dashboard' },
  'GET /api/v1/embedded_dashboard/:uuid': {
    expect: '0 0 0 f u',
    params: () => ({ uuid: '5b1ad7f0-6f1e-4d55-9a55-1c0b7e1d2f10' }),
  },
  'POST /api/v1/security/guest_token/': {
    expect: admins,
    body: () => ({ resources: [{ type: 'dashboard', id: 'none' }], rls: [] }),
  },
  'POST /api/v1/dashboard/:key/favorites/': { expect: seeDashboard, kind: 'dashboard' },
  'DELETE /api/v1/dashboard/:key/favorites/': { expect: seeDashboard, kind: 'dashboard' },
  'POST /api/v1/dashboard/:key/permalink': { expect: seeDashboard, kind: 'dashboard', body: () => ({}) },
  'GET /api/v1/dashboard/permalink/:link': {
    expect: seeDashboard,
    kind: 'dashboard',
    before: ({ id }) => ({ url: `/api/v1/dashboard/${id}/permalink`, body: {} }),
    params: ({ key }) => ({ link: key }),
  },
  'POST /api/v1/dashboard/:key/filter_state': {
    expect: seeDashboard,
    kind: 'dashboard',
    body: () => ({ value: '{}' }),
  },
  'GET /api/v1/dashboard/:key/filter_state/:state': {
    expect: seeDashboard,
    kind: 'dashboard',
    before: ({ id }) => ({ url: `/api/v1/dashboard/${id}/filter_state`, body: { value: '{}' } }),
    params: ({ id, key }) => ({ key: id, state: key }),
  },
  'PUT /api/v1/dashboard/:key/filter_state/:state': {
    expect: '+++ ff0 ff0 fff uuu',
    kind: 'dashboard',
    before: ({ id }) => ({ url: `/api/v1/dashboard/${id}/filter_state`, body: { value: '{}' } }),
    params: ({ id, key }) => ({ key: id, state: key }),
    body: () => ({ value: '{"a":1}' }),
  },
  'DELETE /api/v1/dashboard/:key/filter_state/:state': {
    expect: '+++ ff0 ff0 fff uuu',
    kind: 'dashboard',
    before: ({ id }) => ({ url: `/api/v1/dashboard/${id}/filter_state`, body: { value: '{}' } }),
    params: ({ id, key }) => ({ key: id, state: key }),
  },

  'GET /api/v1/explore/': { expect: see, kind: 'chart', query: ({ id }) => `slice_id=${id}` },
  'POST /api/v1/explore/form_data': { expect: see, kind: 'dataset', body: dataset },
  'GET /api/v1/explore/form_data/:key': {
    expect: see,
    kind: 'dataset',
    before: (target) => ({ url: '/api/v1/explore/form_data', body: dataset(target) }),
    params: ({ key }) => ({ key }),
  },
  'PUT /api/v1/explore/form_data/:key': {
    expect: '+++ fff ff0 fff uuu',
    kind: 'dataset',
    before: (target) => ({ url: '/api/v1/explore/form_data', body: dataset(target) }),
    params: ({ key }) => ({ key }),
    body: dataset,
  },
  'DELETE /api/v1/explore/form_data/:key': {
    expect: '+++ fff ff0 fff uuu',
    kind: 'dataset',
    before: (target) => ({ url: '/api/v1/explore/form_data', body: dataset(target) }),
    params: ({ key }) => ({ key }),
  },
  'POST /api/v1/explore/permalink': {
    expect: see,
    kind: 'dataset',
    body: ({ id }) => ({ formData: { datasource: `${id}__table` } }),
  },
  'GET /api/v1/explore/permalink/:key': {
    expect: see,
    kind: 'dataset',
    before: ({ id }) => ({ url: '/api/v1/explore/permalink', body: { formData: { datasource: `${id}__table` } } }),
    params: ({ key }) => ({ key }),
  },

  ...list('rowlevelsecurity', admins, 'tables'),
  ...distinct('rowlevelsecurity', '0 f f f u', 'none'),
  'GET /api/v1/rowlevelsecurity/:id': { expect: '0 f f f u', params: () => ({ id: 2_000_000 }) },
  'POST /api/v1/rowlevelsecurity/': { expect: admins, body: () => ({}) },
  'PUT /api/v1/rowlevelsecurity/:id': { expect: '0 f f f u', params: () => ({ id: 2_000_000 }), body: () => ({}) },
  'DELETE /api/v1/rowlevelsecurity/:id': { expect: '0 f f f u', params: () => ({ id: 2_000_000 }) },
  'DELETE /api/v1/rowlevelsecurity/': { expect: '0 f f f u', query: () => 'q=!(2000000)' },

  ...list('tag', people, 'created_by'),
  ...distinct('tag', '0 0 0 f u', 'none'),
  'GET /api/v1/tag/:id': { expect: '0 0 0 f u', params: () => ({ id: 2_000_000 }) },
  'POST /api/v1/tag/': { expect: people, body: () => ({}) },
  'PUT /api/v1/tag/:id': { expect: '0 0 0 f u', params: () => ({ id: 2_000_000 }), body: () => ({}) },
  'DELETE /api/v1/tag/:id': { expect: '0 0 0 f u', params: () => ({ id: 2_000_000 }) },
  'DELETE /api/v1/tag/': { expect: '0 0 0 f u', query: () => "q=!('no such tag')" },
  'POST /api/v1/tag/bulk_create': { expect: people, body: () => ({}) },
  'GET /api/v1/tag/get_objects/': { expect: people, query: () => 'tags=a' },
  'GET /api/v1/tag/favorite_status/': { expect: people, query: () => 'q=!(1)' },
  'POST /api/v1/tag/:id/favorites/': { expect: '0 0 0 f u', params: () => ({ id: 2_000_000 }) },
  'DELETE /api/v1/tag/:id/favorites/': { expect: '0 0 0 f u', params: () => ({ id: 2_000_000 }) },
  'POST /api/v1/tag/:type/:object/': {
    expect: change,
    kind: 'chart',
    params: ({ id }) => ({ type: 2, object: id }),
    body: () => ({ properties: { tags: ['access'] } }),
  },
  'DELETE /api/v1/tag/:type/:object/:tag/': {
    expect: '000 0f0 0f0 fff uuu',
    kind: 'dashboard',
    params: ({ id }) => ({ type: 3, object: id, tag: 'no such tag' }),
  },

  ...list('annotation_layer', people, 'created_by'),
  ...distinct('annotation_layer', '0 0 0 f u', 'none'),
  'GET /api/v1/annotation_layer/:id': { expect: '0 0 0 f u', params: () => ({ id: 2_000_000 }) },
  'POST /api/v1/annotation_layer/': { expect: authors, body: () => ({}) },
  'PUT /api/v1/annotation_layer/:id': { expect: '0 0 f f u', params: () => ({ id: 2_000_000 }), body: () => ({}) },
  'DELETE /api/v1/annotation_layer/:id': { expect: '0 0 f f u', params: () => ({ id: 2_000_000 }) },
  'DELETE /api/v1/annotation_layer/': { expect: '0 0 f f u', query: () => 'q=!(2000000)' },
  'GET /api/v1/annotation_layer/:id/annotation/': { expect: people, params: () => ({ id: 2_000_000 }) },
  'POST /api/v1/annotation_layer/:id/annotation/': {
    expect: '0 0 f f u',
    params: () => ({ id: 2_000_000 }),
    body: () => ({ short_descr: 'x', start_dttm: '2026-01-01' }),
  },
  'DELETE /api/v1/annotation_layer/:id/annotation/': {
    expect: '0 0 f f u',
    params: () => ({ id: 2_000_000 }),
    query: () => 'q=!(2000000)',
  },
  'GET /api/v1/annotation_layer/:id/annotation/:annotationId': {
    expect: '0 0 0 f u',
    params: () => ({ id: 2_000_000, annotationId: 1 }),
  },
  'PUT /api/v1/annotation_layer/:id/annotation/:annotationId': {
    expect: '0 0 f f u',
    params: () => ({ id: 2_000_000, annotationId: 1 }),
    body: () => ({}),
  },
  'DELETE /api/v1/annotation_layer/:id/annotation/:annotationId': {
    expect: '0 0 f f u',
    params: () => ({ id: 2_000_000, annotationId: 1 }),
  },

  'GET /api/v1/async_event/': { expect: people },
  'DELETE /api/v1/async_event/:job_id': {
    expect: '0 0 0 f u',
    params: () => ({ job_id: '5b1ad7f0-6f1e-4d55-9a55-1c0b7e1d2f10' }),
  },
  'GET /api/v1/chart/data/:cache_key': {
    expect: '0 0 0 f u',
    params: () => ({ cache_key: '5b1ad7f0-6f1e-4d55-9a55-1c0b7e1d2f10' }),
  },
  'GET /tessera/explore_json/data/:cache_key': {
    expect: '0 0 0 f u',
    params: () => ({ cache_key: '5b1ad7f0-6f1e-4d55-9a55-1c0b7e1d2f10' }),
  },

  'GET /api/v1/time_range/': { expect: signedIn, query: () => "q='Last week'" },
  'POST /tessera/log/': { expect: signedIn, body: () => ({}) },
  'GET /api/v1/log/recent_activity/': { expect: signedIn },
  ...list('query', admins, 'user'),
  ...distinct('query', admins, 'status'),
  'GET /api/v1/query/:id': { expect: '0 f f f u', params: () => ({ id: 2_000_000 }) },
  ...list('log', admins, 'user'),
  ...distinct('log', admins, 'action'),
  'GET /api/v1/log/:id': { expect: '0 f f f u', params: () => ({ id: 2_000_000 }) },
};
