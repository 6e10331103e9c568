import { readFileSync } from 'node:fs';
import type { RawForm } from '@tessera/core/form-data';
import { payloadOf } from '../resources/explore-json/payloads/registry.ts';

export const sum = {
  expressionType: 'SIMPLE',
  column: { column_name: 'num', type: 'BIGINT' },
  aggregate: 'SUM',
  label: 'SUM(num)',
};
export const year = (y: number) => Date.UTC(y, 0);
export const open = { since: null, until: null };
export const data = (
  type: string,
  rows: readonly Record<string, unknown>[],
  form: RawForm,
  range: { since: number | null; until: number | null } = open,
) => payloadOf(type)?.data(rows, form, range);

/** Sums of births by year and gender, as the payloads of one and the same result. */
export const byYear = [
  { __timestamp: year(2000), gender: 'boy', 'SUM(num)': 982_201 },
  { __timestamp: year(2002), gender: 'boy', 'SUM(num)': 921_982 },
  { __timestamp: year(2000), gender: 'girl', 'SUM(num)': 623_310 },
  { __timestamp: year(2001), gender: 'girl', 'SUM(num)': 585_607 },
  { __timestamp: year(2001), gender: 'boy', 'SUM(num)': 948_505 },
  { __timestamp: year(2002), gender: 'girl', 'SUM(num)': 555_589 },
];
export const grouped = { groupby: ['gender'], metrics: [sum], metric: sum };
export const series = [
  {
    key: ['boy'],
    values: [
      { x: 946684800000, y: 982201 },
      { x: 978307200000, y: 948505 },
      { x: 1009843200000, y: 921982 },
    ],
  },
  {
    key: ['girl'],
    values: [
      { x: 946684800000, y: 623310 },
      { x: 978307200000, y: 585607 },
      { x: 1009843200000, y: 555589 },
    ],
  },
];

export type Case = {
  readonly name: string;
  readonly form: RawForm;
  readonly asks: { readonly groups: readonly string[]; readonly order: string | null; readonly limit: number };
  readonly range: { since: number | null; until: number | null };
  readonly rows: readonly Record<string, unknown>[];
  readonly data: unknown;
};
export const cases = JSON.parse(
  readFileSync(new URL('../resources/explore-json/fixtures/legacy-payloads.json', import.meta.url), 'utf8'),
) as readonly Case[];
