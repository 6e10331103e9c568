import { msg } from '@tessera/core/messages';
import { interactive } from '../../capabilities.ts';
import { erased, type VizEntries } from '../../entry.ts';

export const mapboxEntries = {
  mapbox: {
    name: msg('MapBox'),
    capabilities: {
      ...interactive,
      emitsFilters: false,
      drillsBy: false,
      isDrillTarget: false,
      size: { minimum: { width: 3, height: 24 }, default: { width: 6, height: 50 } },
      skeleton: 'map',
      limits: { rows: 50_000, series: 1 },
    },
    folder: 'mapbox',
    load: () => erased(import('./index.ts'), ({ mapbox }) => mapbox),
  },
} as const satisfies VizEntries;
