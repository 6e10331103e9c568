import { t, tn } from '@tessera/core/messages';
import type { RawForm } from '@tessera/core/form-data';
import type { ChartContext, QueryResult } from '../../define.ts';
import { defineViz } from '../../define.ts';
import { sceneSvg } from '../../scene/scene-svg.ts';
import { tableControls, tableDefaults, type TableForm, tableSections, temporalLookup } from './controls.ts';
import { withColumnFormats } from './metric-formats.ts';
import { type TableModel, tableModel } from './model.ts';
import { presentTable } from './present.ts';
import { tableQueries } from './queries.ts';
import { tableScene } from './scene.ts';
import { selectCell, tableMarks } from './touch.ts';
import { shareNotes } from './shares.ts';
import { zoneNote } from './zone-note.ts';

const NAMED_COLUMNS = 6;

export const table = defineViz<typeof tableControls, TableModel>({
  type: 'table',
  controls: tableControls,
  sections: tableSections,
  roles: {
    rows: ['groupby', 'all_columns'],
    value: ['metrics', 'percent_metrics'],
    order: 'timeseries_limit_metric',
    filters: 'adhoc_filters',
  },
  defaults: tableDefaults,
  fromDataset: temporalLookup,
  validate,
  buildQueries: (_, raw: RawForm, context) => tableQueries(raw, context),
  inMetricFormats: withColumnFormats,
  notes: (results, form, context) => [...shareNotes(results, form, context), ...zoneNote(results, form)],
  describe: describeTable,
  select: selectCell,
  present: presentTable,
  drawing: {
    kind: 'model',
    toModel: (results, form, context) => tableModel(results, form, context, describeTable(results, form, context)),
    toSvg: (model, context) => sceneSvg(tableScene(model, context)),
    view: () => import('./View.tsx'),
    marks: (results, form, context) =>
      tableMarks(tableModel(results, form, context, describeTable(results, form, context))),
  },
});

/** A table needs columns of some kind; which kind is up to its author. */
function validate(form: TableForm): Readonly<Record<string, readonly string[]>> {
  if (
    form.query_mode === 'raw' ||
    (form.groupby.length === 0 && form.all_columns.length > 0 && form.metrics.length === 0)
  ) {
    return form.all_columns.length === 0 ? { all_columns: [t('cannot be empty')] } : {};
  }
  const isEmpty = form.groupby.length === 0 && form.metrics.length === 0 && form.percent_metrics.length === 0;
  return isEmpty ? { groupby: [t('Choose a dimension, a metric or a percentage metric')] } : {};
}

function describeTable(results: readonly QueryResult[], _: TableForm, context: ChartContext): string {
  const columns = [...(results[0]?.table.columns.keys() ?? [])];
  const rows = results[0]?.table.rowCount ?? 0;
  const named = columns
    .slice(0, NAMED_COLUMNS)
    .map((name) => context.verboseName(name))
    .join(', ');
  return t('Table of %(rows)s and %(columns)s: %(names)s.', {
    rows: tn('1 row', '%(count)s rows', rows),
    columns: tn('1 column', '%(count)s columns', columns.length),
    names: columns.length > NAMED_COLUMNS ? `${named}, …` : named,
  });
}
