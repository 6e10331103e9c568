import { msg } from '@tessera/core/messages';
import { interactive } from '../../capabilities.ts';
import { erased, type VizEntries } from '../../entry.ts';

export const compareEntries = {
  compare: {
    name: msg('Time-series Percent Change'),
    capabilities: {
      ...interactive,
      needsTime: true,
      brushes: 'x',
      size: { minimum: { width: 2, height: 20 }, default: { width: 4, height: 50 } },
      skeleton: 'line',
      limits: { rows: 50_000, series: 30 },
    },
    folder: 'compare',
    load: () => erased(import('./index.ts'), ({ compare }) => compare),
  },
} as const satisfies VizEntries;
