import { msg } from '@tessera/core/messages';
import { interactive } from '../../capabilities.ts';
import { erased, type VizEntries } from '../../entry.ts';

export const sankeyV2Entries = {
  sankey_v2: {
    name: msg('Sankey Chart'),
    capabilities: {
      ...interactive,
      size: { minimum: { width: 2, height: 20 }, default: { width: 4, height: 50 } },
      skeleton: 'blocks',
      limits: { rows: 200, series: 50 },
    },
    folder: 'sankey-v2',
    load: () => erased(import('./index.ts'), ({ sankey }) => sankey),
  },
} as const satisfies VizEntries;
