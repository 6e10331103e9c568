import { msg } from '@tessera/core/messages';
import { interactive } from '../../capabilities.ts';
import { erased, type VizEntries } from '../../entry.ts';

export const tableEntries = {
  table: {
    name: msg('Table'),
    capabilities: {
      ...interactive,
      pages: true,
      size: { minimum: { width: 2, height: 20 }, default: { width: 6, height: 50 } },
      skeleton: 'grid',
      limits: { rows: 500_000, series: 100 },
    },
    folder: 'table',
    load: () => erased(import('./index.ts'), ({ table }) => table),
  },
} as const satisfies VizEntries;
