import { columnLabel, metricLabel } from '@tessera/core/form-data';
import { t, tMarked, tn } from '@tessera/core/messages';
import { cellAt, numberAt, type Cell } from '@tessera/core/table';
import type { ChartContext, QueryResult } from '../../define.ts';
import { cellLabel } from '../../layer/labels.ts';
import { countryName, whyNoRegions } from '../../regions/country-names.ts';
import { type Region, regionsOf } from '../../regions/regions.ts';
import type { CountryMapForm } from './controls.ts';

/** A region with its row. */
export type Place = {
  readonly region: Region;
  /** As the data names it. */
  readonly cell: Cell;
  readonly amount: number | null;
};

export type Places = {
  readonly places: readonly Place[];
  /** What names no region of the country, in the order of the rows. */
  readonly unknown: readonly Cell[];
  /** Rows of a region that has one already under another name. */
  readonly repeated: number;
};

/** Rows by the regions that they name; of several rows of one region the first is drawn. */
export function readPlaces(result: QueryResult | undefined, form: CountryMapForm): Places {
  const regions = regionsOf(form.select_country);
  const names = result && form.entity !== null ? result.table.columns.get(columnLabel(form.entity)) : undefined;
  if (!result || !names || !regions || form.metric === null) return { places: [], unknown: [], repeated: 0 };
  const amounts = result.table.columns.get(metricLabel(form.metric));
  const found = new Map<string, Place>();
  const unknown: Cell[] = [];
  let repeated = 0;
  for (let row = 0; row < result.table.rowCount; row += 1) {
    const cell = cellAt(names, row);
    const region = textOf(cell) === null ? null : regions.find(textOf(cell) ?? '');
    if (region === null) unknown.push(cell);
    else if (found.has(region.key)) repeated += 1;
    else found.set(region.key, { region, cell, amount: amounts ? numberAt(amounts, row) : null });
  }
  return { places: [...found.values()], unknown, repeated };
}

/** Some countries number their regions. */
function textOf(cell: Cell): string | null {
  if (typeof cell === 'number' || typeof cell === 'bigint') return String(cell).padStart(2, '0');
  return typeof cell === 'string' ? cell : null;
}

/** Least and greatest amount; null where there is none. */
export function extentOf(places: readonly Place[]): readonly [number, number] | null {
  const amounts = places.flatMap(({ amount }) => (amount === null ? [] : [amount]));
  if (amounts.length === 0) return null;
  return amounts.reduce<readonly [number, number]>(
    ([least, most], one) => [Math.min(least, one), Math.max(most, one)],
    [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
  );
}

/** How many of the names that cannot be drawn are said. */
const NAMED = 5;

/** What of the rows the picture leaves out. */
export function placeNotes(
  results: readonly QueryResult[],
  form: CountryMapForm,
  context: ChartContext,
): readonly string[] {
  const { unknown, repeated } = readPlaces(results[0], form);
  const names = [...new Set(unknown.map((cell) => cellLabel(cell, 'string', context, '')))];
  return [
    ...(names.length > 0
      ? [
          tn('Not a region of %(country)s: %(names)s', 'Not regions of %(country)s: %(names)s', names.length, {
            country: countryName(form.select_country ?? ''),
            names: names.slice(0, NAMED).join(', ') + (names.length > NAMED ? ` + ${names.length - NAMED}` : ''),
          }),
        ]
      : []),
    ...(repeated > 0 ? [tn('One row names a region again', '%(count)s rows name a region again', repeated)] : []),
  ];
}

/** Why rows draw nothing. */
export function whyNoPlaces([result]: readonly QueryResult[], form: CountryMapForm): string | null {
  const reason = whyNoRegions(form.select_country);
  if (reason !== null) return tMarked(reason);
  if (form.select_country === null) return t('Choose a country.');
  if (regionsOf(form.select_country) === null) return t('The boundaries could not be loaded. Reload the page.');
  if (!result || result.table.rowCount === 0) return null;
  const { places } = readPlaces(result, form);
  const isNull = form.metric !== null && places.every(({ amount }) => amount === null);
  if (places.length > 0) return isNull ? t('%s has no value in any row.', metricLabel(form.metric)) : null;
  return t('No row names a region of %(country)s by its code of ISO 3166-2 or by name.', {
    country: countryName(form.select_country),
  });
}
