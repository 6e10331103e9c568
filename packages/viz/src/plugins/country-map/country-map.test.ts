import type { RawForm } from '@tessera/core/form-data';
import { expect, test } from 'vitest';
import { erase } from '../../erase.ts';
import { NO_INPUTS } from '../../inputs.ts';
import { COUNTRY_CHOICES } from '../../regions/country-names.ts';
import { otherCodes } from '../../regions/other-codes.ts';
import { hasRegions, loadRegions, regionsOf } from '../../regions/regions.ts';
import { contextOf } from '../../testing/golden.ts';
import { resultOf } from '../../testing/tables.ts';
import { countryMap } from './index.ts';

const viz = erase(countryMap);
const form: RawForm = { select_country: 'usa', entity: 'state', metric: 'count' };
const rows = (names: readonly (string | null)[]) => [
  resultOf({ 'state:string': names, 'count:numeric': names.map((_, at) => at + 1) }),
];

test('the boundaries of every country on offer but one can be read', async () => {
  expect(COUNTRY_CHOICES).toHaveLength(201);
  const missing = COUNTRY_CHOICES.map(({ value }) => value).filter((value) => !hasRegions(value));
  expect(missing).toEqual(['antarctica']);
  for (const { value } of COUNTRY_CHOICES) await loadRegions(value);
  const few = COUNTRY_CHOICES.filter(({ value }) => hasRegions(value) && (regionsOf(value)?.regions.length ?? 0) < 2);
  expect(few).toEqual([]);
});

test('regions are named by code, by the end of a code and by name, in any case', async () => {
  await loadRegions('germany');
  const found = ['DE-BY', 'by', 'Bayern', 'bayern', 'Thuringen'].map((text) => regionsOf('germany')?.find(text)?.code);
  expect(found).toEqual(['DE-BY', 'DE-BY', 'DE-BY', 'DE-BY', 'DE-TH']);
  expect(['', '__proto__', 'XX'].map((text) => regionsOf('germany')?.find(text))).toEqual([null, null, null]);
});

test('regions are found by codes and names of other years', async () => {
  const codesOf = async (country: string, names: readonly string[]) => {
    await loadRegions(country);
    return names.map((name) => regionsOf(country)?.find(name)?.code);
  };
  expect(await codesOf('spain', ['ES-M', 'M', 'Illes Balears'])).toEqual(['ES-MD', 'ES-MD', 'ES-PM']);
  expect(await codesOf('france', ['FR-75', '75', 'FR-75C'])).toEqual(['FR-75C', 'FR-75C', 'FR-75C']);
  expect(await codesOf('india', ['IN-OD', 'Uttarakhand'])).toEqual(['IN-OR', 'IN-UT']);
});

test('a region with codes of other years is one of a country on offer', async () => {
  for (const { value } of COUNTRY_CHOICES) await loadRegions(value);
  const codes = new Set(
    COUNTRY_CHOICES.flatMap(({ value }) => regionsOf(value)?.regions.map(({ code }) => code) ?? []),
  );
  expect([...otherCodes.keys()].filter((code) => !codes.has(code))).toEqual([]);
});

test('a region filters what the data calls it', async () => {
  await viz.prepare(form);
  const results = rows(['US-CA', 'tx']);
  const [mark] = viz.marks(results, form, contextOf({}));
  if (!mark) throw new Error('no mark');
  expect(viz.select({ kind: 'select', mark, isAdded: false }, results, form, NO_INPUTS)).toMatchObject({
    mask: { extraFormData: { filters: [{ col: 'state', op: 'IN', val: ['tx'] }] } },
  });
});

test('what names no region is said, and what names one again', async () => {
  await viz.prepare(form);
  expect(viz.notes(rows(['CA', 'California', 'Bayern', null]), form, contextOf({}))).toEqual([
    'Not regions of United States: Bayern, <NULL>',
    'One row names a region again',
  ]);
  expect(viz.whyEmpty(rows(['Bayern']), form)).toContain('No row names a region of United States');
});

test('a country without boundaries says so in its panel and in place of the picture', () => {
  expect(viz.whyEmpty(rows(['X']), { ...form, select_country: 'antarctica' })).toContain('not available');
  expect(viz.whyEmpty(rows(['X']), { ...form, select_country: '__proto__' })).toContain('No country');
  expect(viz.prepare({ ...form, select_country: 'atlantis' })).toBeNull();
});
