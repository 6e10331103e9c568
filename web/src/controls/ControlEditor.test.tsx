import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { Control, ControlKind } from '@tessera/viz/define';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { UiProvider } from '../ui/layout/UiProvider.tsx';
import { ControlEditor } from './ControlEditor.tsx';
import { panelContext, readDatasetFields } from './fields.ts';

const dataset = readDatasetFields({
  id: 7,
  table_name: 'flights',
  main_dttm_col: 'date',
  time_grain_sqla: [['P1D', 'Day']],
  columns: [
    { column_name: 'date', type_generic: 2, is_dttm: true, verbose_name: 'Departure' },
    { column_name: 'origin', type_generic: 1, is_dttm: false },
    { column_name: 'delay', type_generic: 0, is_dttm: false },
  ],
  metrics: [{ metric_name: 'count', verbose_name: 'Flights', expression: 'COUNT(*)' }],
});

function draw(control: Control, value: unknown, errors: readonly string[] = []): string {
  const data = { dataset, form: { metrics: ['count'], groupby: ['origin'] }, panel: panelContext(dataset) };
  return renderToStaticMarkup(
    <UiProvider>
      <QueryClientProvider client={new QueryClient()}>
        <ControlEditor name="key" control={control} value={value} errors={errors} data={data} onChange={() => {}} />
      </QueryClientProvider>
    </UiProvider>,
  );
}

const choices = [
  { value: 'a', label: 'Alpha' },
  { value: 'b', label: 'Beta' },
] as const;

/** One of each kind with a value, and what must be readable on screen. */
const kinds: {
  readonly [K in ControlKind]: {
    readonly control: Extract<Control, { kind: K }>;
    readonly value: unknown;
    readonly shows: string;
  };
} = {
  column: { control: { kind: 'column', label: 'X axis' }, value: 'date', shows: 'Departure' },
  columns: {
    control: { kind: 'columns', label: 'Dimensions' },
    value: ['origin', { sqlExpression: 'upper(origin)', label: 'Upper' }],
    shows: 'Upper',
  },
  select_many: {
    control: { kind: 'select_many', label: 'Shifts', choices, freeForm: true },
    value: ['b', 'typed'],
    shows: 'typed',
  },
  metric: {
    control: { kind: 'metric', label: 'Metric' },
    value: { expressionType: 'SIMPLE', column: { column_name: 'delay' }, aggregate: 'SUM', label: 'SUM(delay)' },
    shows: 'SUM(delay)',
  },
  metrics: { control: { kind: 'metrics', label: 'Metrics' }, value: ['count'], shows: 'Flights' },
  filters: {
    control: { kind: 'filters', label: 'Filters' },
    value: [{ expressionType: 'SIMPLE', clause: 'WHERE', subject: 'origin', operator: 'IN', comparator: ['SEA'] }],
    shows: 'origin is one of SEA',
  },
  select: { control: { kind: 'select', label: 'Style', choices, default: 'a' }, value: 'b', shows: 'Beta' },
  row_limit: {
    control: { kind: 'row_limit', label: 'Row limit', choices: [10, 1000], default: 1000 },
    value: 1000,
    shows: '1,000',
  },
  segmented: { control: { kind: 'segmented', label: 'Mode', choices, default: 'a' }, value: 'a', shows: 'Beta' },
  bool: { control: { kind: 'bool', label: 'Legend', default: true }, value: true, shows: 'checked' },
  text: { control: { kind: 'text', label: 'Title', default: '' }, value: 'Mine', shows: 'Mine' },
  slider: {
    control: { kind: 'slider', label: 'Opacity', min: 0, max: 1, step: 0.1, default: 0.2 },
    value: 0.4,
    shows: '0.4',
  },
  number_format: {
    control: { kind: 'number_format', label: 'Number format', default: 'SMART_NUMBER' },
    value: ',.1f',
    shows: '12,345.4',
  },
  time_format: {
    control: { kind: 'time_format', label: 'Date format', default: 'smart_date' },
    value: '%Y-%m-%d',
    shows: '2019-01-14',
  },
  time_grain: { control: { kind: 'time_grain', label: 'Time grain', default: null }, value: 'P1D', shows: 'Day' },
  time_range: {
    control: { kind: 'time_range', label: 'Time range', default: 'No filter' },
    value: 'Last week',
    shows: 'Last 7 days',
  },
  color_scheme: {
    control: { kind: 'color_scheme', label: 'Color scheme', scale: 'sequential', default: 'viridis' },
    value: 'viridis',
    shows: 'Viridis',
  },
  color: {
    control: { kind: 'color', label: 'Color', default: { r: 0, g: 122, b: 135, a: 1 } },
    value: undefined,
    shows: '#007a87',
  },
  currency: {
    control: { kind: 'currency', label: 'Currency' },
    value: { symbol: 'EUR', symbolPosition: 'suffix' },
    shows: 'After the number',
  },
  bounds: { control: { kind: 'bounds', label: 'Bounds' }, value: [1, null], shows: 'value="1"' },
  order_by: {
    control: { kind: 'order_by', label: 'Ordering' },
    value: ['["origin", false]'],
    shows: 'origin, descending',
  },
  column_config: {
    control: { kind: 'column_config', label: 'Columns' },
    value: { count: { visible: false } },
    shows: 'changed',
  },
  conditional_formatting: {
    control: { kind: 'conditional_formatting', label: 'Rules' },
    value: [{ column: 'count', operator: '>', targetValue: 3, colorScheme: 'colorError' }],
    shows: 'Bad',
  },
  code: {
    control: { kind: 'code', label: 'Template', language: 'plain', default: '' },
    value: '{{data}}',
    shows: 'Template',
  },
  time_columns: {
    control: { kind: 'time_columns', label: 'Columns' },
    value: [{ key: 'a', label: 'Last month', colType: 'time', timeLag: 1 }],
    shows: 'Time comparison',
  },
  annotation_layers: {
    control: { kind: 'annotation_layers', label: 'Layers' },
    value: [{ name: 'Holidays', annotationType: 'EVENT', sourceType: 'NATIVE', value: 1, show: false }],
    shows: 'Show Holidays on the chart',
  },
  date: { control: { kind: 'date', label: 'Begin' }, value: '2024-03-01', shows: 'value="2024-03-01"' },
  compared_range: { control: { kind: 'compared_range', label: 'Compared with' }, value: undefined, shows: '–' },
  hidden: { control: { kind: 'hidden', label: '' }, value: { ds: true }, shows: '' },
  json: { control: { kind: 'json', label: 'Extent', default: {} }, value: { mode: 'FIT_DATA' }, shows: 'Extent' },
  saved_chart: {
    control: { kind: 'saved_chart', label: 'Chart' },
    value: '{"viz_type":"pie","params":"{}"}',
    shows: 'Pie Chart',
  },
};

