import { msg } from '@tessera/core/messages';
import { interactive } from '../../capabilities.ts';
import { erased, type VizEntries } from '../../entry.ts';

export const radarEntries = {
  radar: {
    name: msg('Radar Chart'),
    capabilities: {
      ...interactive,
      size: { minimum: { width: 2, height: 20 }, default: { width: 4, height: 50 } },
      skeleton: 'circle',
      limits: { rows: 10, series: 10 },
    },
    folder: 'radar',
    load: () => erased(import('./index.ts'), ({ radar }) => radar),
  },
} as const satisfies VizEntries;
