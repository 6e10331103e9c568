import { msg } from '@tessera/core/messages';
import { regionFiles } from './files.ts';
import { hasRegions } from './regions.ts';

/** Countries that saved charts may name and whose boundaries nobody has. */
const WITHOUT_REGIONS = ['antarctica'];

/** Where the stored name is not how the country is called. */
const NAMES: ReadonlyMap<string, string> = new Map([
  ['aland', 'Åland'],
  ['antigua_and_barbuda', 'Antigua and Barbuda'],
  ['bosnia_and_herzegovina', 'Bosnia and Herzegovina'],
  ['czech_republic', 'Czechia'],
  ['democratic_republic_of_the_congo', 'Democratic Republic of the Congo'],
  ['france_overseas', 'France: overseas'],
  ['france_regions', 'France: regions'],
  ['italy_regions', 'Italy: regions'],
  ['ivory_coast', 'Côte d’Ivoire'],
  ['korea', 'South Korea'],
  ['macedonia', 'North Macedonia'],
  ['philippines_regions', 'Philippines: regions'],
  ['republic_of_serbia', 'Serbia'],
  ['saint_pierre_and_miquelon', 'Saint Pierre and Miquelon'],
  ['saint_vincent_and_the_grenadines', 'Saint Vincent and the Grenadines'],
  ['sao_tome_and_principe', 'São Tomé and Príncipe'],
  ['the_bahamas', 'The Bahamas'],
  ['timorleste', 'Timor-Leste'],
  ['trinidad_and_tobago', 'Trinidad and Tobago'],
  ['turkey', 'Türkiye'],
  ['turkey_regions', 'Türkiye: regions'],
  ['turks_and_caicos_islands', 'Turks and Caicos Islands'],
  ['uk', 'United Kingdom'],
  ['usa', 'United States'],
  ['wallis_and_futuna', 'Wallis and Futuna'],
]);

/** How the country of a stored setting is called. */
export function countryName(country: string): string {
  const known = NAMES.get(country);
  if (known !== undefined) return known;
  return country.replace(/_/g, ' ').replace(/(^| )\p{Ll}/gu, (letter) => letter.toUpperCase());
}

/** All countries that a chart may name, by their names. */
export const COUNTRY_CHOICES: readonly { readonly value: string; readonly label: string }[] = [
  ...Object.keys(regionFiles),
  ...WITHOUT_REGIONS,
]
  .map((value) => ({ value, label: countryName(value) }))
  .toSorted((a, b) => (a.label < b.label ? -1 : 1));

/** Why a country cannot be drawn; null for one that can. */
export function whyNoRegions(country: string | null): string | null {
  if (country === null || hasRegions(country)) return null;
  return WITHOUT_REGIONS.includes(country)
    ? msg('The boundaries of the regions of this country are not available. Choose another country.')
    : msg('No country is called so. Choose another country.');
}
