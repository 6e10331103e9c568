import { createAccessRequestService } from '../resources/access-requests/service.ts';
import { createAccessRequestStore } from '../resources/access-requests/store.ts';
import { createCommentService } from '../resources/comments/service.ts';
import { createCommentStore } from '../resources/comments/store.ts';
import { createFolderService } from '../resources/folders/service.ts';
import { createFolderStore } from '../resources/folders/store.ts';
import { createCssTemplateService } from '../resources/css-templates/service.ts';
import { createLayerService } from '../resources/annotation-layers/service.ts';
import { createChartService } from '../resources/charts/service.ts';
import { createChartStore } from '../resources/charts/store.ts';
import { createDatasetStore } from '../resources/dashboards/datasets.ts';
import { createDashboardService } from '../resources/dashboards/service.ts';
import { createDashboardDesk } from '../resources/dashboards/desk.ts';
import { createDashboardSharing } from '../resources/dashboards/sharing.ts';
import { createDashboardStore } from '../resources/dashboards/store.ts';
import { createEmbeddingService } from '../resources/embedding/service.ts';
import { createEmbeddingStore } from '../resources/embedding/store.ts';
import { legacyQueries } from '../resources/explore-json/service.ts';
import { createExploreService } from '../resources/explore/service.ts';
import { createFavoriteStore } from '../resources/favorites/store.ts';
import { createKeyValueStore } from '../resources/key-value/store.ts';
import { createLogService } from '../resources/log/service.ts';
import { createLogStore } from '../resources/log/store.ts';
import { createSqlSnippetService } from '../resources/sql-snippets/service.ts';
import { createPinnedTableService } from '../resources/pinned-tables/service.ts';
import { createRoleService } from '../resources/roles/service.ts';
import { passwords } from '../resources/security/passwords.ts';
import { createSetupService } from '../resources/setup/service.ts';
import { createTagService } from '../resources/tags/service.ts';
import { createUserService } from '../resources/users/service.ts';
import type { Ground } from './ground.ts';
import type { Principals } from './principals.ts';
import type { Sources } from './sources.ts';
import type { SqlStores } from './sql-stores.ts';

/** Charts, dashboards and the Explore page: what users make of data. */
export function createContent(
  { db, now, dashboardRoles, hasComments }: Ground,
  { guesses, user, onChange }: Principals,
  { engines, databaseStore }: Sources,
  { savedQueries, editorSources, datasetOfQuery }: SqlStores,
) {
  const favorites = createFavoriteStore(db);
  const keyValues = createKeyValueStore(db);
  const chartStore = createChartStore(db, dashboardRoles);
  const charts = createChartService({ charts: chartStore, favorites, now, person: user, datasetOfQuery });
  const readableDatasets = createDatasetStore(db);
  const dashboardStore = createDashboardStore(db, dashboardRoles);
  const comments = hasComments ? createCommentStore(db) : null;
  const dashboards = createDashboardService({
    dashboards: dashboardStore,
    charts: chartStore,
    datasets: readableDatasets,
    favorites,
    guesses,
    legacyQueries,
    now,
    person: user,
    wake: engines.wake,
  });
  return {
    chartStore,
    charts,
    dashboardStore,
    dashboards,
    embeddings: createEmbeddingService({ embeddings: createEmbeddingStore(db), dashboards, now }),
    comments: createCommentService({ comments, dashboards, dashboardStore, person: user, now }),
    folders: createFolderService({
      folders: createFolderStore(db, dashboardRoles),
      dashboardRoles,
      assertMayOpen: dashboards.assertMayOpenTo,
      now,
    }),
    desk: createDashboardDesk({ dashboards, people: dashboardStore.people, store: keyValues, now }),
    sharing: createDashboardSharing({ dashboards, store: keyValues, now }),
    explore: createExploreService({ charts, datasets: readableDatasets, editorSources, store: keyValues, now }),
    annotationLayers: createLayerService({ db, now }),
    cssTemplates: createCssTemplateService({ db, now }),
    sqlSnippets: createSqlSnippetService({ store: keyValues, now }),
    pinnedTables: createPinnedTableService({ databases: databaseStore, store: keyValues, now }),
    tags: createTagService({ db, now, dashboardRoles, favorites, charts, dashboards, savedQueries }),
    accessRequests: createAccessRequestService({
      requests: createAccessRequestStore(db),
      dashboards: dashboardStore,
      assertMayShare: dashboards.assertMayShare,
      dashboardRoles,
      person: user,
      now,
      onChange,
    }),
  };
}

/** Users, roles, the first set-up, and the log of what users did. */
export function createAdministration(
  { db, now, dashboardRoles, retention }: Ground,
  { guesses, onChange, sessions }: Principals,
) {
  const logStore = createLogStore(db, dashboardRoles, (...written) => retention.wrote('logs', ...written));
  return {
    users: createUserService({ db, passwords, guesses, now, onChange, endSessions: sessions.endAll }),
    roles: createRoleService({ db, now, onChange }),
    setup: createSetupService({ db, passwords, now, onChange }),
    logStore,
    logs: createLogService({ logs: logStore, now }),
  };
}
