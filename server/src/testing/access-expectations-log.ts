import { admins, distinct, list, signedIn, type RouteCase } from './access-cases.ts';

/** What was done and asked, and how time ranges are read. */
export const logExpectations: Readonly<Record<string, RouteCase>> = {
  'GET /api/v1/time_range/': { expect: signedIn, query: () => "q='Last week'" },
  'POST /tessera/log/': { expect: signedIn, body: () => ({}) },
  'GET /api/v1/log/recent_activity/': { expect: signedIn },
  ...list('querylog', admins, 'user'),
  ...distinct('querylog', admins, 'status'),
  'GET /api/v1/querylog/:id': { expect: '0 f f f u', params: () => ({ id: 2_000_000 }) },
  ...list('log', admins, 'user'),
  ...distinct('log', admins, 'action'),
  'GET /api/v1/log/:id': { expect: '0 f f f u', params: () => ({ id: 2_000_000 }) },
};
