import {
  defaultSettings,
  newNativeFilter,
  storedFilterEntry,
  type FilterSettings,
  type FilterType,
} from '@tessera/core/native-filters/definition';

/** A filter of a sample dashboard. */
export type SampleFilter = {
  /** The end of its id, by which others name it. */
  readonly key: string;
  readonly name: string;
  readonly type: FilterType;
  readonly description?: string;
  /** Sample table and column; none for a filter of time. */
  readonly of?: { readonly table: string; readonly column: string };
  readonly settings?: FilterSettings;
  /** Keys of filters that limit its values. */
  readonly below?: readonly string[];
};

/** What is stored of the filters of a sample dashboard (`native_filter_configuration`). */
export function sampleFilters(
  filters: readonly SampleFilter[],
  datasets: ReadonlyMap<string, number>,
): readonly Readonly<Record<string, unknown>>[] {
  return filters.map(({ key, name, type, description = '', of, settings = {}, below = [] }) =>
    storedFilterEntry({
      ...newNativeFilter(idOf(key), type),
      name,
      description,
      datasetId: of === undefined ? null : (datasets.get(of.table) ?? null),
      column: of?.column ?? null,
      settings: { ...defaultSettings(type), ...settings },
      parentIds: below.map(idOf),
    }),
  );
}

function idOf(key: string): string {
  return `NATIVE_FILTER-${key}`;
}
