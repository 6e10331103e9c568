import type { DataMask } from '@tessera/core/filters/data-mask';
import type { NativeFilter } from '@tessera/core/native-filters/definition';
import { t } from '@tessera/core/messages';
import { tableFromRows, type Table } from '@tessera/core/table';
import { selectionText, setText } from '../filters/filter-words.ts';

/** A filter or a selection that acts on a dashboard, in the words of its bar. */
export type ActiveFilter = { readonly name: string; readonly value: string };

type Set = {
  readonly filters: readonly NativeFilter[];
  readonly masks: Readonly<Record<string, DataMask>>;
  /** Names of the charts that select. */
  readonly charts: ReadonlyMap<number, string>;
};

/** What a file says about the rows that are left: filters in their order, then selections. */
export function activeFilters({ filters, masks, charts }: Set): readonly ActiveFilter[] {
  const set = filters.flatMap((filter) => {
    const value = setText(filter, masks[filter.id]?.filterState ?? {});
    return value === null ? [] : [{ name: filter.name, value }];
  });
  const selected = Object.values(masks).flatMap(({ id, filterState }) => {
    const name = charts.get(Number(id));
    const value = selectionText(filterState);
    return name === undefined || value === '' ? [] : [{ name, value }];
  });
  return [...set, ...selected];
}

/** `Filters: State = AK; City = Anchorage` */
export function filtersLine(filters: readonly ActiveFilter[]): string {
  return t('Filters: %s', filters.map(({ name, value }) => `${name} = ${value}`).join('; '));
}

/** The same as rows of a workbook. */
export function filtersTable(filters: readonly ActiveFilter[]): Table {
  return tableFromRows(
    filters.map(({ name, value }) => ({ [t('Filter')]: name, [t('Value')]: value })),
    [t('Filter'), t('Value')],
    ['string', 'string'],
  );
}
