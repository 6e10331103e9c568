import { msg } from '@tessera/core/messages';
import { interactive } from '../../capabilities.ts';
import { erased, type VizEntries } from '../../entry.ts';

export const countryMapEntries = {
  country_map: {
    name: msg('Country Map'),
    capabilities: {
      ...interactive,
      size: { minimum: { width: 3, height: 24 }, default: { width: 6, height: 50 } },
      skeleton: 'map',
      limits: { rows: 250, series: 1 },
    },
    folder: 'country-map',
    load: () => erased(import('./index.ts'), ({ countryMap }) => countryMap),
  },
} as const satisfies VizEntries;
