import { columnLabel } from '@tessera/core/form-data';
import type { QueryColumn } from '@tessera/core/query-object';
import { wallText } from '@tessera/core/time-range/wall-clock';
import type { QueryResult } from '../define.ts';
import type { Outcome, SelectionMask } from '../events.ts';

/**
 * An outcome whose filters name moments by the clock of their dataset, as text: a number would be one of UTC. Buckets
 * of a grain are numbers of that clock.
 */
export function inZone(outcome: Outcome, results: readonly Pick<QueryResult, 'moments'>[]): Outcome {
  const moments = new Set(results.flatMap((result) => result.moments ?? []));
  if (outcome === null || moments.size === 0) return outcome;
  const named = <F extends Condition>(filter: F): F =>
    filter.grain == null && moments.has(columnLabel(filter.col)) ? { ...filter, val: textsOf(filter.val) } : filter;
  const inMask = (mask: SelectionMask): SelectionMask => {
    const { extraFormData } = mask;
    const filters = extraFormData?.filters;
    return filters ? { ...mask, extraFormData: { ...extraFormData, filters: filters.map(named) } } : mask;
  };
  if (outcome.kind === 'data_mask') return { ...outcome, mask: inMask(outcome.mask) };
  const { toDetail, by, crossFilter } = outcome.target;
  return {
    ...outcome,
    target: {
      ...outcome.target,
      toDetail: toDetail.map(named),
      by: by && { ...by, filters: by.filters.map(named) },
      crossFilter: crossFilter && { ...crossFilter, mask: inMask(crossFilter.mask) },
    },
  };
}

type Condition = { readonly col: QueryColumn; readonly grain?: string | null; readonly val?: unknown };

function textsOf<V>(val: V): V | string | readonly unknown[] {
  if (Array.isArray(val)) return val.map((one: unknown) => textsOf(one));
  return typeof val === 'number' ? wallText(val) : val;
}
