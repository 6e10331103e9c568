import { asColumns, buildQueryObject } from '@tessera/core/build-query';
import { columnLabel } from '@tessera/core/form-data';
import { t, tn } from '@tessera/core/messages';
import { defineViz } from '../../define.ts';
import { countText, edgesFor, emptyHistogram, histogramNotes, readBins } from './bins.ts';
import { histogramControls, histogramSections } from './controls.ts';
import { histogramMarks } from './marks.ts';
import { histogramOption } from './option.ts';
import { selectHistogram } from './select.ts';

export const histogram = defineViz({
  type: 'histogram_v2',
  controls: histogramControls,
  sections: histogramSections,
  roles: { x: 'column', series: 'groupby', filters: 'adhoc_filters' },
  defaults: {},

  buildQueries: (form, raw, { whole }) => {
    const column = asColumns(raw['column'])[0];
    const dimensions = asColumns(raw['groupby']);
    const { metrics: _, ...query } = buildQueryObject(raw);
    return [
      {
        ...query,
        columns: column === undefined ? dimensions : [...dimensions, column],
        post_processing:
          column === undefined
            ? []
            : [
                {
                  operation: 'histogram',
                  options: {
                    column: columnLabel(column),
                    groupby: dimensions.map(columnLabel),
                    bins: form.bins ?? 5,
                    cumulative: form.cumulative,
                    normalize: form.normalize,
                    ...edgesFor(whole, form),
                  },
                },
              ],
      },
    ];
  },

  describe: (results, form, context) => {
    const { bins, series } = readBins(results[0], form, context);
    const [first, last] = [bins[0], bins.at(-1)];
    if (!first || !last || form.column === null) return t('Histogram without data.');
    const sums = bins.map((_, at) => series.reduce((sum, { values }) => sum + (values[at] ?? 0), 0));
    const at = sums.indexOf(Math.max(...sums));
    return tn(
      'Histogram of %(column)s in 1 bin.',
      'Histogram of %(column)s in %(count)s bins from %(from)s to %(to)s: most in %(bin)s, %(most)s.',
      bins.length,
      {
        column: context.verboseName(columnLabel(form.column)),
        from: context.formatNumber(form.x_axis_format, first.from),
        to: context.formatNumber(form.x_axis_format, last.to),
        bin: bins[at]?.label ?? '',
        most: countText(sums[at] ?? null, form, context),
      },
    );
  },

  select: selectHistogram,
  notes: histogramNotes,
  whyEmpty: emptyHistogram,

  drawing: {
    kind: 'option',
    parts: () => import('./echarts-parts.ts'),
    toOption: histogramOption,
    marks: histogramMarks,
  },
});
