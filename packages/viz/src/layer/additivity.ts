import { addsUp, type Additivities, type Additivity, additivityOfAggregate } from '@tessera/core/additivity';
import { type Metric, metricLabel } from '@tessera/core/form-data';
import { t, tNamed } from '@tessera/core/messages';
import { ownValue } from '@tessera/core/own-value';
import type { ChartContext, QueryResult } from '../define.ts';

type Knows = Pick<ChartContext, 'additivity'>;

/** Whether values of a metric may be summed: what the dataset knows, else what its aggregate tells. */
export function additivityOf(metric: Metric, context: Knows): Additivity {
  const known = context.additivity?.(metricLabel(metric)) ?? 'unknown';
  if (known !== 'unknown' || typeof metric === 'string' || metric.expressionType !== 'SIMPLE') return known;
  return additivityOfAggregate(metric.aggregate);
}

/** Metrics whose values must not be summed, by their labels. */
export function notSummed(metrics: readonly Metric[], context: Knows): readonly string[] {
  return metrics.filter((metric) => !addsUp(additivityOf(metric, context))).map(metricLabel);
}

/** A context that knows what the answers tell of their metrics; one that knows already is kept. */
export function withAnswered<C extends Knows>(results: readonly QueryResult[], context: C): C {
  if (context.additivity) return context;
  const told: Additivities = Object.assign({}, ...results.map(({ additivity }) => additivity ?? {}));
  return { ...context, additivity: (label: string) => toldOf(told, label) };
}

/** Values of another time are named after their metric: `count__1 year ago`, `difference__count__count__1 year ago`. */
export function toldOf(told: Additivities, label: string): Additivity {
  const own = ownValue(told, label);
  if (own !== undefined) return own;
  const name = label.replace(/^(?:difference|percentage|ratio)__/, '');
  const metric = Object.keys(told)
    .filter((known) => name.startsWith(`${known}__`))
    .toSorted((a, b) => b.length - a.length)[0];
  const kind = metric === undefined ? 'unknown' : (told[metric] ?? 'unknown');
  return /^(?:percentage|ratio)__/.test(label) && kind !== 'unknown' ? 'non_additive' : kind;
}

/** What the sum of the values on a chart is called: of a part of them, it says of how many. */
export function totalName(count: number, isWhole = false): string {
  return isWhole ? t('Total') : tNamed('Total of the %(count)s shown', { count });
}

/** Said beside a control and below a picture that would need sums of these. */
export function notSummedText(labels: readonly string[], what: string): string {
  return tNamed('%(metrics)s: its values do not add up, so %(what)s', { what, metrics: labels.join(', ') });
}
