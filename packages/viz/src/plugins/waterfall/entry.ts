import { msg } from '@tessera/core/messages';
import { interactive } from '../../capabilities.ts';
import { erased, type VizEntries } from '../../entry.ts';

export const waterfallEntries = {
  waterfall: {
    name: msg('Waterfall Chart'),
    capabilities: {
      ...interactive,
      size: { minimum: { width: 2, height: 20 }, default: { width: 4, height: 50 } },
      skeleton: 'bars',
      limits: { rows: 60, series: 3 },
    },
    folder: 'waterfall',
    load: () => erased(import('./index.ts'), ({ waterfall }) => waterfall),
  },
} as const satisfies VizEntries;
