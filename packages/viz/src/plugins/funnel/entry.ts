import { msg } from '@tessera/core/messages';
import { interactive } from '../../capabilities.ts';
import { erased, type VizEntries } from '../../entry.ts';

export const funnelEntries = {
  funnel: {
    name: msg('Funnel Chart'),
    capabilities: {
      ...interactive,
      size: { minimum: { width: 2, height: 20 }, default: { width: 4, height: 50 } },
      skeleton: 'bars',
      limits: { rows: 20, series: 20 },
    },
    folder: 'funnel',
    load: () => erased(import('./index.ts'), ({ funnel }) => funnel),
  },
} as const satisfies VizEntries;
