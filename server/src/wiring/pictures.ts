import { join } from 'node:path';
import { createKeyValueStore } from '../resources/key-value/store.ts';
import { createPictureJobs } from '../resources/pictures/picture-jobs.ts';
import { createDashboardPictures } from '../resources/pictures/service.ts';
import { createSheetThread } from '../resources/pictures/sheet-thread.ts';
import type { createAsyncQueries } from './async-queries.ts';
import type { ChartData } from './chart-data.ts';
import type { createContent } from './content.ts';
import type { Ground } from './ground.ts';

/** Pictures of dashboards, and the thread that draws them. */
export function createPictures(
  { db, now, scriptFolder }: Ground,
  { dashboards, charts }: ReturnType<typeof createContent>,
  { service }: ChartData,
  { jobs }: ReturnType<typeof createAsyncQueries>,
) {
  const thread = createSheetThread(join(scriptFolder, 'dashboard-picture-worker.mjs'));
  return {
    service: createDashboardPictures({
      dashboards,
      charts,
      data: service,
      draw: thread.draw,
      store: createKeyValueStore(db),
      jobs: createPictureJobs(jobs),
      now,
    }),
    close: thread.close,
  };
}
