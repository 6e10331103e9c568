import { IconPlus } from '@tabler/icons-react';
import { t, tMarked } from '@tessera/core/messages';
import { Button } from '../../ui/buttons/Button.tsx';
import { Checkbox } from '../../ui/fields/Checkbox.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { Select } from '../../ui/fields/Select.tsx';
import { TextInput } from '../../ui/fields/TextInput.tsx';
import type { ColumnDraft } from './dataset-draft.ts';
import classes from './Datasets.module.css';
import { focusNew } from './focus-new.ts';
import { localKey } from './local-key.ts';
import { PartCard } from './PartCard.tsx';
import { PartDetails } from './PartDetails.tsx';
import type { TabProps } from './tab-props.ts';

const types = () => [
  { value: 'STRING', label: t('Text') },
  { value: 'NUMERIC', label: t('Number') },
  { value: 'DATETIME', label: t('Time') },
  { value: 'BOOLEAN', label: t('Yes or no') },
];

/** Columns that are SQL over the columns of the source. */
export function CalculatedTab(props: TabProps) {
  const { draft, dispatch, readOnly } = props;
  const columns = draft.columns.filter((column) => column.expression !== null);
  const add = readOnly ? undefined : (
    <Button
      icon={<IconPlus size={16} stroke={1.5} />}
      onClick={() => dispatch({ type: 'column_added', key: localKey() })}
    >
      {t('New calculated column')}
    </Button>
  );
  if (columns.length === 0)
    return (
      <EmptyState drawing="table" title={t('There are no calculated columns.')} action={add}>
        {t('A calculated column is SQL over one row, such as a part of a date or a ratio of two columns.')}
      </EmptyState>
    );
  return (
    <>
      <div className={classes['bar']}>{add}</div>
      {columns.map((column) => (
        <ColumnCard key={column.key} {...props} column={column} />
      ))}
    </>
  );
}

type ColumnCardProps = Omit<TabProps, 'draft'> & { readonly column: ColumnDraft };

function ColumnCard({ column, dispatch, readOnly, problems, places, suggestions, engine, onCheck }: ColumnCardProps) {
  const nameProblem = problems.get(`${column.key}:name`);
  const change = (part: Partial<ColumnDraft>) => dispatch({ type: 'column_changed', key: column.key, change: part });
  return (
    <PartCard
      title={column.column_name === '' ? t('New column') : column.column_name}
      sqlLabel={t('SQL of %(name)s', { name: column.column_name })}
      sql={column.expression ?? ''}
      onSql={(expression) => change({ expression })}
      onSqlDone={() => onCheck(column.key)}
      problem={problems.get(column.key)}
      place={places.get(column.key) ?? null}
      suggestions={suggestions}
      engine={engine}
      readOnly={readOnly}
      onRemove={() => dispatch({ type: 'column_removed', key: column.key })}
      details={<PartDetails part={column} readOnly={readOnly} onChange={change} />}
    >
      <TextInput
        label={t('Name')}
        value={column.column_name}
        onChange={(column_name) => change({ column_name })}
        readOnly={readOnly}
        required
        error={nameProblem === undefined ? null : tMarked(nameProblem)}
        ref={column.id === null && column.column_name === '' ? focusNew : null}
      />
      <TextInput
        label={t('Label')}
        value={column.verbose_name ?? ''}
        onChange={(verbose_name) => change({ verbose_name })}
        placeholder={column.column_name}
        readOnly={readOnly}
      />
      <Select
        label={t('Type')}
        value={column.type}
        onChange={(type) => change({ type, is_dttm: type === 'DATETIME' })}
        options={types()}
        clearable
        freeEntry
        disabled={readOnly}
      />
      <Flags column={column} readOnly={readOnly} onChange={change} />
    </PartCard>
  );
}

type FlagsProps = {
  readonly column: ColumnDraft;
  readonly readOnly: boolean;
  readonly onChange: (change: Partial<ColumnDraft>) => void;
};

/** What the column may be used for. */
function Flags({ column, readOnly, onChange }: FlagsProps) {
  return (
    <div className={classes['flags']}>
      <Checkbox
        label={t('Dimension')}
        checked={column.groupby}
        disabled={readOnly}
        onChange={(groupby) => onChange({ groupby })}
      />
      <Checkbox
        label={t('Filter')}
        checked={column.filterable}
        disabled={readOnly}
        onChange={(filterable) => onChange({ filterable })}
      />
      <Checkbox
        label={t('Time')}
        checked={column.is_dttm}
        disabled={readOnly}
        onChange={(is_dttm) => onChange({ is_dttm })}
      />
    </div>
  );
}
