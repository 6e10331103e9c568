import { IconPlus, IconTrash } from '@tabler/icons-react';
import { t } from '@tessera/core/messages';
import { timeColumn, timeColumns, type TimeColumn } from '@tessera/viz/control-kinds/time-columns';
import { useId } from 'react';
import { Button } from '../ui/buttons/Button.tsx';
import { IconButton } from '../ui/buttons/IconButton.tsx';
import { Field } from '../ui/fields/Field.tsx';
import { NumberInput } from '../ui/fields/NumberInput.tsx';
import { Select } from '../ui/fields/Select.tsx';
import { TextInput } from '../ui/fields/TextInput.tsx';
import classes from './Controls.module.css';
import { editorLook, type EditorProps } from './editor-props.ts';

/** Columns of a table over time: a card for each, in their order. */
export function TimeColumnsEditor(props: EditorProps<'time_columns'>) {
  const id = useId();
  const columns = timeColumns.read(props.value, props.control) ?? [];
  const { onChange } = props;
  return (
    <Field id={id} {...editorLook(props)}>
      <div className={classes['stack']}>
        {columns.map((column, index) => (
          // Columns have no identity but their place.
          <ColumnCard
            key={index}
            column={column}
            onChange={(next) => onChange(columns.map((old, at) => (at === index ? next : old)))}
            onRemove={() => onChange(columns.filter((_, at) => at !== index))}
          />
        ))}
        <Button
          id={id}
          size="small"
          icon={<IconPlus size={14} stroke={1.5} />}
          onClick={() => onChange([...columns, timeColumn(newKey(columns))])}
        >
          {t('Add a column')}
        </Button>
      </div>
    </Field>
  );
}

type ColumnCardProps = {
  readonly column: TimeColumn;
  readonly onChange: (column: TimeColumn) => void;
  readonly onRemove: () => void;
};

function ColumnCard({ column, onChange, onRemove }: ColumnCardProps) {
  const set = (part: Partial<TimeColumn>) => onChange({ ...column, ...part });
  const { colType } = column;
  return (
    <div className={classes['card']}>
      <div className={classes['cardHead']}>
        <TextInput label={t('Label')} value={column.label} onChange={(label) => set({ label })} />
        <IconButton
          size="small"
          label={t('Remove the column')}
          icon={<IconTrash size={16} stroke={1.5} />}
          onClick={onRemove}
        />
      </div>
      <Select
        label={t('Type')}
        value={colType}
        options={[
          { value: 'spark', label: t('Sparkline') },
          { value: 'time', label: t('Time comparison') },
          { value: 'contrib', label: t('Contribution') },
          { value: 'avg', label: t('Period average') },
        ]}
        onChange={(type) => set({ colType: typeOf(type) })}
      />
      <TypeFields column={column} set={set} />
      <TextInput
        label={t('Number format')}
        value={column.d3format}
        placeholder=",.2f"
        onChange={(d3format) => set({ d3format })}
      />
      <TextInput label={t('Tooltip')} value={column.tooltip} onChange={(tooltip) => set({ tooltip })} />
    </div>
  );
}

type TypeFieldsProps = {
  readonly column: TimeColumn;
  readonly set: (part: Partial<TimeColumn>) => void;
};

/** What only one type of column asks. */
function TypeFields({ column, set }: TypeFieldsProps) {
  const { colType } = column;
  return (
    <>
      {(colType === 'time' || colType === 'avg') && (
        <NumberInput
          label={t('Time lag')}
          hint={t('How many periods back.')}
          value={column.timeLag}
          onChange={(timeLag) => set({ timeLag: timeLag ?? 0 })}
        />
      )}
      {colType === 'time' && (
        <Select
          label={t('Comparison')}
          value={column.comparisonType}
          options={[
            { value: 'value', label: t('Value') },
            { value: 'diff', label: t('Difference') },
            { value: 'perc', label: t('Percentage') },
            { value: 'perc_change', label: t('Percentage change') },
          ]}
          onChange={(type) => set({ comparisonType: comparisonOf(type) })}
        />
      )}
      {colType === 'spark' && (
        <NumberInput
          label={t('Time ratio')}
          hint={t('Compares each period with the one so many before; 0 shows the values.')}
          value={column.timeRatio}
          onChange={(timeRatio) => set({ timeRatio: timeRatio ?? 0 })}
        />
      )}
    </>
  );
}

function typeOf(type: string | null): TimeColumn['colType'] {
  return type === 'contrib' || type === 'spark' || type === 'avg' ? type : 'time';
}

function comparisonOf(type: string | null): TimeColumn['comparisonType'] {
  return type === 'diff' || type === 'perc' || type === 'perc_change' ? type : 'value';
}

function newKey(columns: readonly TimeColumn[]): string {
  const taken = new Set(columns.map(({ key }) => key));
  let number = columns.length + 1;
  while (taken.has(`column-${number}`)) number += 1;
  return `column-${number}`;
}
