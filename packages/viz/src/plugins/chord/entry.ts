import { msg } from '@tessera/core/messages';
import { interactive } from '../../capabilities.ts';
import { erased, type VizEntries } from '../../entry.ts';

export const chordEntries = {
  chord: {
    name: msg('Chord Diagram'),
    capabilities: {
      ...interactive,
      size: { minimum: { width: 2, height: 20 }, default: { width: 4, height: 50 } },
      skeleton: 'circle',
      limits: { rows: 1000, series: 40 },
    },
    folder: 'chord',
    load: () => erased(import('./index.ts'), ({ chord }) => chord),
  },
} as const satisfies VizEntries;
