import { msg } from '@tessera/core/messages';
import { interactive } from '../../capabilities.ts';
import { erased, type VizEntries } from '../../entry.ts';

export const cartodiagramEntries = {
  cartodiagram: {
    name: msg('Cartodiagram'),
    capabilities: {
      ...interactive,
      emitsFilters: false,
      drillsBy: false,
      isDrillTarget: false,
      size: { minimum: { width: 3, height: 24 }, default: { width: 6, height: 50 } },
      skeleton: 'map',
      limits: { rows: 5000, series: 20 },
    },
    folder: 'cartodiagram',
    load: () => erased(import('./index.ts'), ({ cartodiagram }) => cartodiagram),
  },
} as const satisfies VizEntries;
