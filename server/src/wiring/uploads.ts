import { createSemaphore } from '../engines/admission/semaphore.ts';
import { join } from 'node:path';
import { uploadsFolder } from '../engines/drivers/context.ts';
import { STAGING } from '../engines/uploads/folder.ts';
import { runLoad, runRename } from '../engines/uploads/run-load.ts';
import { createUploadService } from '../resources/uploads/service.ts';
import { createStaging } from '../resources/uploads/staging.ts';
import { createUploadStore } from '../resources/uploads/store.ts';
import type { Ground } from './ground.ts';
import type { Rules } from './rules.ts';
import type { Sources } from './sources.ts';

/** Files that one server reads at a time; each takes the cores that it gets. */
const AT_ONCE = 2;

/** Files that users send, and the tables that they become. */
export function createUploads({ config, db, now, nowMs, scriptFolder }: Ground, sources: Sources, rules: Rules) {
  const folder = uploadsFolder(config);
  return createUploadService({
    staging: createStaging(join(folder, STAGING), nowMs),
    store: createUploadStore(db),
    databases: sources.databaseStore,
    datasets: rules.datasets,
    run: (task, watch) => runLoad(task, scriptFolder, watch),
    rename: (file, from, to) => runRename({ file, from, to }, scriptFolder),
    places: createSemaphore(AT_ONCE),
    folder,
    limits: { fileMb: config.uploadMb, allMb: config.uploadsMb, memoryMb: config.engineMemoryMb },
    now,
    onChange: (databaseId) => {
      sources.catalog.forget(databaseId);
      // A chart of the table comes next, in a process that has opened it.
      sources.engines.wake(databaseId);
    },
  });
}
