import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { createFirstPaintService } from '../resources/first-paint/service.ts';
import { createStillsThread } from '../resources/first-paint/stills-thread.ts';
import type { ChartData } from './chart-data.ts';
import type { createContent } from './content.ts';
import type { Ground } from './ground.ts';

/** What dashboards show before their scripts run, and the thread that draws it. */
export function createFirstPaint(
  { scriptFolder }: Ground,
  { dashboards }: ReturnType<typeof createContent>,
  { service }: ChartData,
) {
  const thread = createStillsThread(join(scriptFolder, 'first-paint-worker.mjs'));
  return {
    service: createFirstPaintService({
      dashboards,
      data: service,
      thread,
      pause: (ms) => setTimeout(ms, undefined, { ref: false }),
    }),
    close: thread.close,
  };
}
