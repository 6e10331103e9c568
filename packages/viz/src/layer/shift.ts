import { t } from '@tessera/core/messages';
import { shiftedLabel } from '../bundles/shifted-label.ts';

/** Another time that values are of, or are compared with. */
export type Shift = {
  /** As the form says it: `1 year ago`. */
  readonly offset: string;
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
};

/** The metric and the other time that the name of a result column says; null for one of the present. */
export function shiftIn(
  name: string,
  { metrics, offsets, as }: Shifting,
): { readonly metric: string; readonly shift: Shift } | null {
  const kind = readAs(as);
  for (const [at, offset] of offsets.entries())
    for (const metric of metrics)
      if (namesOf(metric, offset, kind, metrics.length).includes(name))
        return { metric, shift: { offset, at, as: kind } };
  return null;
}

/** A comparison goes by its whole name, or by the short one that truncated metrics leave it. */
function namesOf(metric: string, offset: string, as: Shift['as'], metrics: number): readonly string[] {
  const shifted = shiftedLabel(metric, offset);
  if (as === 'values') return [shifted];
  return [`${as}__${metric}__${shifted}`, metrics > 1 ? `${metric}, ${offset}` : offset];
}

/** What stands behind the name of what is of another time. */
export function shiftName({ offset, as }: Pick<Shift, 'offset' | 'as'>): string {
  switch (as) {
    case 'values':
      return offset;
    case 'difference':
      return t('difference from %s', offset);
    case 'percentage':
      return t('change from %s', offset);
    case 'ratio':
      return t('ratio to %s', offset);
  }
}

function readAs(type: string): Shift['as'] {
  return type === 'difference' || type === 'percentage' || type === 'ratio' ? type : 'values';
}
