import { expect, test } from 'vitest';
import { gallery } from './gallery.ts';
import { type VizType } from './registry.ts';
import { fitOf, type Role } from './roles.ts';

const best = (...filled: readonly Role[]) => {
  const types = Object.keys(gallery) as VizType[];
  const fits = types.map((type) => ({ type, fit: fitOf(gallery[type].roles, new Set(filled)) }));
  const most = Math.max(...fits.map(({ fit }) => fit));
  return fits.filter(({ fit }) => fit === most).map(({ type }) => type);
};

test('a type fits that has a place for what is chosen, and none that would stay empty', () => {
  // Types that are yet to come may fit as well.
  expect(best('value')).toContain('big_number_total');
  expect(best('value')).not.toContain('pie');
  expect(best('x', 'y')).toContain('big_number');
  expect(best('x', 'y')).not.toContain('echarts_timeseries_line');
  expect(best('series', 'value')).toEqual(expect.arrayContaining(['pie', 'table']));
  expect(best('series', 'value')).not.toContain('big_number_total');
  expect(best('x', 'y', 'series')).toContain('echarts_timeseries_line');
  expect(best('x', 'y', 'series')).not.toContain('pie');
});
