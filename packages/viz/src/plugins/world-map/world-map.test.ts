import { describe, expect, test } from 'vitest';
import type { RawForm } from '@tessera/core/form-data';
import { drawSvg } from '../../draw-svg.ts';
import { erase } from '../../erase.ts';
import { NO_INPUTS } from '../../inputs.ts';
import { contextOf } from '../../testing/golden.ts';
import { resultOf } from '../../testing/tables.ts';
import { worldMap } from './index.ts';
import { worldShapes } from './outlines.ts';

const viz = erase(worldMap);
const rows = (values: readonly string[]) =>
  resultOf({ 'country_col:string': [...values], 'm:numeric': values.map((_, index) => index + 1) });
const byCode = rows(['FR', 'DE', '?']);
const byName = rows(['France', 'Germany', '?']);
const form: RawForm = { entity: 'country_col', country_fieldtype: 'cca2', metric: 'm' };
const named: RawForm = { ...form, country_fieldtype: 'name' };
const NOTHING = { extraFormData: { filters: [] }, filterState: { value: null, selectedValues: null } };

function touch(kind: 'select' | 'menu', code: string, raw: RawForm, selection: RawForm = {}, emits = true) {
  const results = [raw === named ? byName : byCode];
  const context = { ...contextOf({}), inputs: { ...NO_INPUTS, selection, emits } };
  const mark = viz.marks(results, raw, context).find(({ key }) => key === code);
  if (!mark) return null;
  return viz.select(kind === 'select' ? { kind, mark, isAdded: false } : { kind, mark }, results, raw, context.inputs);
}
const maskOf = (value: string, code: string) => ({
  extraFormData: { filters: [{ col: 'country_col', op: 'IN', val: [value] }] },
  filterState: { value: [value], selectedValues: [code] },
});

describe('what a country emits', () => {
  test.each([
    ['by its code', form, {}, 'FRA', maskOf('FR', 'FRA')],
    ['by its name', named, {}, 'FRA', maskOf('France', 'FRA')],
    ['another one: replaced', form, { value: ['FR'], selectedValues: ['FRA'] }, 'DEU', maskOf('DE', 'DEU')],
    ['the selected one: cleared', named, { selectedValues: ['FRA'] }, 'FRA', NOTHING],
  ] as const)('%s', (_, raw, selection, code, mask) => {
    expect(touch('select', code, raw, selection)).toEqual({ kind: 'data_mask', mask });
  });

  test('a row that names no country, and a chart that emits nothing, select nothing', () => {
    expect([touch('select', 'XXX', form), touch('select', 'FRA', form, {}, false)]).toEqual([null, null]);
  });

  test('drills hold the value that the data has, and split the entity', () => {
    expect(touch('menu', 'FRA', form)).toMatchObject({
      kind: 'drill_target',
      target: {
        toDetail: [{ col: 'country_col', op: '==', val: 'FR', formattedVal: 'FR' }],
        by: { filters: [{ col: 'country_col', op: '==', val: 'FR', formattedVal: 'FR' }], groupbyFieldName: 'entity' },
        crossFilter: { mask: maskOf('FR', 'FRA'), isSelected: false },
      },
    });
    expect(touch('menu', 'DEU', form, { selectedValues: ['DEU'] })).toMatchObject({
      target: { crossFilter: { mask: NOTHING, isSelected: true } },
    });
  });
});

test('every outline but the nameless has a code, and small countries have a point', () => {
  const { outlines, pointOf } = worldShapes(640, 360);
  const codes = outlines.map(({ code }) => code);
  expect(codes.filter((code) => code === null)).toHaveLength(2);
  expect([codes.includes('FRA'), codes.includes('XKX'), codes.includes('ATA')]).toEqual([true, true, false]);
  expect(outlines.every(({ path }) => path.startsWith('M'))).toBe(true);
  const [x, y] = pointOf(103.8, 1.36) ?? [];
  expect([x !== undefined && x > 320 && x < 640, y !== undefined && y > 150 && y < 220]).toEqual([true, true]);
});

test('no country in any row is a cause in words', () => {
  const results = [rows(['Atlantis'])];
  expect(viz.whyEmpty(results, form)).toContain('country field type');
  expect(viz.whyEmpty([byCode], form)).toBeNull();
});

test('on a phone the note says how many names are none of a country, and cuts none of them', async () => {
  const names = [
    'Congo, Dem. Rep.',
    'Congo, Rep.',
    "Cote d'Ivoire",
    ...Array.from({ length: 11 }, (_, at) => `X${at}`),
  ];
  const result = resultOf({ 'place:string': ['DEU', ...names], 'count:numeric': [5, ...names.map(() => 1)] });
  const form = { entity: 'place', metric: 'count', country_fieldtype: 'cca3' };
  const svg = await drawSvg(erase(worldMap), [result], form, contextOf({ size: [340, 300] }));
  expect(svg).toContain('>No country: 14 names<');
  const wide = await drawSvg(erase(worldMap), [result], form, contextOf({ size: [900, 400] }));
  expect(wide).toContain('No country: Congo, Dem. Rep., Congo, Rep., Cote d');
});
