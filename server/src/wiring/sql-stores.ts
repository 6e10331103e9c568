import { AppError } from '@tessera/core/errors/app-error';
import { createOneByOne } from '../one-by-one.ts';
import type { App } from '../http/app-types.ts';
import { editorTabRoutes } from '../resources/editor-tabs/routes.ts';
import { createTabService } from '../resources/editor-tabs/service.ts';
import { createTabStore } from '../resources/editor-tabs/store.ts';
import { createFavoriteStore } from '../resources/favorites/store.ts';
import { savedQueryRoutes } from '../resources/saved-queries/routes.ts';
import { createSavedQueryService } from '../resources/saved-queries/service.ts';
import { createSavedQueryStore } from '../resources/saved-queries/store.ts';
import { presentQuery } from '../resources/queries/present.ts';
import { createKeyValueStore } from '../resources/key-value/store.ts';
import { sqlFormRoutes, sqlLinkRoutes } from '../resources/sql-lab-links/routes.ts';
import { createSqlLinkService } from '../resources/sql-lab-links/service.ts';
import { createSubjectOf } from '../resources/sql-lab-links/subject.ts';
import { resultQueryRoutes } from '../resources/result-queries/routes.ts';
import { createResultQueryService } from '../resources/result-queries/service.ts';
import { createCachedResults } from '../sql-runs/cached-results.ts';
import { createColumnReader } from '../resources/editor-sources/columns.ts';
import { createEditorSourceService, type EditorQuery, type SourceNeeds } from '../resources/editor-sources/service.ts';
import type { EditorKind } from '../chart-data/dataset-kind.ts';
import { hasAccount, type Principal } from '../principal.ts';
import { unsavedDataset } from '../resources/datasets/resolved.ts';
import type { QueryToSave } from '../resources/datasets/of-query.ts';
import type { Ground } from './ground.ts';
import type { Rules } from './rules.ts';
import type { Sources } from './sources.ts';
import type { SqlEditor } from './sql-editor.ts';
import { openDatabase } from './sql-policy.ts';

export type SqlStores = ReturnType<typeof createSqlStores>;

/** What the SQL editor keeps for its users: tabs, saved queries, links. */
export function createSqlStores(
  { config, db, now, monotonicMs }: Ground,
  sources: Sources,
  rules: Rules,
  { queryStore, sqlLab, files, assertShown }: Pick<SqlEditor, 'queryStore' | 'sqlLab' | 'files' | 'assertShown'>,
) {
  const { databaseStore, resolver, resultTables } = sources;
  const savedQueries = createSavedQueryService({
    queries: createSavedQueryStore(db),
    favorites: createFavoriteStore(db),
    oneByOne: createOneByOne(),
    now,
  });
  const tabs = createTabService({
    tabs: createTabStore(db),
    query: async (userId, clientId) => {
      const row = await queryStore.find({ clientId });
      return row?.user_id === userId ? presentQuery(row) : null;
    },
    seesSavedQuery: savedQueries.sees,
    oneByOne: createOneByOne(),
    now,
  });
  const links = createSqlLinkService({
    tabs,
    queriesOf: async (...asked) => (await queryStore.ofEditors(...asked)).map(presentQuery),
    databases: databaseStore,
    subjectOf: createSubjectOf({ datasets: resolver, queries: queryStore, savedQueries }),
    store: createKeyValueStore(db),
    oneByOne: createOneByOne(),
    now,
  });
  const cachedResults = createCachedResults(files);
  const resultQueries = createResultQueryService({
    queryOf: sqlLab.results,
    cached: cachedResults,
    tables: resultTables,
    quotas: rules.quotas,
    monotonicMs,
    maxRows: config.sqlRowLimit,
    maxBytes: config.resultMb * 1024 * 1024,
    timeoutMs: config.queryTimeoutSeconds * 1000,
  });
  const isShown: SourceNeeds['isShown'] = async (principal, query) => {
    if (!hasAccount(principal)) return false;
    try {
      await assertShown(query, principal, await openDatabase(sources, principal, query.database_id));
      return true;
    } catch (error) {
      if (error instanceof AppError) return false;
      throw error;
    }
  };
  const stores = { queries: queryStore, savedQueries, cached: cachedResults, isShown };
  return { tabs, savedQueries, links, resultQueries, ...createEditorSources(sources, rules, stores) };
}

/** Charts of queries, and the datasets that these are saved on. */
function createEditorSources(
  sources: Sources,
  { datasets, rowRules, templates }: Rules,
  stores: Pick<SourceNeeds, 'queries' | 'savedQueries' | 'cached' | 'isShown'>,
) {
  const editorSources = createEditorSourceService({
    ...stores,
    databases: sources.databaseStore,
    unsaved: unsavedDataset,
    isBound: rowRules.bindsAt,
    columnsOf: createColumnReader({
      engines: sources.engineOf,
      restrictSource: rowRules.restrictSource,
      render: (principal, draft, sql) => templates.renderSource(principal, draft, sql, {}),
    }),
  });
  return {
    editorSources,
    datasetOfQuery: async (principal: Principal, kind: EditorKind, id: number) => {
      const source = await editorSources.written(principal, kind, id);
      return source && datasets.ofQuery(principal, queryToSave(source));
    },
  };
}

function queryToSave({ database, catalog, schema, sql, templateParams, name }: EditorQuery): QueryToSave {
  return { database: database.id, catalog, schema, sql, template_params: templateParams, name };
}

/** Addresses outside `/api/v1`. */
export async function registerPlainSqlStores(app: App, { tabs, links }: SqlStores): Promise<void> {
  await app.register(editorTabRoutes(tabs));
  await app.register(sqlFormRoutes(links));
}

/** Addresses below `/api/v1`. */
export async function registerSqlStores(
  api: App,
  { savedQueries, links, resultQueries }: SqlStores,
  { config, db, now }: Ground,
): Promise<void> {
  await api.register(sqlLinkRoutes(links, config.baseUrl));
  await api.register(resultQueryRoutes(resultQueries));
  await api.register(savedQueryRoutes(savedQueries, { db, now }));
}
