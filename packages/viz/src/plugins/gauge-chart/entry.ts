import { msg } from '@tessera/core/messages';
import { interactive } from '../../capabilities.ts';
import { erased, type VizEntries } from '../../entry.ts';

export const gaugeChartEntries = {
  gauge_chart: {
    name: msg('Gauge Chart'),
    capabilities: {
      ...interactive,
      size: { minimum: { width: 2, height: 20 }, default: { width: 4, height: 50 } },
      skeleton: 'circle',
      limits: { rows: 10, series: 10 },
    },
    folder: 'gauge-chart',
    load: () => erased(import('./index.ts'), ({ gauge }) => gauge),
  },
} as const satisfies VizEntries;
