import { conditionsOf } from '@tessera/core/filters/any-of';
import type { AdhocFilter } from '@tessera/core/form-data';
import { IconClock, IconFilter } from '@tabler/icons-react';
import { t } from '@tessera/core/messages';
import { columnLabel } from '@tessera/core/form-data';
import { editorLook, type EditorProps } from './editor-props.ts';
import { FilterForm } from './FilterForm.tsx';
import { describeFilter } from './filter-words.ts';
import { operatorOf } from './filters.ts';
import { findColumn, type DatasetFields } from './fields.ts';
import { PillField, type PillItem } from './PillField.tsx';
import { readFilters } from '@tessera/viz/control-kinds/filters';
import { moveItem } from './values.ts';

export function FiltersEditor(props: EditorProps<'filters'>) {
  const {
    name,
    value,
    onChange,
    data: { dataset },
  } = props;
  const filters = readFilters(value);
  return (
    <PillField
      name={name}
      look={editorLook(props)}
      items={filters.map((filter, index) => filterPill(dataset, filter, index))}
      multiple
      placeholder={t('Drop or choose a filter')}
      accepts={(drag) => drag.kind === 'column'}
      onDrop={() => undefined}
      editsDropped
      onMove={(from, to) => onChange(moveItem(filters, from, to))}
      onRemove={(index) => onChange(filters.filter((_, at) => at !== index))}
      editorWidth={360}
      renderEditor={(index, close, typed, dropped) => (
        <FilterForm
          key={index ?? 'new'}
          dataset={dataset}
          current={index === null ? null : (filters[index] ?? null)}
          typed={typed}
          subject={dropped?.kind === 'column' ? dropped.name : null}
          onApply={(filter) => {
            onChange(index === null ? [...filters, filter] : filters.map((old, at) => (at === index ? filter : old)));
            close();
          }}
        />
      )}
    />
  );
}

function filterPill(dataset: DatasetFields, filter: AdhocFilter, index: number): PillItem {
  const label = describeFilter(filter, (column) => findColumn(dataset, column)?.label ?? column);
  const subjects = (conditionsOf(filter) ?? [filter]).flatMap(({ expressionType, subject }) =>
    expressionType === 'SIMPLE' && typeof subject === 'string' ? [subject] : [],
  );
  const lost = subjects.find((subject) => !findColumn(dataset, subject));
  const Icon = operatorOf(filter) === 'TEMPORAL_RANGE' ? IconClock : IconFilter;
  return {
    key: `${index}:${label}`,
    label,
    icon: <Icon size={16} stroke={1.5} aria-hidden />,
    warning: lost === undefined ? null : t('The dataset has no column %s.', columnLabel(lost)),
  };
}
