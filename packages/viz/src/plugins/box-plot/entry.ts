import { msg } from '@tessera/core/messages';
import { interactive } from '../../capabilities.ts';
import { erased, type VizEntries } from '../../entry.ts';

export const boxPlotEntries = {
  box_plot: {
    name: msg('Box Plot'),
    capabilities: {
      ...interactive,
      size: { minimum: { width: 2, height: 20 }, default: { width: 4, height: 50 } },
      skeleton: 'bars',
      limits: { rows: 50_000, series: 30 },
    },
    folder: 'box-plot',
    load: () => erased(import('./index.ts'), ({ boxPlot }) => boxPlot),
  },
} as const satisfies VizEntries;
