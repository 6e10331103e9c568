import { msg } from '@tessera/core/messages';
import { interactive } from '../../capabilities.ts';
import { erased, type VizEntries } from '../../entry.ts';

export const timeTableEntries = {
  time_table: {
    name: msg('Time-series Table'),
    capabilities: {
      ...interactive,
      needsTime: true,
      size: { minimum: { width: 2, height: 20 }, default: { width: 6, height: 50 } },
      skeleton: 'grid',
      limits: { rows: 50_000, series: 50 },
    },
    folder: 'time-table',
    load: () => erased(import('./index.ts'), ({ timeTable }) => timeTable),
  },
} as const satisfies VizEntries;
