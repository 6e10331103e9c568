import { msg } from '@tessera/core/messages';
import { interactive } from '../../capabilities.ts';
import { erased, type VizEntries } from '../../entry.ts';

export const pieEntries = {
  pie: {
    name: msg('Pie Chart'),
    capabilities: {
      ...interactive,
      size: { minimum: { width: 2, height: 20 }, default: { width: 4, height: 50 } },
      skeleton: 'circle',
      limits: { rows: 25, series: 25 },
    },
    folder: 'pie',
    load: () => erased(import('./index.ts'), ({ pie }) => pie),
  },
} as const satisfies VizEntries;
