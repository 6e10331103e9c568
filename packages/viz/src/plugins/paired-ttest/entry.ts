import { msg } from '@tessera/core/messages';
import { interactive } from '../../capabilities.ts';
import { erased, type VizEntries } from '../../entry.ts';

export const pairedTtestEntries = {
  paired_ttest: {
    name: msg('Paired t-test Table'),
    capabilities: {
      ...interactive,
      needsTime: true,
      size: { minimum: { width: 2, height: 20 }, default: { width: 4, height: 50 } },
      skeleton: 'grid',
      limits: { rows: 50_000, series: 100 },
    },
    folder: 'paired-ttest',
    load: () => erased(import('./index.ts'), ({ pairedTtest }) => pairedTtest),
  },
} as const satisfies VizEntries;
