import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { AnnotationSource } from '@tessera/core/annotations/layer';
import type { RawForm } from '@tessera/core/form-data';
import type { ChartRow, Layer } from '@tessera/server/contract';
import { useState } from 'react';
import { listOf, type ListFilter, type ListQuery } from '../api/list.ts';
import type { Option } from '../ui/fields/options.ts';
import { chartTypesOf } from './annotation-draft.ts';
import { resultColumns } from './result-columns.ts';

type LayerRow = Pick<Layer, 'id' | 'name' | 'descr'>;
type NamedChart = Pick<ChartRow, 'id' | 'slice_name' | 'datasource_name'>;
type ChosenChart = NamedChart & Pick<ChartRow, 'form_data'>;
const noForm: RawForm = {};
const TYPING_MS = 200;
const chartColumns = ['id', 'slice_name', 'datasource_name'] as const;

/** What a layer may be made of, found by typing; what is chosen is always among it. */
export function useAnnotationSources(source: AnnotationSource, chosen: string | null) {
  const [search, setSearch] = useState('');
  const id = chosen !== null && /^[1-9]\d{0,9}$/.test(chosen) ? Number(chosen) : null;
  const isNative = source === 'NATIVE';
  const isChart = source === 'line' || source === 'table';
  const [typed] = useDebouncedValue(search.trim(), TYPING_MS);

  const layers = useQuery({
    ...listOf<LayerRow>(
      'annotation_layer',
      page(['id', 'name', 'descr'], 'name', typed === '' ? [] : [{ col: 'name', opr: 'ct', value: typed }]),
    ),
    enabled: isNative,
  });
  const layer = useQuery({
    ...listOf<LayerRow>(
      'annotation_layer',
      page(['id', 'name', 'descr'], 'name', [{ col: 'id', opr: 'eq', value: id ?? 0 }]),
    ),
    enabled: isNative && id !== null,
  });
  const charts = useQuery({ ...listOf<NamedChart>('chart', chartsByName(source, typed)), enabled: isChart });
  const chart = useQuery({ ...listOf<ChosenChart>('chart', chosenChart(id ?? 0)), enabled: isChart && id !== null });

  const [list, one] = isNative ? [layers, layer] : [charts, chart];
  const options = isNative
    ? distinct([...(layers.data?.result ?? []), ...(layer.data?.result ?? [])]).map(
        ({ id: value, name, descr }): Option => ({
          value: String(value),
          label: name,
          ...(descr ? { note: descr } : {}),
        }),
      )
    : distinct([...(charts.data?.result ?? []), ...(chart.data?.result ?? [])]).map(
        ({ id: value, slice_name: label, datasource_name: note }): Option => ({
          value: String(value),
          label,
          ...(note ? { note } : {}),
        }),
      );
  const form = chart.data?.result.find((row) => row.id === id)?.form_data ?? noForm;
  return {
    options,
    /** Columns that the rows of the chosen chart have, from its form alone. */
    columns: resultColumns(form, () => false).map(({ name }): Option => ({ value: name, label: name })),
    loading: list.isFetching || typed !== search.trim(),
    error: list.error ?? one.error,
    onSearch: setSearch,
  };
}

/** Charts that a source offers, by name alone: the forms of fifty of them are long, and one is needed. */
export function chartsByName(source: AnnotationSource, typed: string): ListQuery {
  const types: ListFilter = { col: 'viz_type', opr: 'in', value: chartTypesOf(source) };
  return page(chartColumns, 'slice_name', [
    types,
    ...(typed === '' ? [] : [{ col: 'slice_name', opr: 'ct', value: typed }]),
  ]);
}

/** The chosen chart, with the form that says which columns its rows have. */
export function chosenChart(id: number): ListQuery {
  return page([...chartColumns, 'form_data'], 'slice_name', [{ col: 'id', opr: 'eq', value: id }]);
}

function page(columns: readonly string[], orderColumn: string, filters: readonly ListFilter[]) {
  return { columns, filters, orderColumn, orderDirection: 'asc' as const, page: 0, pageSize: 50 };
}

function distinct<Row extends { readonly id: number }>(rows: readonly Row[]): readonly Row[] {
  return [...new Map(rows.map((row) => [row.id, row])).values()];
}
