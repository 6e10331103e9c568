import { msg } from '@tessera/core/messages';
import { interactive } from '../../capabilities.ts';
import { erased, type VizEntries } from '../../entry.ts';

export const histogramV2Entries = {
  histogram_v2: {
    name: msg('Histogram'),
    capabilities: {
      ...interactive,
      brushes: 'x',
      marksPart: true,
      alignsPart: true,
      size: { minimum: { width: 2, height: 20 }, default: { width: 4, height: 50 } },
      skeleton: 'bars',
      limits: { rows: 100_000, series: 10 },
    },
    folder: 'histogram-v2',
    load: () => erased(import('./index.ts'), ({ histogram }) => histogram),
  },
} as const satisfies VizEntries;
