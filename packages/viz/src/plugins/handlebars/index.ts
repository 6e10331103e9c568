import { t } from '@tessera/core/messages';
import { defineViz } from '../../define.ts';
import { sceneSvg } from '../../scene/scene-svg.ts';
import { complainOfHandlebars, handlebarsControls, handlebarsSections } from './controls.ts';
import { type HandlebarsModel, handlebarsModel, linesOf } from './model.ts';
import { handlebarsQueries } from './queries.ts';
import { handlebarsScene } from './scene.ts';

const LONGEST = 400;

export const handlebars = defineViz<typeof handlebarsControls, HandlebarsModel>({
  type: 'handlebars',
  controls: handlebarsControls,
  sections: handlebarsSections,
  roles: {
    rows: ['groupby', 'all_columns'],
    value: ['metrics', 'percent_metrics'],
    order: 'timeseries_limit_metric',
    filters: 'adhoc_filters',
  },
  defaults: {},
  validate: complainOfHandlebars,

  buildQueries: (_, raw) => handlebarsQueries(raw),

  describe: (results, form, context) => describeModel(handlebarsModel(results, form, context)),

  drawing: {
    kind: 'model',
    toModel: handlebarsModel,
    view: () => import('./View.tsx'),
    toSvg: (model, context) => sceneSvg(handlebarsScene(model, context, describeModel(model))),
  },
});

function describeModel(model: HandlebarsModel): string {
  const text = linesOf(model).join('; ');
  if (text === '') return t('Template without data.');
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}
