import { buildQueryObject } from '@tessera/core/build-query';
import { columnLabel, metricLabel } from '@tessera/core/form-data';
import { t, tn } from '@tessera/core/messages';
import { type ChartContext, defineViz, type QueryResult } from '../../define.ts';
import { metricWriter } from '../../layer/metric-formats.ts';
import { selectMarks } from '../../select.ts';
import { wordCloudControls, wordCloudDefaults, type WordCloudForm, wordCloudSections } from './controls.ts';
import { wordCloudMarks } from './marks.ts';
import { wordCloudScene } from './scene.ts';
import { emptyCloud, readWords } from './words.ts';

const DESCRIBED = 8;

export const wordCloud = defineViz({
  type: 'word_cloud',
  controls: wordCloudControls,
  sections: wordCloudSections,
  roles: { series: 'series', value: 'metric', filters: 'adhoc_filters' },
  defaults: wordCloudDefaults,

  buildQueries: (form, raw) => [
    {
      ...buildQueryObject(raw),
      ...(form.sort_by_metric && form.metric !== null ? { orderby: [[form.metric, false]] } : {}),
    },
  ],

  describe: describeCloud,
  select: (event, _results, _form, inputs) => selectMarks(event, inputs, { groupbyFieldName: 'series' }),
  whyEmpty: emptyCloud,

  drawing: {
    kind: 'scene',
    toScene: (results, form, context) => wordCloudScene(results, form, context, describeCloud(results, form, context)),
    marks: wordCloudMarks,
  },
});

function describeCloud(results: readonly QueryResult[], form: WordCloudForm, context: ChartContext): string {
  const { words } = readWords(results[0], form, context);
  if (words.length === 0 || form.metric === null || form.series === null) return t('Word cloud without data.');
  const say = metricWriter(form.metric, context).short;
  const told = words.slice(0, DESCRIBED).map(({ text, value }) => `${text} ${say(value)}`);
  return tn(
    'Word cloud of one value of %(dimension)s by %(metric)s: %(told)s.',
    'Word cloud of %(count)s values of %(dimension)s by %(metric)s, the greatest: %(told)s.',
    words.length,
    {
      dimension: context.verboseName(columnLabel(form.series)),
      metric: context.verboseName(metricLabel(form.metric)),
      told: told.join(', '),
    },
  );
}
