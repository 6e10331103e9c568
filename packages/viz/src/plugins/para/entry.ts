import { msg } from '@tessera/core/messages';
import { interactive } from '../../capabilities.ts';
import { erased, type VizEntries } from '../../entry.ts';

export const paraEntries = {
  para: {
    name: msg('Parallel Coordinates'),
    capabilities: {
      ...interactive,
      size: { minimum: { width: 2, height: 20 }, default: { width: 4, height: 50 } },
      skeleton: 'line',
      limits: { rows: 1000, series: 20 },
    },
    folder: 'para',
    load: () => erased(import('./index.ts'), ({ para }) => para),
  },
} as const satisfies VizEntries;
