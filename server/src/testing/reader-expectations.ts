/** What a request of the table is made of: a chart on a dashboard, its dataset and its queries. */
export type ReaderTarget = {
  readonly chartId: number;
  readonly dashboardId: number;
  readonly datasetId: number;
  readonly uuid: string;
  readonly queries: readonly unknown[];
  /** A chart of an older type on the same dashboard. */
  readonly legacyId: number;
  readonly legacyForm: Readonly<Record<string, unknown>>;
};

export type ReaderCase = {
  /**
   * Two groups, of a reader by role and of a guest, with three marks each: a dashboard that opens to them, the same as
   * a draft, and one that opens to others. The marks are those of the other table.
   */
  readonly expect: string;
  readonly params?: (target: ReaderTarget) => Readonly<Record<string, string | number>>;
  readonly query?: (target: ReaderTarget) => string;
  readonly body?: (target: ReaderTarget) => unknown;
};

/** Whoever sees the dashboard goes ahead. */
const sees = '+00 +00';
const anybody = '+++ +++';
/** What takes an account. */
const accounts = '+++ fff';
const nothing = '000 000';
const dashboardKey = ({ dashboardId }: ReaderTarget) => ({ key: dashboardId });
const place = ({ chartId, dashboardId }: ReaderTarget) => ({ slice_id: chartId, dashboardId });
const data = (target: ReaderTarget) => ({
  datasource: { id: target.datasetId, type: 'table' },
  queries: target.queries,
  form_data: place(target),
});
const legacy = (target: ReaderTarget) => ({
  form_data: {
    ...target.legacyForm,
    slice_id: target.legacyId,
    dashboardId: target.dashboardId,
    datasource: `${target.datasetId}__table`,
  },
});
const lists = (kind: 'chart' | 'dashboard', column: string): Readonly<Record<string, ReaderCase>> => ({
  [`GET /api/v1/${kind}/`]: { expect: anybody },
  [`GET /api/v1/${kind}/_info`]: { expect: anybody },
  [`GET /api/v1/${kind}/related/:column`]: { expect: anybody, params: () => ({ column: 'owners' }) },
  [`GET /api/v1/${kind}/distinct/:column`]: {
    expect: column === 'none' ? nothing : anybody,
    params: () => ({ column }),
  },
  [`GET /api/v1/${kind}/favorite_status/`]: { expect: anybody, query: () => 'q=!(1)' },
});

/**
 * Every route that a reader by role (`can_read Chart`, `can_read Dashboard`, and nothing else) or a guest may come to.
 * Whatever is not here they are refused by its permission.
 */
