import type { App } from '../http/app-types.ts';
import { accessRequestRoutes } from '../resources/access-requests/routes.ts';
import { commentRoutes } from '../resources/comments/routes.ts';
import { cssTemplateRoutes } from '../resources/css-templates/routes.ts';
import { annotationLayerRoutes } from '../resources/annotation-layers/routes.ts';
import { asyncEventRoutes } from '../resources/async-events/routes.ts';
import { registerEventSocket } from '../resources/async-events/socket.ts';
import { registerTokenCookie } from '../resources/async-events/token-cookie.ts';
import { chartDataCallRoutes } from '../resources/chart-data/calls-routes.ts';
import { chartDataRoutes, samplesRoutes } from '../resources/chart-data/routes.ts';
import { chartList } from '../resources/charts/list.ts';
import { chartRoutes } from '../resources/charts/routes.ts';
import { dashboardList } from '../resources/dashboards/list.ts';
import { dashboardRoutes } from '../resources/dashboards/routes.ts';
import { audienceRoutes } from '../resources/dashboards/audience-routes.ts';
import { versionRoutes } from '../resources/dashboards/version-routes.ts';
import { dashboardDeskRoutes } from '../resources/dashboards/desk-routes.ts';
import { dashboardSharingRoutes } from '../resources/dashboards/sharing-routes.ts';
import { catalogRoutes } from '../resources/databases/catalog-routes.ts';
import { catalogSearchRoutes } from '../resources/databases/catalog-search-routes.ts';
import { databaseList } from '../resources/databases/list.ts';
import { databaseRoutes } from '../resources/databases/routes.ts';
import { datasetList } from '../resources/datasets/list.ts';
import { previewRoutes } from '../resources/datasets/preview-routes.ts';
import { datasetRoutes, datasourceRoutes } from '../resources/datasets/routes.ts';
import { folderRoutes } from '../resources/folders/routes.ts';
import { extractRoutes } from '../resources/extracts/routes.ts';
import { exploreJsonRoutes } from '../resources/explore-json/routes.ts';
import { embeddingRoutes } from '../resources/embedding/routes.ts';
import { exploreRoutes } from '../resources/explore/routes.ts';
import { logList } from '../resources/log/list.ts';
import { eventRoutes, logRoutes } from '../resources/log/routes.ts';
import { meRoutes } from '../resources/me/routes.ts';
import { menuRoutes } from '../resources/menu/routes.ts';
import { sqlSnippetRoutes } from '../resources/sql-snippets/routes.ts';
import { pinnedTableRoutes } from '../resources/pinned-tables/routes.ts';
import { queryList } from '../resources/queries/list.ts';
import { queryRoutes } from '../resources/queries/routes.ts';
import { queryLogRoutes } from '../resources/query-log/routes.ts';
import { queueRoutes } from '../resources/queue/routes.ts';
import { roleRoutes } from '../resources/roles/routes.ts';
import { rowLevelSecurityRoutes } from '../resources/row-level-security/routes.ts';
import { searchRoutes } from '../resources/search/routes.ts';
import { createSearchStore } from '../resources/search/store.ts';
import { securityRoutes, signInRoutes } from '../resources/security/routes.ts';
import { setupRoutes } from '../resources/setup/routes.ts';
import { sqlLabRoutes } from '../resources/sql-lab/routes.ts';
import { sqlToolRoutes } from '../resources/sql-tools/routes.ts';
import { tagRoutes } from '../resources/tags/routes.ts';
import { dashboardPictureRoutes } from '../resources/pictures/routes.ts';
import { thumbnailRoutes } from '../resources/thumbnails/routes.ts';
import { trashRoutes } from '../resources/trash/routes.ts';
import { createTrashService } from '../resources/trash/service.ts';
import { createTrashStore } from '../resources/trash/store.ts';
import { timeRangeRoutes } from '../resources/time-range/routes.ts';
import { formUploadRoutes } from '../resources/uploads/form-routes.ts';
import { uploadRoutes } from '../resources/uploads/routes.ts';
import { userRoutes } from '../resources/users/routes.ts';
import type { Parts } from './parts.ts';
import { registerPlainSqlStores, registerSqlStores } from './sql-stores.ts';

/** Every address of the server but its pages. */
export async function registerRoutes(app: App, parts: Parts): Promise<void> {
  const { config } = parts.ground;
  const { isDefault, isAlwaysSecure, channels, bus, jobs } = parts.asyncQueries;
  if (isDefault) registerTokenCookie(app, channels, isAlwaysSecure);
  registerEventSocket(app, { path: config.asyncWebsocketPath, baseUrl: config.baseUrl, bus, jobs, channels });
  await registerPlainRoutes(app, parts);
  await app.register(
    async (api: App) => {
      await registerUsers(api, parts);
      await registerSources(api, parts);
      await registerContent(api, parts);
      await registerSqlEditor(api, parts);
      await registerLogs(api, parts);
      await registerSqlStores(api, parts.sqlStores, parts.ground);
    },
    { prefix: '/api/v1' },
  );
}

