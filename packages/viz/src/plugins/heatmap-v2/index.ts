import { asColumns, asMetrics, buildQueryObject, type OrderBy, withBaseAxis } from '@tessera/core/build-query';
import { columnLabel, metricLabel, type RawForm } from '@tessera/core/form-data';
import { t, tn } from '@tessera/core/messages';
import { defineViz } from '../../define.ts';
import { selectMarks } from '../../select.ts';
import { axisNames, emptyHeatmap, readCells } from './cells.ts';
import { heatmapControls, heatmapSections } from './controls.ts';
import { heatmapMarks } from './marks.ts';
import { heatmapOption } from './option.ts';

export const heatmap = defineViz({
  type: 'heatmap_v2',
  controls: heatmapControls,
  sections: heatmapSections,
  roles: { x: 'x_axis', series: 'groupby', color: 'metric', filters: 'adhoc_filters' },
  defaults: {},

  buildQueries: (form, raw) => [
    {
      ...withBaseAxis(raw, buildQueryObject(raw)),
      orderby: orderOf(raw),
      post_processing:
        form.metric === null
          ? []
          : [
              {
                operation: 'rank',
                options: { metric: metricLabel(form.metric), ...groupOf(raw, form.normalize_across) },
              },
            ],
    },
  ],

  describe: (results, form, context) => {
    const { xs, ys, cells } = readCells(results[0], form, context);
    if (cells.length === 0 || form.metric === null) return t('Heatmap without data.');
    const [x = '', y = ''] = axisNames(form, context);
    const greatest = cells.reduce((best, cell) => (cell.value > best.value ? cell : best));
    const least = cells.reduce((best, cell) => (cell.value < best.value ? cell : best));
    const say = (value: number) => context.formatNumber(form.y_axis_format, value, form.currency_format);
    return tn(
      'Heatmap of %(metric)s, 1 cell: %(greatest)s %(most)s.',
      'Heatmap of %(metric)s by %(x)s and %(y)s, %(columns)s × %(rows)s: from %(least)s %(little)s to %(greatest)s ' +
        '%(most)s.',
      cells.length,
      {
        metric: context.verboseName(metricLabel(form.metric)),
        columns: xs.length,
        rows: ys.length,
        x,
        y,
        greatest: greatest.row.texts.join(', '),
        most: say(greatest.value),
        least: least.row.texts.join(', '),
        little: say(least.value),
      },
    );
  },

  select: (event, _, __, inputs) => selectMarks(event, inputs),
  whyEmpty: emptyHeatmap,

  drawing: { kind: 'option', parts: () => import('./echarts-parts.ts'), toOption: heatmapOption, marks: heatmapMarks },
});

/** By the columns of the axes or by the metric, in the order of the axes. */
function orderOf(raw: RawForm): OrderBy[] {
  const [metric] = asMetrics(raw['metric']);
  return (['x', 'y'] as const).flatMap((axis): OrderBy[] => {
    const sort = raw[`sort_${axis}_axis`];
    if (typeof sort !== 'string') return [];
    const [column] = asColumns(raw[axis === 'x' ? 'x_axis' : 'groupby']);
    const by = sort.startsWith('value') ? metric : column;
    return by === undefined ? [] : [[by, sort.endsWith('asc')]];
  });
}

function groupOf(raw: RawForm, across: string): { readonly group_by?: string } {
  const [column] = asColumns(across === 'x' ? raw['x_axis'] : across === 'y' ? raw['groupby'] : null);
  return column === undefined ? {} : { group_by: columnLabel(column) };
}
