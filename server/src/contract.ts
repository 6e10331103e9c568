/**
 * Types that the browser shares with the server. Types only: the web app imports this file with `import type`.
 * Every schema.ts of a resource is listed with all shapes of its requests and answers.
 */
export type { ErrorCode } from '@tessera/core/errors/app-error';
export type { AccessDecision, AccessRequestItem } from './resources/access-requests/schema.ts';
export type {
  Annotation,
  AnnotationItem,
  AnnotationParams,
  AnnotationPost,
  AnnotationPut,
  AnnotationSaved,
  Layer,
  LayerItem,
  LayerPost,
  LayerPut,
  LayerSaved,
} from './resources/annotation-layers/schema.ts';
export type { CancelledBody, EventsBody, EventsQuery, JobBody, JobParams } from './resources/async-events/schema.ts';
export type { BatchBody, DataQuery, DatasetKind, ExpressionBody, SamplesQuery } from './resources/chart-data/schema.ts';
export type { ChartItem, ChartPost, ChartPut, PersonShape } from './resources/charts/schema.ts';
export type {
  DashboardColors,
  DashboardCopy,
  DashboardItem,
  DashboardPost,
  DashboardPut,
  FilterChanges,
} from './resources/dashboards/schema.ts';
export type {
  AvailableEngines,
  ConnectionTrial,
  DatabaseConnection,
  DatabaseItem,
  DatabasePost,
  DatabasePut,
} from './resources/databases/schema.ts';
export type {
  ColumnPut,
  DatasetItem,
  DatasetPart,
  DatasetPost,
  DatasetPut,
  Duplicate,
  GetOrCreate,
  MetricPut,
} from './resources/datasets/schema.ts';
export type { ExplorePermalinkBody, ExploreQuery, FormDataBody } from './resources/explore/schema.ts';
export type { LogEvent, LogQuery } from './resources/log/schema.ts';
export type { Me, MeBody, MePut, MeRolesBody } from './resources/me/schema.ts';
export type {
  NameList,
  PairList,
  Role,
  RoleItem,
  RolePairs,
  RolePairsSaved,
  RolePermissionsPost,
  RolePost,
  RoleSearch,
  RoleUsersPut,
  RoleUsersSaved,
} from './resources/roles/schema.ts';
export type { Rule, RuleItem, RulePost, RulePut, RuleSaved } from './resources/row-level-security/schema.ts';
export type {
  CsrfBody,
  LoginBody,
  NextQuery,
  SignInBody,
  SignedInBody,
  TokensBody,
} from './resources/security/schema.ts';
export type { SetupBody, SetupOpenBody, SetupPost } from './resources/setup/schema.ts';
export type { User, UserItem, UserPost, UserPut, UserSaved } from './resources/users/schema.ts';
export type { DashboardDataset } from './resources/dashboards/datasets.ts';
