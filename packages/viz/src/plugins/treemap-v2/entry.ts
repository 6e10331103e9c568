import { msg } from '@tessera/core/messages';
import { interactive } from '../../capabilities.ts';
import { erased, type VizEntries } from '../../entry.ts';

export const treemapV2Entries = {
  treemap_v2: {
    name: msg('Treemap'),
    capabilities: {
      ...interactive,
      size: { minimum: { width: 2, height: 20 }, default: { width: 4, height: 50 } },
      skeleton: 'blocks',
      limits: { rows: 500, series: 50 },
    },
    folder: 'treemap-v2',
    load: () => erased(import('./index.ts'), ({ treemap }) => treemap),
  },
} as const satisfies VizEntries;
