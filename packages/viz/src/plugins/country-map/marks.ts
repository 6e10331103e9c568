import { columnLabel, metricLabel } from '@tessera/core/form-data';
import type { ChartContext, QueryResult } from '../../define.ts';
import { exactNumber } from '../../layer/formats.ts';
import { cellLabel } from '../../layer/labels.ts';
import { type Box, type Mark, rowFilters } from '../../marks.ts';
import type { CountryMapForm } from './controls.ts';
import { type Place, readPlaces } from './places.ts';
import { regionLayout } from './layout.ts';

/** One mark per region that has a row, the greatest first. */
export function countryMapMarks(
  results: readonly QueryResult[],
  form: CountryMapForm,
  context: ChartContext,
): readonly Mark[] {
  const boxes = new Map(regionLayout(form, context).shapes.map(({ region, box }) => [region.key, box] as const));
  return readPlaces(results[0], form)
    .places.toSorted((a, b) => (b.amount ?? Number.NEGATIVE_INFINITY) - (a.amount ?? Number.NEGATIVE_INFINITY))
    .map((place) => placeMark(place, form, context, boxes.get(place.region.key)));
}

/** The filter holds the region as the data names it. */
export function placeMark(
  { region, cell, amount }: Place,
  form: CountryMapForm,
  context: ChartContext,
  at?: Box,
): Mark {
  const said = exactNumber(form.number_format, amount, context, form.currency_format);
  return {
    key: region.key,
    name: `${region.name}: ${said}`,
    series: null,
    datum: {
      ...(form.entity === null ? {} : { [columnLabel(form.entity)]: cell }),
      ...(form.metric === null ? {} : { [metricLabel(form.metric)]: amount }),
    },
    filters:
      form.entity === null
        ? []
        : rowFilters([{ column: form.entity, cell, text: cellLabel(cell, 'string', context, '') }]),
    ...(at ? { at } : {}),
  };
}
