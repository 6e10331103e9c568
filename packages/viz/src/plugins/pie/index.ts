import { buildQueryObject, type OrderBy } from '@tessera/core/build-query';
import { columnLabel, metricLabel } from '@tessera/core/form-data';
import { t, tn } from '@tessera/core/messages';
import { defineViz } from '../../define.ts';
import { pieControls, pieDefaults, pieSections } from './controls.ts';
import { pieMarks } from './marks.ts';
import { pieOption } from './option.ts';
import { emptyPie, percentOf, pieNotes, readSlices, valueOf } from './slices.ts';

const DESCRIBED_SLICES = 8;

export const pie = defineViz({
  type: 'pie',
  controls: pieControls,
  sections: pieSections,
  roles: { series: 'groupby', value: 'metric', filters: 'adhoc_filters' },
  defaults: pieDefaults,

  buildQueries: (form, raw) => {
    if (form.metric === null) return [buildQueryObject(raw)];
    const label = metricLabel(form.metric);
    const orderby: OrderBy[] = [[form.metric, false]];
    return [
      {
        ...buildQueryObject(raw),
        ...(form.sort_by_metric ? { orderby } : {}),
        post_processing: [
          { operation: 'contribution', options: { columns: [label], rename_columns: [`${label}__contribution`] } },
        ],
      },
    ];
  },

  describe: (results, form, context) => {
    const { slices, total, addsUp } = readSlices(results[0], form, context);
    if (slices.length === 0) return t('Pie chart without data.');
    const told = slices
      .slice(0, DESCRIBED_SLICES)
      .map((slice) => `${slice.name} ${addsUp ? percentOf(slice, context) : valueOf(slice, form, context)}`);
    const rest = slices.length - told.length;
    const said = {
      dimensions: form.groupby.map((column) => context.verboseName(columnLabel(column))).join(', '),
      total: context.formatNumber(form.number_format, total, form.currency_format),
    };
    const opening = addsUp
      ? tn(
          'Pie chart of 1 slice by %(dimensions)s, %(total)s in total:',
          'Pie chart of %(count)s slices by %(dimensions)s, %(total)s in total:',
          slices.length,
          said,
        )
      : tn(
          'Pie chart of 1 slice by %(dimensions)s:',
          'Pie chart of %(count)s slices by %(dimensions)s:',
          slices.length,
          said,
        );
    return `${opening} ${[...told, ...(rest > 0 ? [tn('1 more', '%(count)s more', rest)] : [])].join(', ')}.`;
  },

  notes: pieNotes,

  whyEmpty: emptyPie,

  drawing: {
    kind: 'option',
    parts: () => import('./echarts-parts.ts'),
    toOption: pieOption,
    marks: pieMarks,
  },
});
