import type { NamedOperator } from '@tessera/core/filters/operators';
import { columnLabel, type AdhocFilter } from '@tessera/core/form-data';
import { t, tMarked } from '@tessera/core/messages';
import type { FilterValue } from '@tessera/core/query-object';
import { useState } from 'react';
import { Button } from '../ui/buttons/Button.tsx';
import { SegmentedControl } from '../ui/fields/SegmentedControl.tsx';
import { Select } from '../ui/fields/Select.tsx';
import { Tabs } from '../ui/layout/Tabs.tsx';
import classes from './Controls.module.css';
import { columnOptions } from './field-options.tsx';
import { ExpressionField } from './expression/ExpressionField.tsx';
import { FieldList } from './FieldList.tsx';
import { findColumn, type DatasetFields } from './fields.ts';
import { filterError, operatorOf, operators, operatorsFor, simpleFilter, sqlFilter } from './filters.ts';
import { rangeProblem } from './time-frame.ts';
import { TimeRangeEditor } from './TimeRangeEditor.tsx';
import { ValueInput } from './ValueInput.tsx';

type FilterFormProps = {
  readonly dataset: DatasetFields;
  readonly current: AdhocFilter | null;
  readonly typed: string;
  /** The column of a new filter, where it is chosen already. */
  readonly subject?: string | null;
  readonly onApply: (filter: AdhocFilter) => void;
};

/** One condition: a column, an operator and values, or SQL. */
export function FilterForm({ dataset, current, typed, subject = null, onApply }: FilterFormProps) {
  const [kind, setKind] = useState<'simple' | 'sql'>(current?.expressionType === 'SQL' ? 'sql' : 'simple');
  return (
    <Tabs
      label={t('Kind of filter')}
      value={kind}
      onChange={setKind}
      tabs={[
        { value: 'simple', label: t('Simple') },
        { value: 'sql', label: t('Custom SQL') },
      ]}
      className={classes['popoverTabs'] ?? ''}
      panelClassName={classes['popoverPanel'] ?? ''}
    >
      {kind === 'simple' ? (
        <SimpleFilterForm dataset={dataset} current={current} typed={typed} subject={subject} onApply={onApply} />
      ) : (
        <SqlFilterForm dataset={dataset} current={current} onApply={onApply} />
      )}
    </Tabs>
  );
}

function SimpleFilterForm({ dataset, current, typed, subject: given = null, onApply }: FilterFormProps) {
  const [subject, setSubject] = useState(() =>
    current?.expressionType === 'SIMPLE' && current.subject ? columnLabel(current.subject) : given,
  );
  const column = subject === null ? undefined : findColumn(dataset, subject);
  const [operator, setOperator] = useState<NamedOperator>(
    () =>
      (current ? operatorOf(current) : null) ??
      (given === null ? 'IN' : firstOperator(operatorsFor(findColumn(dataset, given)?.kind))),
  );
  const [comparator, setComparator] = useState<FilterValue | undefined>(current?.comparator);
  const [isTried, setTried] = useState(false);

  const chooseSubject = (next: string) => {
    setSubject(next);
    setOperator(firstOperator(operatorsFor(findColumn(dataset, next)?.kind)));
    setComparator(undefined);
  };
  if (subject === null) return <SubjectList dataset={dataset} typed={typed} onPick={chooseSubject} />;

  const { needs } = operators[operator];
  const filter = simpleFilter(
    subject,
    operator,
    needs === 'range' ? (typeof comparator === 'string' ? comparator : 'No filter') : comparator,
  );
  const error = filterError(filter);
  return (
    <form
      className={classes['form']}
      onSubmit={(event) => {
        event.preventDefault();
        event.stopPropagation();
        setTried(true);
        // What is wrong with a range stands below it already.
        const isReadable = needs !== 'range' || rangeProblem(String(filter.comparator), Date.now()) === null;
        if (error === null && isReadable) onApply(filter);
      }}
    >
      <SubjectSelect dataset={dataset} value={subject} onChange={chooseSubject} />
      <OperatorSelect
        kind={column?.kind}
        value={operator}
        onChange={(next) => {
          if (operators[next].needs !== needs) setComparator(convert(comparator, operators[next].needs));
          setOperator(next);
        }}
      />
      <ComparatorInput
        dataset={dataset}
        column={subject}
        needs={needs}
        value={comparator}
        error={isTried ? error : null}
        onChange={setComparator}
      />
      <ApplyButton />
    </form>
  );
}

type ComparatorInputProps = {
  readonly dataset: DatasetFields;
  readonly column: string;
  readonly needs: 'none' | 'one' | 'many' | 'range';
  readonly value: FilterValue | undefined;
  readonly error: string | null;
  readonly onChange: (value: FilterValue | undefined) => void;
};

