import { msg } from '@tessera/core/messages';
import { interactive } from '../../capabilities.ts';
import { erased, type VizEntries } from '../../entry.ts';

export const calHeatmapEntries = {
  cal_heatmap: {
    name: msg('Calendar Heatmap'),
    capabilities: {
      ...interactive,
      drillsBy: false,
      needsTime: true,
      size: { minimum: { width: 2, height: 20 }, default: { width: 4, height: 50 } },
      skeleton: 'grid',
      limits: { rows: 10_000, series: 3 },
    },
    folder: 'cal-heatmap',
    load: () => erased(import('./index.ts'), ({ calendar }) => calendar),
  },
} as const satisfies VizEntries;
