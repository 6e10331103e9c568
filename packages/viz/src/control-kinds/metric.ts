import type { Metric } from '@tessera/core/form-data';
import { defineKind } from './kind.ts';
import { readMetric, remapMetric } from './metrics.ts';
import { listOf } from './read.ts';

/** One metric. */
export type MetricControl = { readonly kind: 'metric' };

export const metric = defineKind<MetricControl, Metric | null>({
  read: (value) => (value === null ? null : readMetric(Array.isArray(value) ? value[0] : value)),
  empty: () => null,
  initial: () => undefined,
  remap: (value, names) => {
    const one = readMetric(listOf(value)[0]);
    const mapped = one === undefined ? null : remapMetric(one, names);
    return { value: mapped, isWhole: mapped !== null };
  },
  fields: {
    what: 'metrics',
    isList: false,
    toList: (value) => {
      const one = readMetric(listOf(value)[0]);
      return one === undefined ? [] : [one];
    },
    fromList: ([first]) => first ?? null,
  },
});
