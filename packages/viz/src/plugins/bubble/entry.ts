import { msg } from '@tessera/core/messages';
import { type Capabilities, interactive } from '../../capabilities.ts';
import { erased, type VizEntries } from '../../entry.ts';

const plugin = () => import('./index.ts');
const capabilities = {
  ...interactive,
  brushes: 'xy',
  size: { minimum: { width: 2, height: 20 }, default: { width: 4, height: 50 } },
  skeleton: 'line',
  limits: { rows: 5000, series: 20 },
} as const satisfies Capabilities;

export const bubbleEntries = {
  bubble_v2: {
    name: msg('Bubble Chart'),
    capabilities,
    folder: 'bubble',
    load: () => erased(plugin(), ({ bubble }) => bubble),
  },
  bubble: {
    name: msg('Bubble Chart (legacy)'),
    capabilities,
    folder: 'bubble',
    load: () => erased(plugin(), ({ oldBubble }) => oldBubble),
  },
} as const satisfies VizEntries;
