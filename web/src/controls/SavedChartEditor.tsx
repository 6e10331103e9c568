import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { t } from '@tessera/core/messages';
import type { ChartRow } from '@tessera/server/contract';
import { useState } from 'react';
import { listOf } from '../api/list.ts';
import { vizName } from '../chart/use-viz.ts';
import { Select } from '../ui/fields/Select.tsx';
import { editorLook, type EditorProps } from './editor-props.ts';

type Row = Pick<ChartRow, 'id' | 'slice_name' | 'viz_type' | 'params'>;
const TYPING_MS = 200;

/** A chart of the same dataset, found by its name. What it asks is copied: later changes of it change nothing here. */
export function SavedChartEditor({ name, control, value, onChange, error, data }: EditorProps<'saved_chart'>) {
  const [search, setSearch] = useState('');
  const [typed] = useDebouncedValue(search.trim(), TYPING_MS);
  const charts = useQuery(
    listOf<Row>('chart', {
      columns: ['id', 'slice_name', 'viz_type', 'params'],
      filters: [
        { col: 'datasource_id', opr: 'eq', value: data.dataset.id },
        ...(typed === '' ? [] : [{ col: 'slice_name', opr: 'chart_all_text', value: typed }]),
      ],
      orderColumn: 'changed_on_delta_humanized',
      orderDirection: 'desc',
      pageSize: 50,
    }),
  );
  const found = (charts.data?.result ?? []).map((row) => ({
    value: JSON.stringify({ viz_type: row.viz_type, params: row.params ?? '{}' }),
    label: row.slice_name,
    note: vizName(row.viz_type),
  }));
  const saved = typeof value === 'string' && value !== '' ? value : null;
  const options =
    saved === null || found.some((option) => option.value === saved)
      ? found
      : [{ value: saved, label: nameOf(saved) }, ...found];
  return (
    <Select
      {...editorLook({ name, control, error })}
      placeholder={t('Choose a chart')}
      options={options}
      value={saved}
      clearable
      loading={charts.isFetching}
      emptyText={t('This dataset has no such chart.')}
      onSearch={setSearch}
      onChange={(chosen) => onChange(chosen ?? undefined)}
    />
  );
}

/** A chart that was copied and is not in the list: by its type. */
function nameOf(saved: string): string {
  try {
    const { viz_type: type } = JSON.parse(saved) as Partial<Pick<Row, 'viz_type'>>;
    return typeof type === 'string' ? vizName(type) : t('A saved chart');
  } catch {
    return t('A saved chart');
  }
}
