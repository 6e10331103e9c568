import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { t } from '@tessera/core/messages';
import { Button } from '../ui/buttons/Button.tsx';
import { readOrderBy } from '@tessera/viz/control-kinds/order-by';
import classes from './Controls.module.css';
import { editorLook, type EditorProps } from './editor-props.ts';
import { findColumn } from './fields.ts';
import { columnOptions } from './field-options.tsx';
import { FieldList } from './FieldList.tsx';
import { PillField } from './PillField.tsx';
import { moveItem } from './values.ts';

type Entry = readonly [column: string, ascending: boolean];

/** Rows by which columns, in which direction; stored as JSON text, as saved charts have it. */
export function OrderByEditor(props: EditorProps<'order_by'>) {
  const {
    name,
    value,
    onChange,
    data: { dataset },
  } = props;
  const entries = readOrderBy(value).filter((entry): entry is Entry => entry !== null);
  const write = (next: readonly Entry[]) =>
    onChange(next.map(([column, ascending]) => JSON.stringify([column, ascending])));
  return (
    <PillField
      name={name}
      look={editorLook(props)}
      items={entries.map(([column, ascending]) => {
        const label = findColumn(dataset, column)?.label ?? column;
        const Icon = ascending ? IconArrowUp : IconArrowDown;
        return {
          key: column,
          label: ascending ? t('%s, ascending', label) : t('%s, descending', label),
          icon: <Icon size={16} stroke={1.5} aria-hidden />,
        };
      })}
      multiple
      placeholder={t('Drop or choose columns')}
      accepts={(drag) => drag.kind === 'column'}
      onDrop={(drag) =>
        drag.kind === 'column' && write([...entries.filter(([column]) => column !== drag.name), [drag.name, true]])
      }
      onMove={(from, to) => write(moveItem(entries, from, to))}
      onRemove={(index) => write(entries.filter((_, at) => at !== index))}
      renderEditor={(index, close, typed) => {
        const current = index === null ? undefined : entries[index];
        if (current)
          return (
            <DirectionChoice
              ascending={current[1]}
              onChoose={(ascending) => {
                write(entries.map((entry) => (entry === current ? [entry[0], ascending] : entry)));
                close();
              }}
            />
          );
        return (
          <FieldList
            label={t('Search columns')}
            typed={typed}
            options={columnOptions(dataset.columns, new Set(entries.map(([column]) => column)))}
            emptyText={t('%s has no columns.', dataset.name)}
            onPick={(column) => {
              const isChosen = entries.some(([old]) => old === column);
              write(isChosen ? entries.filter(([old]) => old !== column) : [...entries, [column, true]]);
            }}
          />
        );
      }}
    />
  );
}

type DirectionChoiceProps = { readonly ascending: boolean; readonly onChoose: (ascending: boolean) => void };

function DirectionChoice({ ascending: chosen, onChoose }: DirectionChoiceProps) {
  return (
    <div className={classes['form']}>
      {[true, false].map((ascending) => (
        <Button
          key={String(ascending)}
          wide
          icon={ascending ? <IconArrowUp size={16} stroke={1.5} /> : <IconArrowDown size={16} stroke={1.5} />}
          aria-pressed={chosen === ascending}
          onClick={() => onChoose(ascending)}
        >
          {ascending ? t('Ascending') : t('Descending')}
        </Button>
      ))}
    </div>
  );
}
