import { msg } from '@tessera/core/messages';
import { interactive } from '../../capabilities.ts';
import { erased, type VizEntries } from '../../entry.ts';

export const handlebarsEntries = {
  handlebars: {
    name: msg('Handlebars'),
    capabilities: {
      ...interactive,
      emitsFilters: false,
      drillsToDetail: false,
      drillsBy: false,
      isDrillTarget: false,
      size: { minimum: { width: 2, height: 20 }, default: { width: 4, height: 50 } },
      skeleton: 'blocks',
      limits: { rows: 1000, series: 50 },
    },
    folder: 'handlebars',
    load: () => erased(import('./index.ts'), ({ handlebars }) => handlebars),
  },
} as const satisfies VizEntries;
