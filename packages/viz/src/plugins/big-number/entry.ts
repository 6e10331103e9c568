import { msg } from '@tessera/core/messages';
import { type Capabilities, interactive } from '../../capabilities.ts';
import { erased, type VizEntries } from '../../entry.ts';

const plugin = () => import('./index.ts');
const number = {
  ...interactive,
  emitsFilters: false,
  drillsBy: false,
  isDrillTarget: false,
  size: { minimum: { width: 2, height: 12 }, default: { width: 3, height: 25 } },
  skeleton: 'number',
  limits: { rows: 1, series: 1 },
} as const satisfies Capabilities;

export const bigNumberEntries = {
  big_number_total: {
    name: msg('Big Number'),
    capabilities: number,
    folder: 'big-number',
    load: () => erased(plugin(), ({ bigNumberTotal }) => bigNumberTotal),
  },
  big_number: {
    name: msg('Big Number with Trendline'),
    capabilities: { ...number, needsTime: true, limits: { rows: 10_000, series: 1 } },
    folder: 'big-number',
    load: () => erased(plugin(), ({ bigNumber }) => bigNumber),
  },
} as const satisfies VizEntries;
