import type { QueryContext } from '@tessera/core/query-object';
import type { Principal } from '../../principal.ts';
import type { ResolvedDataset } from '../dataset.ts';

/** How a principal came to a dataset: by its own right, or through a chart or a filter of a dashboard. */
export type AccessPath =
  | { readonly kind: 'own' }
  | { readonly kind: 'dashboard'; readonly dashboardId: number; readonly chartId: number }
  | { readonly kind: 'dashboard_filter'; readonly dashboardId: number; readonly filterId: string };

/** As much of a request for data as decides about access. */
export type AccessRequest = {
  readonly principal: Principal;
  readonly context: QueryContext;
  /** What the address of the request says, by name: templates read it. */
  readonly addressed?: Readonly<Record<string, string>>;
  /** The path that it was authorised by; undefined before. */
  readonly path?: AccessPath;
  /**
   * A query that is no dataset yet, with its columns: made on the server for a principal who may make a dataset of it.
   */
  readonly unsaved?: ResolvedDataset;
  /** Its queries were made on the server from this saved chart, which stands on the dashboard of the request. */
  readonly madeFrom?: { readonly chartId: number; readonly dashboardId: number };
};

/** What a dashboard opens: the path, and the request as far as the client has a say in it. */
export type Opened = { readonly path: AccessPath; readonly context: QueryContext };

/**
 * The way to a dataset through a dashboard that the request names; `null` where no dashboard opens it to the principal.
 * @throws AppError dashboard_query_denied for a query that asks for more than the dashboard shows
 */
export type ThroughDashboard = (request: AccessRequest, dataset: ResolvedDataset) => Promise<Opened | null>;
