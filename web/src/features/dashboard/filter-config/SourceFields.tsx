import { useQuery } from '@tanstack/react-query';
import { takesColumn, type FaultyField } from '@tessera/core/native-filters/config';
import type { NativeFilter } from '@tessera/core/native-filters/definition';
import { t } from '@tessera/core/messages';
import { useState } from 'react';
import { datasetFields, datasetsByName } from '../../../controls/dataset-queries.ts';
import type { DatasetFields } from '../../../controls/fields.ts';
import { SegmentedControl } from '../../../ui/fields/SegmentedControl.tsx';
import { Select } from '../../../ui/fields/Select.tsx';
import type { Option } from '../../../ui/fields/options.ts';
import { useDashboardCharts } from '../dashboard-data.tsx';
import classes from './FilterConfig.module.css';

type SourceFieldsProps = {
  readonly filter: NativeFilter;
  readonly onChange: (changes: Partial<NativeFilter>) => void;
  readonly faultOf: (field: FaultyField) => string | null;
};

/** Where the values of a filter come from, and how they are sorted. */
export function SourceFields({ filter, onChange, faultOf }: SourceFieldsProps) {
  const { datasetId, filterType } = filter;
  const options = useDatasetOptions(datasetId);
  const dataset = useQuery({ ...datasetFields(datasetId ?? 0), enabled: datasetId !== null });
  return (
    <>
      <div className={classes['two']}>
        <Select
          label={t('Dataset')}
          required
          value={datasetId === null ? null : String(datasetId)}
          options={options.options}
          loading={options.isLoading}
          onSearch={options.search}
          error={faultOf('dataset')}
          onChange={(id) =>
            onChange({
              datasetId: id === null ? null : Number(id),
              column: null,
              sortMetric: null,
              defaultMask: { extraFormData: {}, filterState: {} },
            })
          }
        />
        {takesColumn(filter) && (
          <Select
            label={t('Column')}
            required
            value={filter.column}
            options={columnOptions(dataset.data, filter)}
            loading={dataset.isLoading}
            emptyText={filterType === 'filter_range' ? t('This dataset has no columns of numbers') : t('Nothing found')}
            error={faultOf('column')}
            onChange={(column) =>
              onChange({
                column,
                defaultMask: { extraFormData: {}, filterState: {} },
                ...(filter.name === '' && column !== null ? { name: labelOf(dataset.data, column) } : {}),
              })
            }
          />
        )}
      </div>
      {filterType === 'filter_select' && <Sorting filter={filter} dataset={dataset.data} onChange={onChange} />}
    </>
  );
}

function Sorting({
  filter,
  dataset,
  onChange,
}: Pick<SourceFieldsProps, 'filter' | 'onChange'> & { readonly dataset: DatasetFields | undefined }) {
  const { settings, sortMetric } = filter;
  return (
    <div className={classes['two']}>
      <Select
        label={t('Sort values by')}
        clearable
        value={sortMetric}
        placeholder={t('The value itself')}
        options={(dataset?.metrics ?? []).map(({ name, label }) => ({ value: name, label }))}
        onChange={(metric) => onChange({ sortMetric: metric })}
      />
      <div className={classes['beside']}>
        <SegmentedControl
          label={t('Order of the values')}
          value={settings.sortAscending === false ? 'desc' : 'asc'}
          options={[
            { value: 'asc', label: t('Ascending') },
            { value: 'desc', label: t('Descending') },
          ]}
          onChange={(order) => onChange({ settings: { ...settings, sortAscending: order === 'asc' } })}
        />
      </div>
    </div>
  );
}

/** Datasets of the charts on the dashboard first, then every other one, by a search. */
function useDatasetOptions(chosen: number | null) {
  const charts = useDashboardCharts();
  const [search, setSearch] = useState('');
  const listed = useQuery(datasetsByName(search));
  const known = useQuery({ ...datasetFields(chosen ?? 0), enabled: chosen !== null });
  const here = new Map(
    [...charts.values()].flatMap(({ datasource_id: id, datasource_name: name }) =>
      id === null ? [] : [[id, name ?? String(id)] as const],
    ),
  );
  const found = (listed.data?.result ?? []).filter(({ id }) => !here.has(id));
  const isListed = chosen === null || here.has(chosen) || found.some(({ id }) => id === chosen);
  const options: readonly Option[] = [
    ...[...here].map(([id, name]) => ({ value: String(id), label: name, group: t('On this dashboard') })),
    ...(isListed
      ? []
      : [{ value: String(chosen), label: known.data?.name ?? String(chosen), group: t('All datasets') }]),
    ...found.map(({ id, table_name: label, schema }) => ({
      value: String(id),
      label,
      ...(schema === null ? {} : { note: schema }),
      group: t('All datasets'),
    })),
  ];
  return { options, isLoading: listed.isFetching, search: setSearch };
}

function columnOptions(dataset: DatasetFields | undefined, { filterType, column }: NativeFilter): readonly Option[] {
  const options = (dataset?.columns ?? [])
    .filter(({ kind, filterable }) => (filterType === 'filter_range' ? kind === 'numeric' : filterable))
    .map(({ name, label, type }) => ({ value: name, label, ...(type === null ? {} : { note: type }) }));
  if (column === null || dataset === undefined || options.some(({ value }) => value === column)) return options;
  return [{ value: column, label: t('%s (not in this dataset)', column) }, ...options];
}

function labelOf(dataset: DatasetFields | undefined, column: string): string {
  return dataset?.columns.find(({ name }) => name === column)?.label ?? column;
}
