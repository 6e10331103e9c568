import { countryField, findCountry, type Country } from '@tessera/core/countries';
import { printExactJson } from '@tessera/core/exact-json';
import { columnLabel, metricLabel } from '@tessera/core/form-data';
import { cellAt, numberAt, type Cell } from '@tessera/core/table';
import type { QueryResult } from '../../define.ts';
import type { WorldMapForm } from './controls.ts';

/** A country with its row. */
export type Place = {
  readonly country: Country;
  /** As the data names it. */
  readonly value: string;
  readonly amount: number | null;
  /** What its bubble stands for; null without one. */
  readonly size: number | null;
};

export type Places = {
  readonly places: readonly Place[];
  /** What names no country, in the order of the rows; null for no name at all. */
  readonly unknown: readonly (string | null)[];
  /** Rows of a country that has one already under another spelling. */
  readonly repeated: number;
};

/** Rows by the countries that they name; of several rows of one country the first is drawn. */
export function readPlaces(result: QueryResult | undefined, form: WorldMapForm): Places {
  const names = result && form.entity !== null ? result.table.columns.get(columnLabel(form.entity)) : undefined;
  if (!result || !names || form.metric === null) return { places: [], unknown: [], repeated: 0 };
  const amounts = result.table.columns.get(metricLabel(form.metric));
  const sizes = result.table.columns.get(metricLabel(form.secondary_metric ?? form.metric));
  const field = countryField(form.country_fieldtype);
  const found = new Map<string, Place>();
  const unknown: (string | null)[] = [];
  let repeated = 0;
  for (let row = 0; row < result.table.rowCount; row += 1) {
    const cell = cellAt(names, row);
    const country = typeof cell === 'string' ? findCountry(field, cell) : null;
    if (typeof cell !== 'string' || country === null) unknown.push(cell === null ? null : textOf(cell));
    else if (found.has(country.cca3)) repeated += 1;
    else
      found.set(country.cca3, {
        country,
        value: cell,
        amount: amounts ? numberAt(amounts, row) : null,
        size: sizes ? numberAt(sizes, row) : null,
      });
  }
  return { places: [...found.values()], unknown, repeated };
}

function textOf(cell: Exclude<Cell, null>): string {
  return typeof cell === 'string' ? cell : printExactJson(cell);
}

/** Least and greatest amount; null where there is none. */
export function extentOf(places: readonly Place[]): readonly [number, number] | null {
  const amounts = places.flatMap(({ amount }) => (amount === null ? [] : [amount]));
  return amounts.length === 0 ? null : [Math.min(...amounts), Math.max(...amounts)];
}
