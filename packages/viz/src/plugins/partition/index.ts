import { t, tn } from '@tessera/core/messages';
import { overTimeQuery, seriesOverTimeQuery } from '../../bundles/over-time.ts';
import { type ChartContext, defineViz, type QueryResult } from '../../define.ts';
import {
  complainOfTime,
  partitionControls,
  partitionDefaults,
  type PartitionForm,
  partitionSections,
} from './controls.ts';
import { partitionMarks } from './marks.ts';
import { emptyPartition, partitionNotes, valueText } from './say.ts';
import { partitionScene } from './scene.ts';
import { readParts } from './tree.ts';

const DESCRIBED = 6;

export const partition = defineViz({
  type: 'partition',
  controls: partitionControls,
  sections: partitionSections,
  roles: {
    time: 'granularity_sqla',
    value: 'metrics',
    series: 'groupby',
    order: 'timeseries_limit_metric',
    filters: 'adhoc_filters',
  },
  defaults: partitionDefaults,
  validate: complainOfTime,

  buildQueries: ({ time_series_option: option }, raw) => {
    if (option === 'adv_anal') return [seriesOverTimeQuery(raw)];
    const { is_timeseries: isTime, ...query } = overTimeQuery(raw);
    return [option === 'not_time' ? query : { ...query, is_timeseries: isTime ?? true }];
  },

  describe: describePartition,
  notes: partitionNotes,
  whyEmpty: emptyPartition,

  drawing: {
    kind: 'scene',
    toScene: (results, form, context) =>
      partitionScene(results, form, context, describePartition(results, form, context)),
    marks: partitionMarks,
  },
});

function describePartition(results: readonly QueryResult[], form: PartitionForm, context: ChartContext): string {
  const roots = readParts(results[0], form, context);
  if (roots.length === 0) return t('Partition chart without data.');
  const told = roots.map((root) => {
    const parts = root.children.slice(0, DESCRIBED).map((part) => `${part.name} ${valueText(part, form, context)}`);
    return `${root.name} ${valueText(root, form, context)}: ${parts.join(', ')}`;
  });
  return tn(
    'Partition chart of one metric. %(told)s.',
    'Partition chart of %(count)s metrics. %(told)s.',
    roots.length,
    {
      told: told.join('; '),
    },
  );
}