export const readerExpectations: Readonly<Record<string, ReaderCase>> = {
  'GET /api/v1/me/': { expect: anybody },
  'GET /api/v1/me/roles/': { expect: anybody },
  'GET /api/v1/time_range/': { expect: anybody, query: () => "q='Last week'" },
  'PUT /api/v1/me/': { expect: accounts, body: () => ({}) },
  'GET /api/v1/menu/': { expect: accounts },
  'GET /api/v1/search/': { expect: accounts, query: () => 'text=a' },
  'POST /tessera/log/': { expect: accounts, body: () => ({}) },
  'GET /api/v1/log/recent_activity/': { expect: accounts },

  // Connections are for administrators; the service says so.
  ...Object.fromEntries(
    ['test_connection', 'test_connection/steps', 'validate_parameters'].map((name): [string, ReaderCase] => [
      `POST /api/v1/database/${name}/`,
      { expect: 'fff fff', body: () => ({}) },
    ]),
  ),

  ...lists('chart', 'viz_type'),
  ...lists('dashboard', 'none'),
  'GET /api/v1/chart/:key': { expect: sees, params: ({ chartId }) => ({ key: chartId }) },
  'GET /api/v1/chart/:id/thumbnail/:digest/': {
    expect: sees,
    params: ({ chartId }) => ({ id: chartId, digest: 'old' }),
  },
  'GET /api/v1/chart/:id/screenshot/:digest/': {
    expect: sees,
    params: ({ chartId }) => ({ id: chartId, digest: 'old' }),
  },
  'GET /api/v1/chart/:id/cache_screenshot/': { expect: sees, params: ({ chartId }) => ({ id: chartId }) },
  'GET /api/v1/chart/:id/data/': { expect: sees, params: ({ chartId }) => ({ id: chartId }) },
  'POST /api/v1/chart/data': { expect: sees, body: data },
  'POST /api/v1/chart/data/annotation': { expect: sees, body: data },
  'POST /api/v1/chart/data/batch': {
    expect: anybody,
    body: (target) => ({ requests: [{ id: 1, ...data(target) }] }),
  },
  'POST /api/v1/chart/data/prepare': {
    expect: sees,
    body: (target) => ({ requests: [data(target)], coming: [[{ col: 'region', op: '==', val: 'EU' }]] }),
  },
  'POST /api/v1/chart/data/stop': { expect: anybody, body: () => ({ asks: ['one'] }) },
  'POST /tessera/explore_json/': { expect: sees, body: legacy },
  'PUT /api/v1/chart/warm_up_cache': { expect: sees, body: ({ chartId }) => ({ chart_id: chartId }) },
  'POST /api/v1/chart/:id/favorites/': { expect: '+00 f00', params: ({ chartId }) => ({ id: chartId }) },
  'DELETE /api/v1/chart/:id/favorites/': { expect: '+00 f00', params: ({ chartId }) => ({ id: chartId }) },
  'GET /api/v1/datasource/:type/:id/column/:name/values/': {
    expect: sees,
    params: ({ datasetId }) => ({ type: 'table', id: datasetId, name: 'region' }),
    query: ({ dashboardId }) => `dashboard_id=${dashboardId}`,
  },
  'GET /api/v1/queue/': { expect: anybody },
  'GET /api/v1/folder/': { expect: anybody },
  'GET /api/v1/folder/:id': { expect: nothing, params: () => ({ id: 2_000_000_000 }) },
  'GET /api/v1/async_event/': { expect: '+++ uuu' },
  'DELETE /api/v1/async_event/:job_id': { expect: nothing, params: () => ({ job_id: crypto.randomUUID() }) },
  'GET /api/v1/chart/data/:cache_key': { expect: nothing, params: () => ({ cache_key: crypto.randomUUID() }) },
  'GET /tessera/explore_json/data/:cache_key': { expect: nothing, params: () => ({ cache_key: crypto.randomUUID() }) },

  'GET /api/v1/dashboard/:key': { expect: sees, params: dashboardKey },
  'GET /api/v1/dashboard/:key/charts': { expect: sees, params: dashboardKey },
  'GET /api/v1/dashboard/:key/datasets': { expect: sees, params: dashboardKey },
  'GET /api/v1/dashboard/:key/tabs': { expect: sees, params: dashboardKey },
  'GET /api/v1/dashboard/:id/thumbnail/:digest/': {
    expect: sees,
    params: ({ dashboardId }) => ({ id: dashboardId, digest: 'old' }),
  },
  'GET /api/v1/dashboard/:id/screenshot/:digest/': {
    expect: nothing,
    params: ({ dashboardId }) => ({ id: dashboardId, digest: 'old' }),
  },
  'POST /api/v1/dashboard/:id/cache_dashboard_screenshot/': {
    expect: sees,
    params: ({ dashboardId }) => ({ id: dashboardId }),
    body: () => ({}),
  },
  'GET /api/v1/dashboard/:key/embedded': { expect: '+00 +00', params: dashboardKey },
  'GET /api/v1/embedded_dashboard/:uuid': { expect: sees, params: ({ uuid }) => ({ uuid }) },
  'POST /api/v1/dashboard/:key/access_request': { expect: '+++ fff', params: dashboardKey },
  'GET /api/v1/comment/mentions': { expect: '+++ fff' },
  'POST /api/v1/comment/mentions/seen': { expect: '+++ fff', body: () => ({ ids: [] }) },
  'GET /api/v1/dashboard/:key/comments': { expect: '+00 f00', params: dashboardKey },
  'POST /api/v1/dashboard/:key/comments': { expect: '+00 f00', params: dashboardKey, body: () => ({ text: 'Why?' }) },
  'GET /api/v1/dashboard/:key/comments/people': { expect: '+00 f00', params: dashboardKey },
  'PUT /api/v1/dashboard/:key/comments/:comment': {
    expect: '000 f00',
    params: ({ dashboardId }) => ({ key: dashboardId, comment: 2_000_000 }),
    body: () => ({ resolved: true }),
  },
  'DELETE /api/v1/dashboard/:key/comments/:comment': {
    expect: '000 f00',
    params: ({ dashboardId }) => ({ key: dashboardId, comment: 2_000_000 }),
  },
  'GET /api/v1/dashboard/:key/filter_presets': { expect: '+00 f00', params: dashboardKey },
  'PUT /api/v1/dashboard/:key/filter_presets': {
    expect: '+00 f00',
    params: dashboardKey,
    body: () => ({ presets: [] }),
  },
  'POST /api/v1/dashboard/:key/favorites/': { expect: '+00 f00', params: dashboardKey },
  'DELETE /api/v1/dashboard/:key/favorites/': { expect: '+00 f00', params: dashboardKey },
  'POST /api/v1/dashboard/:key/permalink': { expect: sees, params: dashboardKey, body: () => ({}) },
  'GET /api/v1/dashboard/permalink/:link': { expect: nothing, params: () => ({ link: 'none' }) },
  'POST /api/v1/dashboard/:key/filter_state': { expect: sees, params: dashboardKey, body: () => ({ value: '{}' }) },
  ...Object.fromEntries(
    (['GET', 'PUT', 'DELETE'] as const).map((method): [string, ReaderCase] => [
      `${method} /api/v1/dashboard/:key/filter_state/:state`,
      {
        expect: nothing,
        params: ({ dashboardId }) => ({ key: dashboardId, state: 'none' }),
        ...(method === 'PUT' && { body: () => ({ value: '{}' }) }),
      },
    ]),
  ),
};
