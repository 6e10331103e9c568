import { msg } from '@tessera/core/messages';
import { interactive } from '../../capabilities.ts';
import { erased, type VizEntries } from '../../entry.ts';

export const popKpiEntries = {
  pop_kpi: {
    name: msg('Big Number with Time Period Comparison'),
    capabilities: {
      ...interactive,
      emitsFilters: false,
      drillsBy: false,
      isDrillTarget: false,
      size: { minimum: { width: 2, height: 14 }, default: { width: 4, height: 25 } },
      skeleton: 'number',
      limits: { rows: 1, series: 1 },
    },
    folder: 'pop-kpi',
    load: () => erased(import('./index.ts'), ({ popKpi }) => popKpi),
  },
} as const satisfies VizEntries;
