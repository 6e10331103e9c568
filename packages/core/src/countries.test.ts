import { expect, test } from 'vitest';
import { countryField, findCountry } from './countries.ts';
import { otherCountryNames } from './other-country-names.ts';

test('[3.4-01] a country is found by each of its names, in letters of any case', () => {
  const germany = { name: 'Germany', cca2: 'DE', cca3: 'DEU', cioc: 'GER', latitude: 51, longitude: 9 };
  expect([
    findCountry('cca2', 'de'),
    findCountry('cca3', 'DEU'),
    findCountry('cioc', 'ger'),
    findCountry('name', ' germany '),
  ]).toEqual([germany, germany, germany, germany]);
  expect(findCountry('cca2', 'AX')).toMatchObject({ name: 'Åland Islands', cioc: null });
});

test('a country is found by its former and long names, and by those of common tables', () => {
  const cca3Of = (name: string) => findCountry('name', name)?.cca3;
  expect(
    ['Czech Republic', 'Russian Federation', 'Congo, Dem. Rep.', 'Congo, Rep.', 'Cote d’Ivoire', 'U.S.A.'].map(cca3Of),
  ).toEqual(['CZE', 'RUS', 'COD', 'COG', 'CIV', 'USA']);
  expect(['Bosnia & Herzegovina', 'aland islands', 'Korea, Rep.', 'North Korea', 'Türkiye'].map(cca3Of)).toEqual([
    'BIH',
    'ALA',
    'KOR',
    'PRK',
    'TUR',
  ]);
  expect(findCountry('cca2', 'UK')).toBeNull();
});

test('other names belong to countries that there are', () => {
  const unknown = Object.keys(otherCountryNames).filter((cca3) => findCountry('cca3', cca3) === null);
  expect(unknown).toEqual([]);
});

test('what names no country finds none, and an Olympic code that is missing is none either', () => {
  expect([
    findCountry('cca2', 'FL'),
    findCountry('cca2', ''),
    findCountry('name', '__proto__'),
    findCountry('cioc', '-'),
    findCountry('cioc', 'null'),
  ]).toEqual([null, null, null, null, null]);
  expect([countryField('cioc'), countryField('constructor'), countryField(null)]).toEqual(['cioc', 'cca2', 'cca2']);
});
