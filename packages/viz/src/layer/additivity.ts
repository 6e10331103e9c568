import { addsUp, type Additivities, type Additivity, additivityOfAggregate } from '@tessera/core/additivity';
import { type Metric, metricLabel } from '@tessera/core/form-data';
import { t, tn } from '@tessera/core/messages';
import { ownValue } from '@tessera/core/own-value';
import type { ChartContext, QueryResult } from '../define.ts';

type Knows = Pick<ChartContext, 'additivity'>;

/** Whether a metric is additive: what the dataset knows, else what its aggregate tells. */
export function additivityOf(metric: Metric, context: Knows): Additivity {
  const known = context.additivity?.(metricLabel(metric)) ?? 'unknown';
  if (known !== 'unknown' || typeof metric === 'string' || metric.expressionType !== 'SIMPLE') return known;
  return additivityOfAggregate(metric.aggregate);
}

/** The metrics that are not additive. */
export function nonAdditiveMetrics(metrics: readonly Metric[], context: Knows): readonly Metric[] {
  return metrics.filter((metric) => !addsUp(additivityOf(metric, context)));
}

/** A context that knows what the answers tell of their metrics; one that knows them already is returned as it is. */
export function withAnswered<C extends Knows>(results: readonly QueryResult[], context: C): C {
  if (context.additivity) return context;
  const told: Additivities = Object.assign({}, ...results.map(({ additivity }) => additivity ?? {}));
  return { ...context, additivity: (label: string) => additivityByLabel(told, label) };
}

/** Values of another time are named after their metric: `count__1 year ago`, `difference__count__count__1 year ago`. */
export function additivityByLabel(told: Additivities, label: string): Additivity {
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
  return isWhole ? t('Total') : tn('Total of the one shown', 'Total of the %(count)s shown', count);
}

/** A sentence about metrics that do not add up, and what follows from it. */
export function nonAdditiveText(
  metrics: readonly Metric[],
  what: string,
  context: Knows & { readonly verboseName?: ChartContext['verboseName'] },
): string {
  const names = metrics.map((metric) => {
    const label = metricLabel(metric);
    return typeof metric === 'string' ? (context.verboseName?.(label) ?? label) : label;
  });
  const said = { metrics: names.join(', '), what };
  return metrics.some((metric) => additivityOf(metric, context) === 'unknown')
    ? t('%(metrics)s is not known to add up: %(what)s', said)
    : t('%(metrics)s does not add up: %(what)s', said);
}
