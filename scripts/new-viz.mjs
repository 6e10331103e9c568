import { nameArgument, spellings, writeFolder } from './lib/generate.mjs';

const { kebab, snake, camel, title } = spellings(nameArgument('new-viz', 'lollipop'));
const folder = `packages/viz/src/plugins/${kebab}`;

writeFolder(folder, {
  'index.ts': `
import { buildQueryObject } from '@tessera/core/build-query';
import { t } from '@tessera/core/messages';
import { defineViz } from '../../define.ts';
import { ${camel}Option } from './option.ts';

export const ${camel} = defineViz({
  type: '${snake}',
  controls: {
    groupby: { kind: 'columns', label: t('Dimensions') },
    metric: { kind: 'metric', label: t('Metric'), required: true },
    adhoc_filters: { kind: 'filters', label: t('Filters') },
  },
  sections: [{ tab: 'data', label: t('Query'), controls: ['groupby', 'metric', 'adhoc_filters'] }],
  roles: { series: 'groupby', value: 'metric', filters: 'adhoc_filters' },
  defaults: {},
  buildQueries: (_form, raw) => [buildQueryObject(raw)],
  describe: () => t('${title} chart.'),
  drawing: { kind: 'option', parts: () => import('./echarts-parts.ts'), toOption: ${camel}Option },
});
`,
  'option.ts': `
import { columnLabel, metricLabel, type Metric } from '@tessera/core/form-data';
import type { QueryColumn } from '@tessera/core/query-object';
import { cellAt, numberAt } from '@tessera/core/table';
import type { EChartsOption } from 'echarts';
import type { ChartContext, QueryResult } from '../../define.ts';
import { cellText } from '../../layer/labels.ts';

type Form = { readonly groupby: readonly QueryColumn[]; readonly metric: Metric | null };

/** One bar per group. */
export function ${camel}Option(results: readonly QueryResult[], form: Form, context: ChartContext): EChartsOption {
  const table = results[0]?.table;
  const name = form.groupby[0] === undefined ? undefined : table?.columns.get(columnLabel(form.groupby[0]));
  const value = form.metric === null ? undefined : table?.columns.get(metricLabel(form.metric));
  const rows = Array.from({ length: table?.rowCount ?? 0 }, (_, index) => index);
  return {
    xAxis: { type: 'category', data: rows.map((index) => name ? cellText(cellAt(name, index)) : '') },
    yAxis: { type: 'value', splitLine: { lineStyle: { color: context.theme.hairline } } },
    series: [{ type: 'bar', data: rows.map((index) => numberAt(value, index)), itemStyle: { color: context.theme.accent } }],
  };
}
`,
  'echarts-parts.ts': `
import { BarChart } from 'echarts/charts';
import { GridComponent, TooltipComponent } from 'echarts/components';

export const echartsParts = [BarChart, GridComponent, TooltipComponent];
`,
  'fixtures/cases.ts': `
import type { RawForm } from '@tessera/core/form-data';
import { erase } from '../../../erase.ts';
import type { DrawCase } from '../../../testing/golden.ts';
import { resultOf } from '../../../testing/tables.ts';
import { ${camel} } from '../index.ts';

const viz = erase(${camel});
const form: RawForm = { groupby: ['carrier'], metric: 'count' };

// The awkward ones are missing: the test names them.
export const cases: readonly DrawCase[] = [
  { viz, name: 'basic', form, results: [resultOf({ 'carrier:string': ['Southwest', 'Delta', 'United'], 'count:numeric': [412, 305, 254] })] },
];
`,
  'golden.test.ts': `
import { goldenTests } from '../../testing/golden.ts';
import { cases } from './fixtures/cases.ts';

goldenTests(import.meta.dirname, cases);
`,
});

console.log(`${folder} is made. Next:
1. npx vitest run ${folder}   fails and names the cases that fixtures/cases.ts lacks
2. draw what the chart should be in option.ts; accept the goldens with npm run golden and look at the SVGs
3. add ${snake} to packages/viz/src/registry.ts, with a thumbnail`);
