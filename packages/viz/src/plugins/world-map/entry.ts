import { msg } from '@tessera/core/messages';
import { interactive } from '../../capabilities.ts';
import { erased, type VizEntries } from '../../entry.ts';

export const worldMapEntries = {
  world_map: {
    name: msg('World Map'),
    capabilities: {
      ...interactive,
      size: { minimum: { width: 3, height: 24 }, default: { width: 6, height: 50 } },
      skeleton: 'map',
      limits: { rows: 260, series: 1 },
    },
    folder: 'world-map',
    load: () => erased(import('./index.ts'), ({ worldMap }) => worldMap),
  },
} as const satisfies VizEntries;
