import { authors, bulk, distinct, list, trash, type RouteCase, type Target } from './access-cases.ts';

/** A tab belongs to its user alone; Gamma has no SQL editor. */
const ownTab = '+00 +00 fff fff uuu';
/** Who may use the SQL editor. */
const editors = '+ + f f u';

/** A saved query that is shared is for those who may use its database. */
const seeQuery = '+++ ++0 fff fff uuu';
const changeQuery = '+++ +f0 fff fff uuu';
const noVersion = '000 0f0 fff fff uuu';

/** Alpha may use every database. */
const openDatabase = '+++ +++ fff fff uuu';
const link = ({ id, key }: Target) => ({ dbId: id, name: 'Link', sql: `SELECT ${key}` });

/** Routes of the SQL editor. */
export const sqlExpectations: Readonly<Record<string, RouteCase>> = {
  'GET /api/v1/database/:id/pinned_tables/': { expect: '+++ +++ fff fff uuu', kind: 'database' },
  'PUT /api/v1/database/:id/pinned_tables/': {
    expect: '+++ +++ fff fff uuu',
    kind: 'database',
    body: () => ({ tables: [] }),
  },
  'GET /api/v1/sqllab/snippets/': { expect: editors },
  'PUT /api/v1/sqllab/snippets/': { expect: editors, body: () => ({ snippets: [] }) },
  'POST /api/v1/sqllab/execute/': { expect: editors, body: () => ({}) },
  'GET /api/v1/sqllab/results/': { expect: editors },
  'GET /api/v1/sqllab/results/cell': { expect: editors },
  'GET /api/v1/sqllab/export/:client_id/': { expect: '0 0 f f u', params: () => ({ client_id: 'none' }) },
  'POST /api/v1/sqllab/estimate/': { expect: editors, body: () => ({}) },
  'POST /api/v1/sqllab/format_sql/': { expect: editors, body: () => ({}) },
  'POST /api/v1/database/:id/validate_sql/': { expect: editors, body: () => ({}) },
  'GET /api/v1/database/:id/column_profile/': { expect: editors },
  'POST /api/v1/sqllab/preview/': { expect: editors, body: () => ({}) },
  'POST /api/v1/sqllab/export_streaming/': { expect: editors, body: () => ({}) },
  ...list('query', editors, 'user'),
  ...distinct('query', editors, 'status'),
  'GET /api/v1/query/updated_since': { expect: editors },
  'GET /api/v1/query/:id': { expect: '0 0 f f u', params: () => ({ id: 2_000_000 }) },
  'POST /api/v1/query/stop': { expect: '0 0 f f u', body: () => ({ client_id: 'none' }) },
  'POST /tabstateview/': { expect: editors, body: () => ({ queryEditor: {} }) },
  'GET /tabstateview/:id': { expect: ownTab, kind: 'tab' },
  'PUT /tabstateview/:id': { expect: ownTab, kind: 'tab', body: () => ({ sql: 'SELECT 2' }) },
  'DELETE /tabstateview/:id': { expect: ownTab, kind: 'tab' },
  'POST /tabstateview/:id/activate': { expect: ownTab, kind: 'tab' },
  'POST /tabstateview/:id/migrate_query': { expect: ownTab, kind: 'tab', body: () => ({ queryId: 'none' }) },
  'DELETE /tabstateview/:id/query/:query': {
    expect: ownTab,
    kind: 'tab',
    params: ({ id }) => ({ id, query: 'none' }),
  },
  'POST /tableschemaview/': {
    expect: ownTab,
    kind: 'tab',
    body: ({ id }) => ({ table: { queryEditorId: id, dbId: 1, name: 'sales' } }),
  },
  'POST /tableschemaview/:id/expanded': { expect: ownTab, kind: 'tab_table', body: () => ({ expanded: false }) },
  'DELETE /tableschemaview/:id': { expect: ownTab, kind: 'tab_table' },

  ...list('saved_query', authors, 'database'),
  ...distinct('saved_query', authors, 'folder'),
  'GET /api/v1/saved_query/favorite_status/': { expect: authors, query: () => 'q=!(1)' },
  'GET /api/v1/saved_query/:key': { expect: seeQuery, kind: 'saved_query' },
  'POST /api/v1/saved_query/': { expect: authors, body: () => ({}) },
  'PUT /api/v1/saved_query/:id': { expect: changeQuery, kind: 'saved_query', body: () => ({ label: 'new' }) },
  'DELETE /api/v1/saved_query/:id': { expect: changeQuery, kind: 'saved_query' },
  'DELETE /api/v1/saved_query/': { expect: changeQuery, kind: 'saved_query', query: bulk },
  'POST /api/v1/saved_query/:id/favorites/': { expect: seeQuery, kind: 'saved_query' },
  'DELETE /api/v1/saved_query/:id/favorites/': { expect: seeQuery, kind: 'saved_query' },
  'GET /api/v1/saved_query/:id/versions': { expect: changeQuery, kind: 'saved_query' },
  'GET /api/v1/saved_query/:id/versions/:version': {
    expect: noVersion,
    kind: 'saved_query',
    params: ({ id }) => ({ id, version: 2_000_000 }),
  },
  'POST /api/v1/saved_query/:id/versions/:version/restore': {
    expect: noVersion,
    kind: 'saved_query',
    params: ({ id }) => ({ id, version: 2_000_000 }),
  },
  'GET /api/v1/sqllab/': { expect: editors },
  'POST /api/v1/sqllab/permalink': { expect: openDatabase, kind: 'database', body: link },
  'GET /api/v1/sqllab/permalink/:key': {
    expect: openDatabase,
    kind: 'database',
    before: (target) => ({ url: '/api/v1/sqllab/permalink', body: link(target) }),
    params: ({ key }) => ({ key }),
  },
  // Nobody has a result of this name.
  'POST /api/v1/sqllab/results/query/': {
    expect: editors,
    body: () => ({ sources: [{ name: 'r', key: 'none' }], sql: 'SELECT 1' }),
  },
  ...trash('saved_query', '+ + f f u', '0 0 f f u'),
};
