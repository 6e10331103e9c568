import type { RawForm } from '@tessera/core/form-data';
import { t } from '@tessera/core/messages';
import { shiftedLabel } from '../bundles/shifted-label.ts';
import type { QueryResult } from '../define.ts';
import { grainOfAxis } from './axis.ts';
import { periodBefore } from './period-before.ts';

/** Another time that values are of, or are compared with. */
export type Shift = {
  /** As the form says it: `1 year ago`. */
  readonly offset: string;
  /** What legends and captions call it. */
  readonly name: string;
  /** Its place among the offsets of the form. */
  readonly at: number;
  /** `values` for the values themselves, else what was made of them and the present ones. */
  readonly as: 'values' | 'difference' | 'percentage' | 'ratio';
};

/** What a form compares, and how. */
export type Shifting = {
  readonly metrics: readonly string[];
  readonly offsets: readonly string[];
  readonly as: string;
  /** What an offset is called; without it by its own words. */
  readonly nameOf?: (offset: string) => string;
};

/** What an offset is called in words: `inherit` is what the API says. */
export function offsetWords(offset: string): string {
  return offset === 'inherit' ? t('the period before') : offset;
}

/** How the other times of a chart are called: the period before by that, whatever amount of time it is. */
export function timeNames(result: QueryResult, form: RawForm): (offset: string) => string {
  const before = periodBefore(result, grainOfAxis(result, form));
  return (offset) => (offset === before ? t('the period before') : offsetWords(offset));
}

/** The metric and the other time that the name of a result column says; null for one of the present. */
export function shiftIn(
  name: string,
  { metrics, offsets, as, nameOf = offsetWords }: Shifting,
): { readonly metric: string; readonly shift: Shift } | null {
  const kind = readAs(as);
  for (const [at, offset] of offsets.entries())
    for (const metric of metrics)
      if (namesOf(metric, offset, kind, metrics.length).includes(name))
        return { metric, shift: { offset, name: nameOf(offset), at, as: kind } };
  return null;
}

/** A comparison goes by its whole name, or by the short one that truncated metrics leave it. */
function namesOf(metric: string, offset: string, as: Shift['as'], metrics: number): readonly string[] {
  const shifted = shiftedLabel(metric, offset);
  if (as === 'values') return [shifted];
  return [`${as}__${metric}__${shifted}`, metrics > 1 ? `${metric}, ${offset}` : offset];
}

/** What stands behind the name of what is of another time. */
export function shiftName({ name, as }: Pick<Shift, 'name' | 'as'>): string {
  switch (as) {
    case 'values':
      return name;
    case 'difference':
      return t('difference from %s', name);
    case 'percentage':
      return t('change from %s', name);
    case 'ratio':
      return t('ratio to %s', name);
  }
}

function readAs(type: string): Shift['as'] {
  return type === 'difference' || type === 'percentage' || type === 'ratio' ? type : 'values';
}
