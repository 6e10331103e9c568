import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RawForm } from '@tessera/core/form-data';
import type { Row } from '@tessera/core/table';
import { expect, test } from 'vitest';
import { erase } from '../../erase.ts';
import type { Mark } from '../../marks.ts';
import { type ChartInputs, NO_INPUTS } from '../../inputs.ts';
import { createChartContext } from '../../shared/context.ts';
import { inTheirWords } from '../../testing/select-cases.ts';
import { resultOf } from '../../testing/tables.ts';
import { pivotTable } from './index.ts';

/** What the reference says was touched: a header by its values, or a cell by the values of its column and row. */
type Touched = {
  readonly header?: Row;
  readonly ctrl?: boolean;
  readonly grandTotal?: boolean;
  readonly menu?: { readonly colKey?: readonly string[]; readonly rowKey?: readonly string[]; readonly point?: Row };
};
type PivotCase = {
  readonly name: string;
  readonly input: {
    readonly form_data: RawForm;
    readonly selected: Readonly<Record<string, readonly string[]>>;
    readonly emit: boolean;
    readonly events: readonly Touched[];
  };
  readonly output: { readonly results: readonly unknown[] };
};

const cases: readonly PivotCase[] = JSON.parse(readFileSync(join(import.meta.dirname, 'fixtures/select.json'), 'utf8'));
const viz = erase(pivotTable);
const answer = resultOf({
  'region:string': ['EU', 'EU', 'US', 'US'],
  'up:string': ['EU', 'EU', 'US', 'US'],
  'ds:temporal': Array.from({ length: 4 }, () => 1_577_836_800_000),
  'team:string': ['A', 'B', 'A', 'B'],
  'n:numeric': [1, 2, 3, 4],
});

/** Where the product differs on purpose, by the name of the case. */
const exceptions: Readonly<Record<string, { readonly why: string; readonly results: readonly unknown[] }>> = {
  'right click with a time row': {
    why: '42 f, values keep their type',
    results: [
      {
        drillToDetail: [
          { col: 'team', op: '==', val: 'A', formattedVal: 'A' },
          { col: 'ds', op: '==', val: 1_577_836_800_000, formattedVal: '2020-01-01', grain: 'P1D' },
        ],
      },
    ],
  },
  'metrics in rows': {
    why: '42 f, a metric is no dimension',
    results: [
      {
        drillToDetail: [
          { col: 'team', op: '==', val: 'A', formattedVal: 'A' },
          { col: 'region', op: '==', val: 'EU', formattedVal: 'EU' },
        ],
      },
    ],
  },
};

test.each(cases.map((one) => [one.name, one] as const))('pivot_table_v2: %s', (name, { input, output }) => {
  const { form_data: form, selected, emit, events } = input;
  const selection = Object.keys(selected).length === 0 ? {} : { selectedFilters: selected };
  const inputs: ChartInputs = { ...NO_INPUTS, selection, emits: emit };
  const marks = viz.marks([answer], form, createChartContext({ width: 800, height: 400, mode: 'light', inputs }));
  const told = events.map((touched) => {
    const mark = find(marks, touched);
    if (!mark) throw new Error(`no mark for ${JSON.stringify(touched)}`);
    const event = touched.menu
      ? ({ kind: 'menu', mark } as const)
      : ({ kind: 'select', mark, isAdded: touched.ctrl === true } as const);
    return inTheirWords(viz.select(event, [answer], form, inputs));
  });
  expect(told).toEqual(exceptions[name]?.results ?? output.results);
});

function find(marks: readonly Mark[], { header, grandTotal, menu }: Touched): Mark | undefined {
  const headers = marks.filter(({ key }) => !key.startsWith('cell'));
  if (grandTotal || (menu && Object.keys(menu).length === 0)) return headers.find(({ name }) => name === 'Total');
  const values = header ?? menu?.point;
  if (values && Object.keys(values).length === 1 && 'Metric' in values)
    return headers.find(({ name, filters }) => name === values['Metric'] && filters.length === 0);
  if (values)
    return headers.find(({ datum, filters }) => filters.length > 0 && JSON.stringify(datum) === JSON.stringify(values));
  const [column, row] = [menu?.colKey?.at(-1), menu?.rowKey?.at(-1)];
  return marks.find(
    ({ key, datum }) =>
      key.startsWith('cell') &&
      datum['team'] === column &&
      [datum['region'], JSON.stringify(datum['ds'])].includes(row ?? ''),
  );
}

test('every exception is one of a case', () => {
  const names = new Set(cases.map(({ name }) => name));
  expect(Object.keys(exceptions).filter((name) => !names.has(name))).toEqual([]);
});

test('Escape clears a selection; null filters by IS NULL', () => {
  const empty = resultOf({ 'region:string': [null], 'n:numeric': [1] });
  const form = { groupbyRows: ['region'], metrics: ['n'] };
  const inputs = { ...NO_INPUTS, selection: { selectedFilters: { region: [null] } } };
  const context = createChartContext({ width: 800, height: 400, mode: 'light' });
  expect(viz.select({ kind: 'clear' }, [empty], form, inputs)).toEqual({
    kind: 'data_mask',
    mask: { extraFormData: {}, filterState: { value: null, selectedFilters: null } },
  });
  const mark = viz.marks([empty], form, context).find(({ filters }) => filters.length > 0);
  if (!mark) throw new Error('no header selects');
  expect(viz.select({ kind: 'select', mark, isAdded: false }, [empty], form, NO_INPUTS)).toMatchObject({
    mask: { extraFormData: { filters: [{ col: 'region', op: 'IS NULL' }] } },
  });
  expect(
    viz.select({ kind: 'select', mark, isAdded: false }, [empty], form, { ...NO_INPUTS, emits: false }),
  ).toBeNull();
});
