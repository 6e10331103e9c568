import { msg } from '@tessera/core/messages';
import { interactive } from '../../capabilities.ts';
import { erased, type VizEntries } from '../../entry.ts';

export const roseEntries = {
  rose: {
    name: msg('Nightingale Rose Chart'),
    capabilities: {
      ...interactive,
      needsTime: true,
      size: { minimum: { width: 2, height: 20 }, default: { width: 4, height: 50 } },
      skeleton: 'circle',
      limits: { rows: 400, series: 12 },
    },
    folder: 'rose',
    load: () => erased(import('./index.ts'), ({ rose }) => rose),
  },
} as const satisfies VizEntries;
