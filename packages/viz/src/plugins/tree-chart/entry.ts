import { msg } from '@tessera/core/messages';
import { interactive } from '../../capabilities.ts';
import { erased, type VizEntries } from '../../entry.ts';

export const treeChartEntries = {
  tree_chart: {
    name: msg('Tree Chart'),
    capabilities: {
      ...interactive,
      emitsFilters: false,
      drillsBy: false,
      size: { minimum: { width: 2, height: 20 }, default: { width: 4, height: 50 } },
      skeleton: 'blocks',
      limits: { rows: 500, series: 1 },
    },
    folder: 'tree-chart',
    load: () => erased(import('./index.ts'), ({ tree }) => tree),
  },
} as const satisfies VizEntries;
