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
export type {
  CancelledBody,
  EventsBody,
  EventsQuery,
  JobBody,
  JobEvent,
  JobParams,
} from './resources/async-events/schema.ts';
export type {
  AnnotationsBody,
  BatchBody,
  Complaints,
  DataQuery,
  DatasourceKind,
  AnyOfAnswer,
  AnyOfBody,
  ExpressionBody,
  SamplesBody,
  SamplesQuery,
  Prepared,
  Stopped,
  ValuesBody,
} from './resources/chart-data/schema.ts';
export type {
  ChartAudienceBody,
  ChartItem,
  ChartPost,
  ChartPut,
  ChartRow,
  ChartSeenBody,
  UserShape,
} from './resources/charts/schema.ts';
export type {
  Comment,
  CommentParams,
  CommentPost,
  CommentPut,
  Comments,
  CommentSaved,
  Mention,
  Mentioned,
  MentionableUsers,
  MentionsSeen,
  UserSearch,
} from './resources/comments/schema.ts';
export type {
  EditorTable,
  MigrateQuery,
  QueryEditor,
  TabConflict,
  TableExpanded,
  TableIsExpanded,
  TableMade,
  TablePost,
  TabMade,
  TabPost,
  TabState,
  TabTable,
  TabUpdate,
} from './resources/editor-tabs/schema.ts';
export type {
  DraftBody,
  DraftPut,
  EditorRow,
  FilterPreset,
  FilterPresets,
} from './resources/dashboards/desk-schema.ts';
export type {
  CssTemplate,
  CssTemplateItem,
  CssTemplatePost,
  CssTemplatePut,
  CssTemplateSaved,
} from './resources/css-templates/schema.ts';
export type {
  DashboardColors,
  DashboardCopied,
  DashboardCopy,
  DashboardItem,
  DashboardLinkBody,
  DashboardPost,
  DashboardPut,
  DashboardRow,
  DashboardSaved,
  DashboardTab,
  DashboardTabs,
  AudienceBody,
  SeenByBody,
  VersionBody,
  VersionRow,
  FilterChanges,
  PermalinkState,
} from './resources/dashboards/schema.ts';
export type { Folder, FolderItem, FolderPost, FolderPut, Folders } from './resources/folders/schema.ts';
export type {
  AvailableEngines,
  ConnectionTestLine,
  ConnectionDryRun,
  DatabaseConnection,
  DatabaseItem,
  DatabasePost,
  DatabasePut,
  DatabaseRow,
  FoundTables,
  FunctionNames,
  RelatedBody,
  SchemaNames,
  TableExtra,
  TableColumns,
  TableColumnsBody,
  TableMetadata,
  TableNames,
} from './resources/databases/schema.ts';
export type {
  ColumnChanges,
  ColumnPut,
  DatasetItem,
  DatasetPart,
  DatasetPost,
  DatasetPreview,
  DatasetPut,
  DatasetRefreshed,
  DatasetRow,
  DrillInfoBody,
  Duplicate,
  GetOrCreate,
  MetricPut,
  SourceColumnsBody,
} from './resources/datasets/schema.ts';
export type {
  PublishBody,
  PublishedBody,
  UploadColumn,
  UploadFault,
  UploadLine,
  UploadOptions,
  UploadPost,
  UploadPreview,
  UploadState,
} from './resources/uploads/schema.ts';
export type { EmbeddingBody, EmbeddingItem, GuestTokenBody } from './resources/embedding/schema.ts';
export type { ExplorePermalinkBody, ExploreQuery, ExploreStartBody, FormDataBody } from './resources/explore/schema.ts';
export type { LogEvent, LogQuery, LogRow, PageEvent, RecentActivity } from './resources/log/schema.ts';
export type { Me, MeBody, MePut, MeRolesBody, MeWithRoles } from './resources/me/schema.ts';
export type {
  LimitingFactor,
  Query,
  QueryError,
  QueryItem,
  QueryRow,
  QueryState,
  QueryStatement,
  StopBody,
  Stopped as StoppedQuery,
  UpdatedQueries,
} from './resources/queries/schema.ts';
export type { ProfileAnswer, ValidateAnswer, ValidateBody } from './resources/sql-tools/schema.ts';
export type { SqlSnippet, SqlSnippets } from './resources/sql-snippets/schema.ts';
export type { PinnedTable, PinnedTables } from './resources/pinned-tables/schema.ts';
export type { LoggedQuery } from './resources/query-log/schema.ts';
export type { DatabaseQueue, QueuesBody } from './resources/queue/schema.ts';
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
export type { Finding, FindingsBody, SearchQuery } from './resources/search/schema.ts';
export type {
  SavedQuery,
  SavedQueryItem,
  SavedQueryPost,
  SavedQueryPut,
  SavedQueryRestored,
  SavedQueryRow,
  SavedQueryText,
  SavedQueryVersion,
  SavedQueryVersions,
} from './resources/saved-queries/schema.ts';
export type { EditorDatabase, EditorStart, RequestedQuery, SqlLink } from './resources/sql-lab-links/schema.ts';
export type { ResultQueryBody } from './resources/result-queries/schema.ts';
export type { RestoredBody, TrashedRow, TrashIds } from './resources/trash/schema.ts';
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
export type {
  ObjectsQuery,
  Tag,
  TagBulk,
  TagBulkBody,
  TaggedObject,
  TaggedObjects,
  TagItem,
  TagNames,
  TagPost,
  TagPut,
  TagSaved,
} from './resources/tags/schema.ts';
export type { TagRef } from './resources/tagged/tag-ref.ts';
export type { User, UserItem, UserPost, UserPut, UserSaved } from './resources/users/schema.ts';
export type { DashboardDataset } from './resources/dashboards/datasets.ts';
export type { NamedDataset } from './resources/dashboards/named-datasets.ts';
export type { FavoriteStatus, KeyBody, LinkBody, Result, SavedBody } from './resources/item-shapes.ts';
export type { ListAnswer } from './http/list-answer.ts';
export type { ChoicesBody, MessageBody } from './http/list-resource.ts';
export type { ExplainedEstimate, ExplainedFilter, Explanation } from './chart-data/edge/explain.ts';
export type { FilterStateValue } from './resources/dashboards/sharing.ts';
export type {
  AsyncAnswer,
  CellQuestion,
  CutCell,
  ExecuteAnswer,
  ExecuteBody,
  ExportFormat,
  ExportParams,
  ExportQuery,
  ExportStreamingBody,
  PreviewAnswer,
  PreviewBody,
  ResultColumn,
  ResultHead,
  ResultsQuestion,
  ResultTail,
  RunLine,
  RunProgress,
} from './resources/sql-lab/schema.ts';
export type { ExtractBody, ExtractItem, ExtractPut, Schedule as ExtractSchedule } from './resources/extracts/schema.ts';
