import { t, tn } from '@tessera/core/messages';
import { seriesOverTimeQuery } from '../../bundles/over-time.ts';
import { type ChartContext, defineViz } from '../../define.ts';
import { wholeSeries } from '../../layer/series-cut.ts';
import { sceneSvg } from '../../scene/scene-svg.ts';
import { complainOfParameters, pairedTtestControls, pairedTtestDefaults, pairedTtestSections } from './controls.ts';
import { compareWith, emptyTtest, liftText, pText, ttestModel, type TtestModel, ttestNotes } from './model.ts';
import { ttestScene } from './scene.ts';

const DESCRIBED = 5;

export const pairedTtest = defineViz({
  type: 'paired_ttest',
  controls: pairedTtestControls,
  sections: pairedTtestSections,
  roles: {
    time: 'granularity_sqla',
    y: 'metrics',
    series: 'groupby',
    order: 'timeseries_limit_metric',
    filters: 'adhoc_filters',
  },
  defaults: pairedTtestDefaults,
  validate: complainOfParameters,

  buildQueries: (_, raw) => [seriesOverTimeQuery(raw)],
  again: (results, _, queries) => wholeSeries(queries[0], results[0], false),
  describe: (results, form, context) => describeTtest(ttestModel(results, form, context), context),
  notes: ttestNotes,
  whyEmpty: emptyTtest,

  drawing: {
    kind: 'model',
    toModel: ttestModel,
    view: () => import('./View.tsx'),
    toSvg: (model, context) => sceneSvg(ttestScene(model, context, describeTtest(model, context))),
    marks: (results, form, context) =>
      ttestModel(results, form, context).tables.flatMap(({ groups }) => groups.map(({ mark }) => mark)),
  },
});

function describeTtest(model: TtestModel, context: ChartContext): string {
  const told = model.tables.flatMap((table) => {
    const rows = compareWith(table, null, model.level);
    const control = rows.find(({ isControl }) => isControl);
    const others = rows.filter(({ isControl }) => !isControl).slice(0, DESCRIBED);
    if (!control || others.length === 0) return [];
    const said = others.map(
      (row) => `${row.group.name} ${liftText(row.lift, model, context)} (p ${pText(row.p, model, context)})`,
    );
    return [
      t('%(metric)s beside %(control)s: %(told)s.', {
        metric: table.name,
        control: control.group.name,
        told: said.join(', '),
      }),
    ];
  });
  if (told.length === 0) return t('Paired t-test without groups to compare.');
  return `${tn('Paired t-test of one metric.', 'Paired t-tests of %(count)s metrics.', told.length)} ${told.join(' ')}`;
}
