import { msg } from '@tessera/core/messages';
import { interactive } from '../../capabilities.ts';
import { erased, type VizEntries } from '../../entry.ts';

export const partitionEntries = {
  partition: {
    name: msg('Partition Chart'),
    capabilities: {
      ...interactive,
      size: { minimum: { width: 2, height: 20 }, default: { width: 4, height: 50 } },
      skeleton: 'blocks',
      limits: { rows: 10_000, series: 10 },
    },
    folder: 'partition',
    load: () => erased(import('./index.ts'), ({ partition }) => partition),
  },
} as const satisfies VizEntries;
