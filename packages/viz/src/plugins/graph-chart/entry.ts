import { msg } from '@tessera/core/messages';
import { interactive } from '../../capabilities.ts';
import { erased, type VizEntries } from '../../entry.ts';

export const graphChartEntries = {
  graph_chart: {
    name: msg('Graph Chart'),
    capabilities: {
      ...interactive,
      size: { minimum: { width: 2, height: 20 }, default: { width: 4, height: 50 } },
      skeleton: 'blocks',
      limits: { rows: 300, series: 20 },
    },
    folder: 'graph-chart',
    load: () => erased(import('./index.ts'), ({ graph }) => graph),
  },
} as const satisfies VizEntries;
