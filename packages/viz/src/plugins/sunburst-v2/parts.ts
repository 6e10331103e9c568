import { addsUp } from '@tessera/core/additivity';
import { sequentialScale } from '@tessera/core/colors/sequential';
import { type Metric, metricLabel } from '@tessera/core/form-data';
import { t, tn } from '@tessera/core/messages';
import { cellsOf } from '@tessera/core/table';
import type { ChartContext, QueryResult } from '../../define.ts';
import { additivityOf, nonAdditiveText } from '../../layer/additivity.ts';
import { hierarchyOf, type HierarchyNode, nodesOf } from '../../shared/hierarchy.ts';
import { readRows } from '../../shared/rows.ts';
import type { SunburstForm } from './controls.ts';

export type Parts = {
  readonly roots: readonly HierarchyNode[];
  readonly total: number;
  readonly negative: number;
  readonly addsUp: boolean;
  readonly color: (part: HierarchyNode) => string;
};

/** The two metrics of the form, or the one where they are the same. */
export function metricsOf({ metric, secondary_metric: second }: SunburstForm): readonly Metric[] {
  if (metric === null) return [];
  return second === null || metricLabel(second) === metricLabel(metric) ? [metric] : [metric, second];
}

export function readParts(result: QueryResult | undefined, form: SunburstForm, context: ChartContext): Parts {
  const metrics = metricsOf(form);
  const [metric] = metrics;
  const isThere = metric !== undefined && result?.table.columns.has(metricLabel(metric)) === true;
  const asked = { columns: form.columns, metrics, timeFormat: form.date_format };
  const rows = isThere ? readRows(result, asked, context) : [];
  const named =
    form.columns.length > 0 || metric === undefined
      ? rows
      : rows.map((row) => ({ ...row, cells: [''], texts: [context.verboseName(metricLabel(metric))] }));
  const { roots, negative } = hierarchyOf(named);
  return {
    roots,
    negative,
    total: roots.reduce((sum, { values: [value = 0] }) => sum + value, 0),
    addsUp: metric === undefined || addsUp(additivityOf(metric, context)),
    color:
      metrics.length > 1
        ? byRatio(roots, form, context)
        : (part) => context.color(form.color_scheme, part.texts[0] ?? ''),
  };
}

/** Second metric to first, from the least ratio to the greatest. */
export function ratioOf({ values: [first = 0, second = 0] }: HierarchyNode): number {
  return first === 0 ? 0 : second / first;
}

function byRatio(roots: readonly HierarchyNode[], form: SunburstForm, context: ChartContext) {
  const ratios = nodesOf(roots).map(ratioOf);
  const [least, most] = [Math.min(...ratios), Math.max(...ratios)];
  const scale = sequentialScale(form.linear_color_scheme, context.theme.mode);
  return (part: HierarchyNode) => scale(most === least ? 0.6 : 0.1 + (0.9 * (ratioOf(part) - least)) / (most - least));
}

/** The value of a part; null where it holds parts whose values do not add up. */
export function partValue(
  { values: [value = 0], children }: HierarchyNode,
  parts: Pick<Parts, 'addsUp'>,
  say: (value: number) => string,
): string | null {
  return children.length > 0 && !parts.addsUp ? null : say(value);
}

export function sunburstNotes([result]: readonly QueryResult[], form: SunburstForm, context: ChartContext) {
  const { roots, negative, addsUp: isWhole } = readParts(result, form, context);
  return [
    ...(negative > 0 ? [tn('1 negative value is not shown', '%(count)s negative values are not shown', negative)] : []),
    ...(form.metric !== null && !isWhole && roots.some(({ children }) => children.length > 0)
      ? [nonAdditiveText([form.metric], t('inner rings show no value'), context)]
      : []),
  ];
}

export function emptySunburst([result]: readonly QueryResult[], form: SunburstForm): string | null {
  if (!result || form.metric === null || result.table.rowCount === 0) return null;
  const name = metricLabel(form.metric);
  const column = result.table.columns.get(name);
  if (!column) return null;
  const values = cellsOf(column);
  if (values.every((value) => value === null)) return t('%s has no value in any row.', name);
  return values.every((value) => Number(value ?? 0) <= 0)
    ? t('%s is negative or zero in every row, and an area shows only positive values.', name)
    : null;
}