for (const [kind, { control, value, shows }] of Object.entries(kinds)) {
  test(`the ${kind} editor has its mark, its label and its value`, () => {
    const html = draw(control, value);
    expect(html).toContain('data-control="key"');
    expect(html).toContain(control.label);
    expect(html).toContain(shows);
  });
}

test('[5.0-05] a complaint stands next to its control, as a red icon with the text', () => {
  const html = draw({ kind: 'metrics', label: 'Metrics', required: true }, [], ['cannot be empty']);
  expect(html).toContain('aria-invalid="true"');
  expect(html).toMatch(/<div[^>]*role="alert"[^>]*><svg[^>]*tabler-icon-alert-circle-filled.*cannot be empty/s);
});

test('[9.0-19] a colour begins as teal (0, 122, 135)', () => {
  expect(draw({ kind: 'color', label: 'Color', default: { r: 0, g: 122, b: 135, a: 1 } }, undefined)).toContain(
    '#007a87',
  );
});

test('a column that the dataset has lost stays and says so', () => {
  expect(draw({ kind: 'columns', label: 'Dimensions' }, ['gone'])).toContain('The dataset has no column gone.');
});

test('names are text, whatever they hold', () => {
  expect(draw({ kind: 'columns', label: 'Dimensions' }, ['<img src=x>'])).not.toContain('<img');
});

test('columns of a result go by the labels that users know, in every list of settings', () => {
  expect(draw({ kind: 'column_config', label: 'Columns' }, { count: { visible: false } })).toContain('>Flights<');
  expect(
    draw({ kind: 'conditional_formatting', label: 'Rules' }, [
      { column: 'count', operator: '>', targetValue: 3, colorScheme: 'colorError' },
    ]),
  ).toContain('value="Flights"');
});

test('the adaptive format of times is shown by several times, for it is another for each', () => {
  expect(draw({ kind: 'time_format', label: 'Date format', default: 'smart_date' }, 'smart_date')).toMatch(
    /Example: 2019, March, /,
  );
});

test('[5.0-11] a setting that something else decides shows that value, disabled and with the reason', () => {
  const warn = () => ({ text: 'The values are percentages.', holds: '.1%' });
  const html = draw({ kind: 'number_format', label: 'Y axis format', default: 'SMART_NUMBER', warn }, '.3s');
  expect(html).toContain('<fieldset disabled=""');
  expect(html).toMatch(/value="[^"]*\.1%/);
  expect(html).toContain('The values are percentages.');
});
