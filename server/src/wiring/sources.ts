import type { EngineReader } from '../chart-data/run/run.ts';
import { inNamespace } from '../engines/namespace.ts';
import { createEngineContext, extractsFolder, resultsFolder } from '../engines/drivers/context.ts';
import { createExtractEngines } from '../engines/extracts/engines.ts';
import { createResultTables } from '../engines/result-tables/result-tables.ts';
import type { ProcessDeath } from '../engines/process/death.ts';
import { createEngineRegistry } from '../engines/registry.ts';
import { deriveKey } from '../keys.ts';
import { createCatalogService } from '../resources/databases/catalog.ts';
import { savedConnection } from '../resources/databases/connection.ts';
import { createSecretBox } from '../resources/databases/secrets.ts';
import { createDatabaseService } from '../resources/databases/service.ts';
import { createDatabaseStore } from '../resources/databases/store.ts';
import { createResolver } from '../resources/datasets/resolved.ts';
import { createDatasetStore } from '../resources/datasets/store.ts';
import { createExtractStore } from '../resources/extracts/store.ts';
import { createWithExtract } from '../resources/extracts/with-extract.ts';
import { removeSamples } from '../samples/load.ts';
import type { Ground } from './ground.ts';

export type Sources = ReturnType<typeof createSources>;

/** Where data comes from: databases with their engines, and the datasets on them. */
export function createSources({
  config,
  db,
  now,
  nowMs,
  identity,
  scriptFolder,
  log,
  dashboardRoles,
  sharing,
}: Ground) {
  const databaseStore = createDatabaseStore(db, dashboardRoles);
  const box = createSecretBox(deriveKey(config.secretKey, 'connection secrets'));
  const context = {
    ...createEngineContext(config, scriptFolder, identity),
    onProcessDeath: (death: ProcessDeath) => log().error(death, 'an engine process has ended'),
  };
  const engines = createEngineRegistry({
    load: async (id) => {
      const row = await databaseStore.find(id);
      return row && savedConnection(row, box);
    },
    context,
    semaphoreOf: sharing.semaphoreOf,
  });
  const extracts = createExtractEngines({ folder: extractsFolder(config), context });
  const resultTables = createResultTables({ folder: resultsFolder(config), context });
  const extractStore = createExtractStore(db);
  const engineOf: EngineReader = async ({ databaseId, databaseVersion, reads, extract = null, namespace, result }) => {
    if (result) return resultTables.engineFor([result], result.fairnessKey);
    if (reads === 'extract' && extract !== null) return extracts.engineFor(extract);
    const engine = await engines.engineFor(databaseId, databaseVersion);
    return namespace ? inNamespace(engine, namespace) : engine;
  };
  const catalog = createCatalogService({ databases: databaseStore, engines, now: nowMs });
  const datasetStore = createDatasetStore(db, dashboardRoles);
  return {
    engines,
    engineOf,
    catalog,
    databaseStore,
    databases: createDatabaseService({
      databases: databaseStore,
      engines,
      box,
      now,
      onChange: catalog.forget,
      removeSamples: (principal) => removeSamples({ db, home: config.home, now }, principal),
    }),
    datasetStore,
    extracts,
    resultTables,
    extractStore,
    resolver: createResolver(datasetStore, createWithExtract(extractStore)),
  };
}
