import type { RawForm } from '@tessera/core/form-data';
import { t } from '@tessera/core/messages';
import type { ChartContext, QueryResult } from '../../define.ts';
import { defineViz } from '../../define.ts';
import type { Mark } from '../../marks.ts';
import { readPivotForm } from '../../pivot/form.ts';
import { presentPivot } from '../../pivot/present.ts';
import { readTotals } from '../../pivot/totals.ts';
import { sceneSvg } from '../../scene/scene-svg.ts';
import { pivotControls, type PivotControlForm, pivotSections, temporalLookup } from './controls.ts';
import { type PivotModel, pivotModel, whyNoPivot } from './model.ts';
import { pivotQueries, totalsAgain } from './queries.ts';
import { pivotScene } from './scene.ts';
import { selectPivot } from './touch.ts';

/** Headers and cells that are offered one by one to whoever asks for all marks. */
const MAX_MARKED_LINES = 300;
const MAX_MARKED_CELLS = 10_000;

export const pivotTable = defineViz<typeof pivotControls, PivotModel>({
  type: 'pivot_table_v2',
  controls: pivotControls,
  sections: pivotSections,
  roles: {
    rows: 'groupbyRows',
    columns: 'groupbyColumns',
    value: 'metrics',
    order: 'series_limit_metric',
    filters: 'adhoc_filters',
  },
  defaults: {},
  fromDataset: temporalLookup,
  buildQueries: (_, raw: RawForm, context) => pivotQueries(raw, context),
  again: totalsAgain,
  notes: (results, form, context) =>
    readTotals(results, readPivotForm(form), form.metrics, context).areOfAll ? [t('Totals are of all rows')] : [],
  describe: (results, form, context) => pivotModel(results, form, context).description,
  select: selectPivot,
  present: presentPivot,
  whyEmpty: whyNoPivot,
  drawing: {
    kind: 'model',
    toModel: pivotModel,
    toSvg: (model, context) => sceneSvg(pivotScene(model, context)),
    view: () => import('./View.tsx'),
    marks: pivotMarks,
  },
});

function pivotMarks(results: readonly QueryResult[], form: PivotControlForm, context: ChartContext): readonly Mark[] {
  const model = pivotModel(results, form, context);
  const headers = [model.columns, model.rows].flatMap((axis) =>
    axis.lines
      .slice(0, MAX_MARKED_LINES)
      .flatMap((_, line) =>
        axis.levels.flatMap((__, level) =>
          axis.isContinued(line, level) ? [] : (model.headerMark(axis.side, line, level) ?? []),
        ),
      ),
  );
  const columns = model.columns.lines.length;
  const rows = Math.min(model.rows.lines.length, Math.floor(MAX_MARKED_CELLS / Math.max(1, columns)));
  const cells = Array.from({ length: rows * columns }, (_, at) =>
    model.cellMark(Math.floor(at / columns), at % columns),
  );
  return [...headers, ...cells];
}
