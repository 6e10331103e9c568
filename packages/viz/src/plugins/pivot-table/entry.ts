import { msg } from '@tessera/core/messages';
import { interactive } from '../../capabilities.ts';
import { erased, type VizEntries } from '../../entry.ts';

export const pivotTableEntries = {
  pivot_table_v2: {
    name: msg('Pivot Table'),
    capabilities: {
      ...interactive,
      size: { minimum: { width: 2, height: 20 }, default: { width: 6, height: 50 } },
      skeleton: 'grid',
      limits: { rows: 50_000, series: 500 },
    },
    folder: 'pivot-table',
    load: () => erased(import('./index.ts'), ({ pivotTable }) => pivotTable),
  },
} as const satisfies VizEntries;
