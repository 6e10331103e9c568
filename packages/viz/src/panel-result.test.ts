import { expect, test } from 'vitest';
import type { PanelContext } from './define.ts';
import { panelResult } from './panel-result.ts';
import { axis } from './bundles/axis.ts';
import { seriesLimit } from './bundles/series-limit.ts';
import { tableControls } from './plugins/table/controls.ts';
import { pieControls } from './plugins/pie/controls.ts';
import { familyControls } from './plugins/timeseries/controls.ts';
import { resultOf } from './testing/tables.ts';

const answer = (cells: Parameters<typeof resultOf>[0], rowLimit: number | null = null, sqlRowCount = 3) => ({
  ...resultOf(cells),
  rowLimit,
  sqlRowCount,
});
const over = (result: PanelContext['result'], more: Partial<PanelContext> = {}): PanelContext => ({
  columns: [],
  grains: [],
  result: result ?? null,
  ...more,
});

test('a panel knows how many rows and series came, their range and their values', () => {
  const result = panelResult([
    answer({ 'origin:string': ['EU', 'US', 'EU'], 'count:numeric': [3, null, -1], 'late:numeric': [1, 2, 9] }),
  ]);
  expect(result).toMatchObject({ rows: 3, rowLimit: null, isCut: false, series: 2, range: [-1, 9] });
  expect(result?.values('origin')).toEqual(['EU', 'US']);
  expect(result?.values('absent')).toEqual([]);
  expect(panelResult([])).toBeNull();
  expect(panelResult([answer({ 'origin:string': ['EU'] })])).toMatchObject({ series: 0, range: null });
});

test.each([
  { name: 'a pie', control: pieControls.row_limit, limit: 100, next: 250 },
  { name: 'a table', control: tableControls.row_limit, limit: 50_000, next: 100_000 },
  { name: 'a line', control: familyControls.row_limit, limit: 1000, next: 5000 },
])('a result of $name that was cut is said beside its row limit, with the next one', ({ control, limit, next }) => {
  const cut = panelResult([answer({ 'count:numeric': [1] }, limit, limit)]);
  const warning = control.warn({ row_limit: limit }, over(cut));
  expect(warning?.text).toBe(`The result was cut at ${limit.toLocaleString('en-US')} rows; there may be more.`);
  expect(warning?.mend).toMatchObject({ control: 'row_limit', value: next });
  expect(control.warn({ row_limit: next }, over(cut)), 'changed since').toBeNull();
  expect(control.warn({ row_limit: limit }, over(null)), 'before the first result').toBeNull();
  const whole = panelResult([answer({ 'count:numeric': [1] }, limit, limit - 1)]);
  expect(control.warn({ row_limit: limit }, over(whole))).toBeNull();
});

test('more series than a type shows well are said beside the series limit, which offers as many as there are', () => {
  const many = panelResult([
    answer(Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`s${at}:numeric`, [at]] as const))),
  ]);
  const { limit } = seriesLimit.controls;
  const panel = over(many, { limits: { rows: 10, series: 50 } });
  expect(limit.warn({}, panel)).toMatchObject({
    text: '60 series can hardly be told apart.',
    mend: { control: 'limit', value: 10 },
  });
  expect(limit.warn({ limit: 10 }, panel)).toBeNull();
  expect(limit.warn({}, over(many, { limits: { rows: 10, series: 60 } }))).toBeNull();
  expect(limit.offers(panel)).toEqual([{ value: 60, label: '60 (as many as now)' }]);
});

test('a logarithmic axis over zero or less is said beside it, with the way back', () => {
  const { logAxis } = axis.controls;
  const below = panelResult([answer({ 'count:numeric': [0, 5] })]);
  const above = panelResult([answer({ 'count:numeric': [1, 5] })]);
  expect(logAxis.warn({ logAxis: true }, over(below))?.mend).toMatchObject({ control: 'logAxis', value: false });
  expect(logAxis.warn({ logAxis: true }, over(above))).toBeNull();
  expect(logAxis.warn({}, over(below))).toBeNull();
});
