/**
 * Types that the browser shares with the server. Types only: the web app imports this file with `import type`.
 * A resource exports its wire shapes from its schema.ts and lists them here.
 */
export type { ErrorCode } from '@tessera/core/errors/app-error';
export type { ChartItem } from './resources/charts/schema.ts';
export type { DashboardItem } from './resources/dashboards/schema.ts';
export type { Me } from './resources/me/schema.ts';
export type { Role } from './resources/roles/schema.ts';
export type { User } from './resources/users/schema.ts';
export type { AccessRequestItem } from './resources/access-requests/schema.ts';
export type { DashboardDataset } from './resources/dashboards/datasets.ts';
