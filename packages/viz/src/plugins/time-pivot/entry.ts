import { msg } from '@tessera/core/messages';
import { interactive } from '../../capabilities.ts';
import { erased, type VizEntries } from '../../entry.ts';

export const timePivotEntries = {
  time_pivot: {
    name: msg('Time-series Period Pivot'),
    capabilities: {
      ...interactive,
      needsTime: true,
      size: { minimum: { width: 2, height: 20 }, default: { width: 4, height: 50 } },
      skeleton: 'line',
      limits: { rows: 50_000, series: 60 },
    },
    folder: 'time-pivot',
    load: () => erased(import('./index.ts'), ({ timePivot }) => timePivot),
  },
} as const satisfies VizEntries;
