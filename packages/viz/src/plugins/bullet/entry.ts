import { msg } from '@tessera/core/messages';
import { interactive } from '../../capabilities.ts';
import { erased, type VizEntries } from '../../entry.ts';

export const bulletEntries = {
  bullet: {
    name: msg('Bullet Chart'),
    capabilities: {
      ...interactive,
      emitsFilters: false,
      drillsBy: false,
      isDrillTarget: false,
      size: { minimum: { width: 2, height: 14 }, default: { width: 4, height: 24 } },
      skeleton: 'bars',
      limits: { rows: 1, series: 1 },
    },
    folder: 'bullet',
    load: () => erased(import('./index.ts'), ({ bullet }) => bullet),
  },
} as const satisfies VizEntries;
