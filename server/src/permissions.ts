/** Names that roles are made of ([6.0-01]). Scripts and exports know them, so they only grow. */
export const mainView = 'Tessera';

export const permissions = [
  'can_read',
  'can_write',
  'can_export',
  'can_explore',
  'can_csv',
  'can_share_chart',
  'can_share_dashboard',
  'can_view_query',
  'can_samples',
  'can_test_connection',
  'can_view_log',
  'can_grant_guest_token',
  'can_upload',
  'can_execute_sql_query',
  'can_estimate_query_cost',
  'can_export_csv',
] as const;
export type Permission = (typeof permissions)[number];

export const views = [
  mainView,
  'Chart',
  'Dashboard',
  'Dataset',
  'Database',
  'User',
  'Role',
  'Log',
  'Explore',
  'SavedQuery',
  'SQLLab',
  'Query',
  'RowLevelSecurity',
  'Annotation',
  'CssTemplate',
  'Tag',
  'SecurityRestApi',
] as const;
export type View = (typeof views)[number];

/**
 * What a route asks for before its handler runs. `public` needs nothing, `signed_in` any account, `identified` an
 * account or a guest.
 */
export type RoutePermission = 'public' | 'signed_in' | 'identified' | 'admin' | `${Permission} ${View}`;
