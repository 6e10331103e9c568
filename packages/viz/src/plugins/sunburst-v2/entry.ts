import { msg } from '@tessera/core/messages';
import { interactive } from '../../capabilities.ts';
import { erased, type VizEntries } from '../../entry.ts';

export const sunburstV2Entries = {
  sunburst_v2: {
    name: msg('Sunburst Chart'),
    capabilities: {
      ...interactive,
      size: { minimum: { width: 2, height: 20 }, default: { width: 4, height: 50 } },
      skeleton: 'circle',
      limits: { rows: 300, series: 50 },
    },
    folder: 'sunburst-v2',
    load: () => erased(import('./index.ts'), ({ sunburst }) => sunburst),
  },
} as const satisfies VizEntries;
