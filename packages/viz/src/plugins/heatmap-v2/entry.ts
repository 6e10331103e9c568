import { msg } from '@tessera/core/messages';
import { interactive } from '../../capabilities.ts';
import { erased, type VizEntries } from '../../entry.ts';

export const heatmapV2Entries = {
  heatmap_v2: {
    name: msg('Heatmap'),
    capabilities: {
      ...interactive,
      size: { minimum: { width: 2, height: 20 }, default: { width: 4, height: 50 } },
      skeleton: 'grid',
      limits: { rows: 5000, series: 100 },
    },
    folder: 'heatmap-v2',
    load: () => erased(import('./index.ts'), ({ heatmap }) => heatmap),
  },
} as const satisfies VizEntries;
