import { distinct, list, type RouteCase } from './access-cases.ts';

/** A tab belongs to its user alone; Gamma has no SQL editor. */
const ownTab = '+00 +00 fff fff uuu';
/** Who may use the SQL editor. */
const editors = '+ + f f u';

/** Routes of the SQL editor. */
export const sqlExpectations: Readonly<Record<string, RouteCase>> = {
  'POST /api/v1/sqllab/execute/': { expect: editors, body: () => ({}) },
  'GET /api/v1/sqllab/results/': { expect: editors },
  'GET /api/v1/sqllab/results/cell': { expect: editors },
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
};