/** Addresses of older clients, outside `/api/v1`. */
async function registerPlainRoutes(app: App, parts: Parts): Promise<void> {
  const { config, now } = parts.ground;
  const { security, sessions } = parts.principals;
  const { exploreJson, service } = parts.chartData;
  const bodyLimit = largeBody(parts);
  await app.register(signInRoutes(security, sessions, config.baseUrl));
  await app.register(eventRoutes(parts.administration.logs));
  await app.register(datasourceRoutes(parts.rules.datasets, parts.content.explore.editorSource));
  await app.register(exploreJsonRoutes({ explore: exploreJson, async: parts.asyncQueries, now, bodyLimit }));
  await app.register(samplesRoutes({ data: service, bodyLimit }));
  await registerPlainSqlStores(app, parts.sqlStores);
}

async function registerUsers(api: App, { ground: { db }, principals, administration, sources }: Parts): Promise<void> {
  const { users, roles, setup } = administration;
  await api.register(securityRoutes(principals.security, principals.sessions));
  await api.register(setupRoutes(setup, principals.sessions));
  await api.register(meRoutes(users, roles));
  await api.register(menuRoutes);
  await api.register(queueRoutes(sources.engines));
  await api.register(userRoutes({ db }, users));
  await api.register(roleRoutes({ db }, roles));
}

async function registerSources(
  api: App,
  { ground: { db, now }, sources, rules, uploads, extracts }: Parts,
): Promise<void> {
  const { databases, databaseStore, datasetStore, catalog } = sources;
  const { datasets, service } = rules;
  await api.register(
    databaseRoutes(databases, { db }, databaseList({ store: databaseStore, service: databases, now })),
  );
  await api.register(catalogRoutes(catalog));
  await api.register(catalogSearchRoutes(catalog));
  await api.register(uploadRoutes(uploads));
  await api.register(formUploadRoutes(uploads));
  await api.register(datasetRoutes(datasets, { db }, datasetList({ store: datasetStore, service: datasets, now })));
  await api.register(extractRoutes(extracts));
  await api.register(rowLevelSecurityRoutes({ db }, service));
}

async function registerContent(api: App, parts: Parts): Promise<void> {
  const { config, db, now, dashboardRoles } = parts.ground;
  const { charts, chartStore, dashboards, dashboardStore, sharing, explore } = parts.content;
  const { service, bodyEncoder, calls } = parts.chartData;
  const { asyncQueries } = parts;
  const bodyLimit = largeBody(parts);
  await api.register(
    chartRoutes(charts, { db }, chartList({ store: chartStore, service: charts, dashboardRoles, now })),
  );
  await api.register(
    chartDataRoutes({ data: service, encode: bodyEncoder.encode, now, bodyLimit, async: asyncQueries }),
  );
  await api.register(previewRoutes({ datasets: parts.rules.datasets, samples: service.unsavedSamples }));
  await api.register(thumbnailRoutes(parts.chartData.thumbnails));
  await api.register(asyncEventRoutes(asyncQueries.jobs, asyncQueries.channels));
  await api.register(chartDataCallRoutes({ calls, bodyLimit, async: asyncQueries }));
  await api.register(timeRangeRoutes(now));
  await api.register(cssTemplateRoutes({ db }, parts.content.cssTemplates));
  await api.register(annotationLayerRoutes({ db }, parts.content.annotationLayers));
  await api.register(tagRoutes({ db }, parts.content.tags));
  await api.register(pinnedTableRoutes(parts.content.pinnedTables));
  await api.register(sqlSnippetRoutes(parts.content.sqlSnippets));
  await api.register(searchRoutes(createSearchStore(db, dashboardRoles)));
  const trash = createTrashService({ trash: createTrashStore(db), now, days: config.trashDays });
  await api.register(trashRoutes(trash, { db }));
  await api.register(accessRequestRoutes(parts.content.accessRequests));
  await api.register(
    dashboardRoutes(
      dashboards,
      { db },
      dashboardList({ store: dashboardStore, service: dashboards, dashboardRoles, now }),
    ),
  );
  await api.register(dashboardPictureRoutes(parts.pictures.service));
  await api.register(folderRoutes(parts.content.folders));
  await api.register(versionRoutes(dashboards));
  await api.register(audienceRoutes(dashboards));
  await api.register(commentRoutes(parts.content.comments));
  await api.register(dashboardDeskRoutes(parts.content.desk));
  await api.register(dashboardSharingRoutes(sharing, config.baseUrl));
  await api.register(embeddingRoutes(parts.content.embeddings, parts.principals.guests));
  await api.register(exploreRoutes(explore, config.baseUrl));
}

async function registerSqlEditor(api: App, { ground: { db, now }, sqlEditor }: Parts): Promise<void> {
  await api.register(queryRoutes(sqlEditor.queries, { db }, queryList(sqlEditor.queryStore, now)));
  await api.register(sqlLabRoutes({ service: sqlEditor.sqlLab, files: sqlEditor.sqlExport }));
  await api.register(sqlToolRoutes(sqlEditor.tools));
}

async function registerLogs(api: App, { ground: { db, now }, chartData, administration }: Parts): Promise<void> {
  const { logs, logStore } = administration;
  await api.register(queryLogRoutes(chartData.queryLogStore, { db }, now));
  await api.register(logRoutes(logs, { db }, logList(logStore)));
}

function largeBody({ ground }: Parts): number {
  return ground.config.largeBodyLimitKb * 1024;
}
