import { msg } from '@tessera/core/messages';
import { interactive } from '../../capabilities.ts';
import { erased, type VizEntries } from '../../entry.ts';

export const wordCloudEntries = {
  word_cloud: {
    name: msg('Word Cloud'),
    capabilities: {
      ...interactive,
      size: { minimum: { width: 2, height: 20 }, default: { width: 4, height: 50 } },
      skeleton: 'blocks',
      limits: { rows: 300, series: 1 },
    },
    folder: 'word-cloud',
    load: () => erased(import('./index.ts'), ({ wordCloud }) => wordCloud),
  },
} as const satisfies VizEntries;