/** What the operator compares with. */
function ComparatorInput({ dataset, column, needs, value, error, onChange }: ComparatorInputProps) {
  return (
    <>
      {needs === 'range' && (
        <TimeRangeEditor value={typeof value === 'string' ? value : 'No filter'} onChange={onChange} />
      )}
      {(needs === 'one' || needs === 'many') && (
        <ValueInput
          dataset={dataset}
          column={column}
          kind={findColumn(dataset, column)?.kind}
          multiple={needs === 'many'}
          value={value}
          error={error}
          onChange={onChange}
        />
      )}
    </>
  );
}

type SubjectListProps = Pick<FilterFormProps, 'dataset' | 'typed'> & { readonly onPick: (column: string) => void };

/** The first step: what the condition is about. */
function SubjectList({ dataset, typed, onPick }: SubjectListProps) {
  const filterable = dataset.columns.filter((one) => one.filterable);
  return (
    <FieldList
      label={t('Search columns')}
      typed={typed}
      options={columnOptions(filterable, new Set())}
      emptyText={t('%s has no columns to filter by.', dataset.name)}
      onPick={onPick}
    />
  );
}

function ApplyButton() {
  return (
    <div className={classes['formActions']}>
      <Button type="submit" variant="primary" size="small">
        {t('Apply')}
      </Button>
    </div>
  );
}

type SubjectSelectProps = {
  readonly dataset: DatasetFields;
  readonly value: string;
  readonly onChange: (column: string) => void;
};

function SubjectSelect({ dataset, value: subject, onChange }: SubjectSelectProps) {
  return (
    <Select
      label={t('Column')}
      value={subject}
      options={dataset.columns
        .filter((one) => one.filterable || one.name === subject)
        .map((one) => ({ value: one.name, label: one.label }))}
      onChange={(next) => next !== null && onChange(next)}
    />
  );
}

type OperatorSelectProps = {
  readonly kind: Parameters<typeof operatorsFor>[0];
  readonly value: NamedOperator;
  readonly onChange: (operator: NamedOperator) => void;
};

/** An operator that an old chart uses is offered even where the kind of the column would not suggest it. */
function OperatorSelect({ kind, value, onChange }: OperatorSelectProps) {
  const offered = [...new Set([...operatorsFor(kind), value])];
  return (
    <Select
      label={t('Operator')}
      value={value}
      options={offered.map((id) => ({ value: id, label: tMarked(operators[id].label) }))}
      onChange={(next) => {
        const id = offered.find((known) => known === next);
        if (id) onChange(id);
      }}
    />
  );
}

function firstOperator(offered: ReturnType<typeof operatorsFor>): NamedOperator {
  if (offered[0] === 'TEMPORAL_RANGE') return 'TEMPORAL_RANGE';
  return offered.includes('IN') ? 'IN' : (offered[0] ?? 'EQUALS');
}

/** Values go along where the next operator can take them. */
function convert(value: FilterValue | undefined, needs: 'none' | 'one' | 'many' | 'range'): FilterValue | undefined {
  if (needs === 'many') return value === undefined || value === null ? [] : Array.isArray(value) ? value : [value];
  if (needs === 'one') return Array.isArray(value) ? value[0] : value;
  return undefined;
}

function SqlFilterForm({ dataset, current, onApply }: Pick<FilterFormProps, 'dataset' | 'current' | 'onApply'>) {
  const [sql, setSql] = useState(current?.sqlExpression ?? '');
  const [clause, setClause] = useState<'WHERE' | 'HAVING'>(current?.clause ?? 'WHERE');
  return (
    <form
      className={classes['form']}
      onSubmit={(event) => {
        event.preventDefault();
        event.stopPropagation();
        if (sql.trim() !== '') onApply(sqlFilter(sql.trim(), clause));
      }}
    >
      <SegmentedControl
        label={t('Filters')}
        value={clause}
        onChange={setClause}
        options={[
          { value: 'WHERE', label: t('Rows (WHERE)') },
          { value: 'HAVING', label: t('Groups (HAVING)') },
        ]}
        wide
      />
      <ExpressionField
        label={t('Condition')}
        dataset={dataset}
        kind={clause === 'WHERE' ? 'where' : 'having'}
        value={sql}
        onChange={setSql}
        placeholder={clause === 'WHERE' ? "country = 'NZ' OR delay > 60" : 'COUNT(*) > 100'}
      />
      <div className={classes['formActions']}>
        <Button
          type="submit"
          variant="primary"
          size="small"
          disabledReason={sql.trim() === '' ? t('Write a condition.') : null}
        >
          {t('Apply')}
        </Button>
      </div>
    </form>
  );
}
