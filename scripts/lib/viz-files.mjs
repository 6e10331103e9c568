/**
 * The files of a new chart type by path, with its lines in `lists`, the texts of registry.ts and gallery.ts. `layer` is
 * the folder of legend, labels and tooltip; `hasMarks` tells that marks are part of the contract.
 */
export function vizFiles({ kebab, snake, camel, pascal, title }, lists, { layer, hasMarks }) {
  const folder = `packages/viz/src/plugins/${kebab}`;
  return {
    [`${folder}/index.ts`]:
      `
import { buildQueryObject } from '@tessera/core/build-query';
import { t } from '@tessera/core/messages';
import { defineViz } from '../../define.ts';
import { ${camel}Controls, ${camel}Sections } from './controls.ts';
${hasMarks ? `import { ${camel}Marks } from './marks.ts';\n` : ''}import { ${camel}Option } from './option.ts';
import { read${pascal} } from './rows.ts';

export const ${camel} = defineViz({
  type: '${snake}',
  controls: ${camel}Controls,
  sections: ${camel}Sections,
  roles: { series: 'groupby', value: 'metric', filters: 'adhoc_filters' },
  defaults: {},

  buildQueries: (_, raw) => [buildQueryObject(raw)],

  describe: (results, form, context) => {
    const rows = read${pascal}(results[0], form, context);
    if (rows.length === 0) return t('${title} without data.');
    return t('${title} of %(count)s values, the first is %(name)s.', { count: rows.length, name: ` +
      `rows[0]?.name ?? '' });
  },

  drawing: { kind: 'option', parts: () => import('./echarts-parts.ts'), toOption: ${camel}Option` +
      `${hasMarks ? `, marks: ${camel}Marks` : ''} },
});
`,
    [`${folder}/controls.ts`]: `
import { msg } from '@tessera/core/messages';
import { legend } from '../../bundles/legend.ts';
import type { Control, FormOf, Section } from '../../define.ts';
import { adhocFilters, colorScheme, currencyFormat, numberFormat, rowLimit } from '../../shared/controls.ts';

/** Controls come one by one from shared/controls.ts, and by bundles of what belongs together from bundles/. */
export const ${camel}Controls = {
  groupby: { kind: 'columns', label: msg('Dimensions'), hint: msg('One mark for each combination of their values.') },
  metric: { kind: 'metric', label: msg('Metric'), required: true },
  adhoc_filters: adhocFilters,
  row_limit: rowLimit,
  color_scheme: colorScheme,
  number_format: numberFormat('Number format'),
  currency_format: currencyFormat,
  ...legend.controls,
} as const satisfies Readonly<Record<string, Control>>;

export type ${pascal}Form = FormOf<typeof ${camel}Controls>;

export const ${camel}Sections: readonly Section<typeof ${camel}Controls>[] = [
  { tab: 'data', label: msg('Query'), controls: ['groupby', 'metric', 'adhoc_filters', 'row_limit'] },
  { tab: 'customize', label: msg('Chart options'), controls: ['color_scheme', 'number_format', 'currency_format'] },
  ...legend.sections,
];
`,
    [`${folder}/rows.ts`]:
      `
import { columnLabel, metricLabel } from '@tessera/core/form-data';
import { type Cell, cellAt, numberAt } from '@tessera/core/table';
import type { ChartContext, QueryResult } from '../../define.ts';
import { cellLabel } from '../../${layer}/labels.ts';
import type { ${pascal}Form } from './controls.ts';

type ${pascal}Row = {
  readonly name: string;
  readonly value: number | null;
  /** Values of the dimensions, in their order. */
  readonly cells: readonly Cell[];
};

/** The rows of the answer as the chart draws them: a name and a value each. */
export function read${pascal}(result: QueryResult | undefined, form: ${pascal}Form, context: ChartContext): ` +
      `readonly ${pascal}Row[] {
  const table = result?.table;
  const value = form.metric === null ? undefined : table?.columns.get(metricLabel(form.metric));
  const names = form.groupby.flatMap((column) => table?.columns.get(columnLabel(column)) ?? []);
  return Array.from({ length: table?.rowCount ?? 0 }, (_, row) => ({
    name: names.map((column) => cellLabel(cellAt(column, row), column.kind, context, 'smart_date')).join(', '),
    value: numberAt(value, row),
    cells: names.map((column) => cellAt(column, row)),
  }));
}
`,
    [`${folder}/option.ts`]:
      `
import type { EChartsOption } from 'echarts';
import type { ChartContext, QueryResult } from '../../define.ts';
import { baseOption, tooltipFrame } from '../../shared/base-option.ts';
import { legendOf } from '../../${layer}/legend.ts';
import { tooltipHtml } from '../../${layer}/tooltip.ts';
import type { ${pascal}Form } from './controls.ts';
import { read${pascal} } from './rows.ts';

/** One bar for each row; draw here what the chart should be. */
export function ${camel}Option(results: readonly QueryResult[], form: ${pascal}Form, context: ChartContext): ` +
      `EChartsOption {
  const rows = read${pascal}(results[0], form, context);
  const { legend, insets } = legendOf(rows.map(({ name }) => ({ name, label: name })), form, context);
  const say = (value: number | null) => context.formatNumber(form.number_format, value, form.currency_format);
  return {
    ...baseOption(context),
    legend,
    grid: { left: 64 + insets.left, right: 24 + insets.right, top: 24 + insets.top, bottom: 24 + insets.bottom },
    tooltip: { ...tooltipFrame(context), trigger: 'item' },
    xAxis: { type: 'category', data: [''], axisLine: { lineStyle: { color: context.theme.zeroLine } } },
    yAxis: {
      type: 'value',
      axisLabel: { color: context.theme.textMuted, formatter: (value: number) => say(value) },
      splitLine: { lineStyle: { color: context.theme.hairline } },
    },
    series: rows.map(({ name, value }) => ({
      type: 'bar',
      id: name,
      name,
      data: [value],
      itemStyle: { color: context.color(form.color_scheme, name) },
      tooltip: {
        formatter: () =>
          tooltipHtml({
            title: '',
            order: 'as_given',
            rows: [{ name, value: say(value), amount: value, color: context.color(form.color_scheme, name) }],
          }),
      },
    })),
  };
}
`,
    ...(hasMarks && {
      [`${folder}/marks.ts`]:
        `
import { columnLabel, metricLabel } from '@tessera/core/form-data';
import type { ChartContext, QueryResult } from '../../define.ts';
import { type Mark, rowFilters } from '../../marks.ts';
import type { ${pascal}Form } from './controls.ts';
import { read${pascal} } from './rows.ts';

/** What can be touched: one mark for each row that the legend shows. */
export function ${camel}Marks(results: readonly QueryResult[], form: ${pascal}Form, context: ChartContext): ` +
        `readonly Mark[] {
  const shown = read${pascal}(results[0], form, context).filter(({ name }) => !context.inputs.hidden.has(name));
  return shown.map(({ name, value, cells }): Mark => {
    const dimensions = form.groupby.map((column, at) => ({ column, cell: cells[at] ?? null, text: name }));
    return {
      key: name,
      name: \`\${name}: \${context.formatNumber(form.number_format, value, form.currency_format)}\`,
      series: name,
      datum: {
        ...Object.fromEntries(dimensions.map(({ column, cell }) => [columnLabel(column), cell])),
        ...(form.metric === null ? {} : { [metricLabel(form.metric)]: value }),
      },
      filters: rowFilters(dimensions),
      drawn: { seriesId: name, dataIndex: 0 },
    };
  });
}
`,
    }),
    [`${folder}/echarts-parts.ts`]: `
import { BarChart } from 'echarts/charts';
import { GridComponent, LegendComponent, TooltipComponent } from 'echarts/components';

export const echartsParts = [BarChart, GridComponent, LegendComponent, TooltipComponent];
`,
    [`${folder}/thumbnails.ts`]:
      `
import { ACCENT, GRID, thumbnail } from '../../shared/thumbnail.ts';

export const ${camel}Thumbnail = thumbnail(
  \`\${GRID}<path d="M24 64V40h16v24z" fill="currentColor" fill-opacity=".35"/><path d="M52 64V20h16v44z" ` +
      `fill="\${ACCENT}"/><path d="M80 64V48h16v16z" fill="currentColor" fill-opacity=".35"/>\`,
);
`,
    [`${folder}/fixtures/cases.ts`]: `
import type { Cell } from '@tessera/core/table';
import type { RawForm } from '@tessera/core/form-data';
import { erase } from '../../../erase.ts';
import type { DrawCase } from '../../../testing/golden.ts';
import { resultOf } from '../../../testing/tables.ts';
import { ${camel} } from '../index.ts';

const viz = erase(${camel});
const form: RawForm = { groupby: ['carrier'], metric: 'count' };
const answer = (carriers: readonly Cell[], counts: readonly Cell[]) => [
  resultOf({ 'carrier:string': carriers, 'count:numeric': counts }),
];
const basic = answer(['Southwest', 'Delta', 'United'], [412, 305, 254]);
const forty = Array.from({ length: 40 }, (_, at) => at);

/** What the goldens draw: the awkward ones that every type has, and what is special about this one. */
export const cases: readonly DrawCase[] = [
  { viz, name: 'basic', form, results: basic },
  { viz, name: 'dark', form, results: basic, dark: true },
  { viz, name: 'many', form, results: answer(forty.map((at) => \`Carrier \${at}\`), forty.map((at) => 400 - at * 9)) },
  { viz, name: 'empty', form, results: answer([], []) },
  { viz, name: 'nulls', form, results: answer(['Southwest', null, 'United'], [412, 305, null]) },
  { viz, name: 'negative', form, results: answer(['Southwest', 'Delta'], [-40, 25]) },
  { viz, name: 'hostile', form, results: answer(['<img src=x onerror=alert(1)>', '"]};', ''], [3, 2, 1]) },
  { viz, name: 'one-row', form, results: answer(['Southwest'], [412]) },
];
`,
    [`${folder}/fixtures/queries.ts`]: `
import type { BuildQueryCase } from '@tessera/core/fixtures/build-query';

/** Saved form data and what the chart asks for it; add a case for each control that changes the query. */
export const queryCases: readonly BuildQueryCase[] = [
  {
    type: '${snake}',
    name: 'basic',
    form: { viz_type: '${snake}', datasource: '3__table', groupby: ['carrier'], metric: 'count', row_limit: 100 },
    ownState: {},
    queries: [
      {
        filters: [],
        extras: { having: '', where: '' },
        applied_time_extras: {},
        columns: ['carrier'],
        metrics: ['count'],
        annotation_layers: [],
        row_limit: 100,
        series_limit: 0,
        order_desc: true,
        url_params: {},
        custom_params: {},
        custom_form_data: {},
      },
    ],
  },
];
`,
    [`${folder}/golden.test.ts`]: `
import { goldenTests } from '../../testing/golden.ts';
import { cases } from './fixtures/cases.ts';

goldenTests(import.meta.dirname, cases);
`,
    [`${folder}/queries.test.ts`]: `
import { queryTests } from '../../testing/queries.ts';
import { queryCases } from './fixtures/queries.ts';
import { ${camel} } from './index.ts';

queryTests(${camel}, queryCases);
`,
    [`${folder}/entry.ts`]: `
import { interactive } from '../../capabilities.ts';
import { erased, type VizEntries } from '../../entry.ts';

export const ${camel}Entries = {
  ${snake}: {
    name: '${title}',
    capabilities: {
      ...interactive,
      size: { minimum: { width: 2, height: 20 }, default: { width: 4, height: 50 } },
      skeleton: 'bars',
      limits: { rows: 50, series: 50 },
    },
    folder: '${kebab}',
    load: () => erased(import('./index.ts'), ({ ${camel} }) => ${camel}),
  },
} as const satisfies VizEntries;
`,
    [`${folder}/gallery.ts`]: `
import type { GalleryEntries } from '../../entry.ts';
import { ${camel}Thumbnail } from './thumbnails.ts';

export const ${camel}Gallery = {
  ${snake}: {
    category: 'Ranking',
    description: 'Which question does it answer? Say it in one sentence.',
    tags: [],
    roles: ['series', 'value'],
    thumbnail: ${camel}Thumbnail,
  },
} as const satisfies GalleryEntries;
`,
    'packages/viz/src/registry.ts': listed(lists.registry, { kebab, name: `${camel}Entries`, file: 'entry.ts' }),
    'packages/viz/src/gallery.ts': listed(lists.gallery, { kebab, name: `${camel}Gallery`, file: 'gallery.ts' }),
  };
}

const FIRST = "from './plugins/";
const SPREAD = /\n {2}\.\.\.\w+,\n\}/;

/** A list of chart types with the new family in it. @throws Error when it is there, or the list has another shape */
function listed(text, { kebab, name, file }) {
  const path = `./plugins/${kebab}/${file}`;
  if (text.includes(`'${path}'`)) throw new Error(`${kebab} is in packages/viz/src/${fileOf(file)} already`);
  const at = text.lastIndexOf('\nimport ', text.indexOf(FIRST)) + 1;
  if (at === 0 || !SPREAD.test(text))
    throw new Error(`${fileOf(file)} does not look as new-viz expects; see scripts/lib/viz-files.mjs`);
  const withImport = `${text.slice(0, at)}import { ${name} } from '${path}';\n${text.slice(at)}`;
  return withImport.replace(SPREAD, (end) => `${end.slice(0, -1)}  ...${name},\n}`);
}

function fileOf(file) {
  return file === 'entry.ts' ? 'registry.ts' : 'gallery.ts';
}
