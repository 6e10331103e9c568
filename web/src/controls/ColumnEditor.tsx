import { columnLabel } from '@tessera/core/form-data';
import { t } from '@tessera/core/messages';
import type { AdhocColumn, QueryColumn } from '@tessera/core/query-object';
import { useState } from 'react';
import { Button } from '../ui/buttons/Button.tsx';
import { Tabs } from '../ui/layout/Tabs.tsx';
import { TextInput } from '../ui/fields/TextInput.tsx';
import classes from './Controls.module.css';
import { editorLook, type EditorProps } from './editor-props.ts';
import { columnOptions, columnPill } from './field-options.tsx';
import { ExpressionField } from './expression/ExpressionField.tsx';
import { FieldList } from './FieldList.tsx';
import type { DatasetFields } from './fields.ts';
import { PillField } from './PillField.tsx';
import { takesKind } from '@tessera/viz/control-kinds/column';
import { readColumns } from '@tessera/viz/control-kinds/columns';
import { matchNames } from './pasted-names.ts';
import { addColumn, moveItem } from './values.ts';

export function ColumnsEditor(props: EditorProps<'columns'>) {
  return <ColumnPills {...props} multiple />;
}

export function ColumnEditor(props: EditorProps<'column'>) {
  return <ColumnPills {...props} multiple={false} />;
}

function ColumnPills({ multiple, ...props }: EditorProps<'column' | 'columns'> & { readonly multiple: boolean }) {
  const {
    name,
    value,
    control,
    onChange,
    data: { dataset },
  } = props;
  const columns = readColumns(value);
  const write = (next: readonly QueryColumn[]) => onChange(multiple ? next : (next[0] ?? null));
  const offered = dataset.columns.filter(({ kind }) => control.kind === 'columns' || takesKind(control, kind));
  const put = (column: QueryColumn, index: number | null) => {
    if (index !== null) write(columns.map((old, at) => (at === index ? column : old)));
    else write(multiple ? addColumn(columns, column) : [column]);
  };

  const paste = (names: readonly string[]) => {
    const { found, unknown } = matchNames(names, offered);
    const next = found.reduce((all, { name: one }) => addColumn(all, one), columns);
    write(multiple ? next : found.map((one) => one.name));
    return unknown;
  };

  return (
    <PillField
      name={name}
      look={editorLook(props)}
      items={columns.map((column) => columnPill(dataset, column))}
      multiple={multiple}
      placeholder={multiple ? t('Drop or choose columns') : t('Drop or choose a column')}
      accepts={(drag) => drag.kind === 'column' && offered.some((column) => column.name === drag.name)}
      onDrop={(drag) => drag.kind === 'column' && put(drag.name, null)}
      onPaste={paste}
      onMove={(from, to) => write(moveItem(columns, from, to))}
      onRemove={(index) => write(columns.filter((_, at) => at !== index))}
      renderEditor={(index, close, typed) => (
        <ColumnPicker
          dataset={dataset}
          offered={offered}
          current={index === null ? null : (columns[index] ?? null)}
          chosen={columns}
          typed={typed}
          onlyTime={control.kind === 'column' && control.temporalOnly === true}
          onPaste={multiple ? paste : undefined}
          onPick={(column) => {
            const isChosen =
              index === null && multiple && columns.some((old) => columnLabel(old) === columnLabel(column));
            if (isChosen) write(columns.filter((old) => columnLabel(old) !== columnLabel(column)));
            else put(column, index);
            // Several may be taken one after the other.
            if (!multiple || index !== null) close();
          }}
        />
      )}
    />
  );
}

type ColumnPickerProps = {
  readonly dataset: DatasetFields;
  readonly offered: DatasetFields['columns'];
  readonly current: QueryColumn | null;
  readonly chosen: readonly QueryColumn[];
  readonly typed: string;
  readonly onlyTime: boolean;
  readonly onPaste: ((names: readonly string[]) => readonly string[]) | undefined;
  readonly onPick: (column: QueryColumn) => void;
};

function ColumnPicker({ dataset, offered, current, chosen, typed, onlyTime, onPaste, onPick }: ColumnPickerProps) {
  const [tab, setTab] = useState<'columns' | 'sql'>(
    current !== null && typeof current !== 'string' ? 'sql' : 'columns',
  );
  const names = new Set(chosen.map(columnLabel));
  return (
    <Tabs
      label={t('Kind of column')}
      value={tab}
      onChange={setTab}
      tabs={[
        { value: 'columns', label: t('Columns') },
        { value: 'sql', label: t('Custom SQL') },
      ]}
      className={classes['popoverTabs'] ?? ''}
      panelClassName={classes['popoverPanel'] ?? ''}
    >
      {tab === 'columns' ? (
        <FieldList
          label={t('Search columns')}
          typed={typed}
          options={columnOptions(offered, names)}
          emptyText={
            onlyTime
              ? t('%s has no time column. Mark one in the dataset, or write an expression.', dataset.name)
              : t('%s has no columns.', dataset.name)
          }
          onPick={onPick}
          onPaste={onPaste}
        />
      ) : (
        <ExpressionForm dataset={dataset} current={typeof current === 'object' ? current : null} onApply={onPick} />
      )}
    </Tabs>
  );
}

function ExpressionForm({
  dataset,
  current,
  onApply,
}: {
  readonly dataset: DatasetFields;
  readonly current: AdhocColumn | null;
  readonly onApply: (column: AdhocColumn) => void;
}) {
  const [sql, setSql] = useState(current?.sqlExpression ?? '');
  const [label, setLabel] = useState(current?.label ?? '');
  const isBlank = sql.trim() === '';
  return (
    <form
      className={classes['form']}
      onSubmit={(event) => {
        event.preventDefault();
        event.stopPropagation();
        if (!isBlank)
          onApply({
            expressionType: 'SQL',
            sqlExpression: sql.trim(),
            label: label.trim() || sql.trim(),
            hasCustomLabel: label.trim() !== '',
          });
      }}
    >
      <ExpressionField
        label={t('Expression')}
        dataset={dataset}
        kind="column"
        value={sql}
        onChange={setSql}
        placeholder="upper(country)"
      />
      <TextInput
        label={t('Name')}
        value={label}
        onChange={setLabel}
        placeholder={sql.trim() || t('Name of the column')}
      />
      <div className={classes['formActions']}>
        <Button
          type="submit"
          variant="primary"
          size="small"
          disabledReason={isBlank ? t('Write an expression first.') : null}
        >
          {t('Apply')}
        </Button>
      </div>
    </form>
  );
}
