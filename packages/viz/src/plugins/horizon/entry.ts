import { msg } from '@tessera/core/messages';
import { interactive } from '../../capabilities.ts';
import { erased, type VizEntries } from '../../entry.ts';

export const horizonEntries = {
  horizon: {
    name: msg('Horizon Chart'),
    capabilities: {
      ...interactive,
      needsTime: true,
      size: { minimum: { width: 2, height: 20 }, default: { width: 4, height: 50 } },
      skeleton: 'line',
      limits: { rows: 50_000, series: 40 },
    },
    folder: 'horizon',
    load: () => erased(import('./index.ts'), ({ horizon }) => horizon),
  },
} as const satisfies VizEntries;
