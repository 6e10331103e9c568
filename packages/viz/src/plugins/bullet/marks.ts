import { metricLabel } from '@tessera/core/form-data';
import type { ChartContext, QueryResult } from '../../define.ts';
import { metricWriter } from '../../layer/metric-formats.ts';
import type { Mark } from '../../marks.ts';
import type { BulletForm } from './controls.ts';
import { readBullet } from './scale.ts';

export const MEASURE = 'measure';

/** The measure, which leads to the rows behind it. */
export function bulletMarks(results: readonly QueryResult[], form: BulletForm, context: ChartContext): readonly Mark[] {
  const { name, value } = readBullet(results[0], form, context);
  if (value === null || form.metric === null) return [];
  return [
    {
      key: MEASURE,
      name: `${name}: ${metricWriter(form.metric, context).exact(value)}`,
      series: null,
      datum: { [metricLabel(form.metric)]: value },
      filters: [],
      by: null,
    },
  ];
}
