import type { NamedOperator } from '@tessera/core/filters/operators';
import { columnLabel, type AdhocFilter } from '@tessera/core/form-data';
import { t, tMarked } from '@tessera/core/messages';
import type { FilterValue } from '@tessera/core/query-object';
import { useMemo } from 'react';
import { Select } from '../ui/fields/Select.tsx';
import { columnOptions } from './field-options.tsx';
import { FieldList } from './FieldList.tsx';
import { findColumn, type DatasetFields } from './fields.ts';
import { operatorOf, operators, operatorsFor, simpleFilter, standsAlone } from './filters.ts';
import { TimeRangeEditor } from './TimeRangeEditor.tsx';
import { ValueInput } from './ValueInput.tsx';

/** A condition while it is being made. */
export type ConditionDraft = {
  readonly subject: string | null;
  readonly operator: NamedOperator;
  readonly comparator: FilterValue | undefined;
};

/** What a condition begins with: as it was saved, or on a column that is chosen or is still to be. */
export function draftOf(dataset: DatasetFields, filter: AdhocFilter | null, subject: string | null): ConditionDraft {
  const own = filter?.expressionType === 'SIMPLE' ? filter : null;
  return {
    subject: own?.subject ? columnLabel(own.subject) : subject,
    operator: (own && operatorOf(own)) ?? (subject === null ? 'IN' : firstOperator(dataset, subject, false)),
    comparator: own?.comparator,
  };
}

/** The condition as it is saved; `null` while it has no column. */
export function filterOf({ subject, operator, comparator }: ConditionDraft): AdhocFilter | null {
  if (subject === null) return null;
  if (operators[operator].needs !== 'range') return simpleFilter(subject, operator, comparator);
  return simpleFilter(subject, operator, typeof comparator === 'string' ? comparator : 'No filter');
}

type ConditionFieldsProps = {
  readonly dataset: DatasetFields;
  readonly draft: ConditionDraft;
  /** What was typed so far of the name of a column. */
  readonly typed: string;
  readonly isOneOfSeveral: boolean;
  readonly error: string | null;
  readonly onDraft: (draft: ConditionDraft) => void;
};

/** One condition: first its column, then the operator and what it compares with. */
export function ConditionFields({ dataset, draft, typed, isOneOfSeveral, error, onDraft }: ConditionFieldsProps) {
  const { subject, operator, comparator } = draft;
  const chooseSubject = (next: string) =>
    onDraft({ subject: next, operator: firstOperator(dataset, next, isOneOfSeveral), comparator: undefined });
  if (subject === null) return <SubjectList dataset={dataset} typed={typed} onPick={chooseSubject} />;
  const { needs } = operators[operator];
  return (
    <>
      <SubjectSelect dataset={dataset} value={subject} onChange={chooseSubject} />
      <OperatorSelect
        kind={findColumn(dataset, subject)?.kind}
        value={operator}
        isOneOfSeveral={isOneOfSeveral}
        onChange={(next) => {
          const same = operators[next].needs === needs;
          onDraft({
            ...draft,
            operator: next,
            comparator: same ? comparator : convert(comparator, operators[next].needs),
          });
        }}
      />
      <ComparatorInput
        dataset={dataset}
        column={subject}
        needs={needs}
        value={comparator}
        error={error}
        onChange={(next) => onDraft({ ...draft, comparator: next })}
      />
    </>
  );
}

function firstOperator(dataset: DatasetFields, subject: string, isOneOfSeveral: boolean): NamedOperator {
  const offered = operatorsFor(findColumn(dataset, subject)?.kind);
  if (offered[0] === 'TEMPORAL_RANGE') return isOneOfSeveral ? 'GREATER_THAN_OR_EQUAL' : 'TEMPORAL_RANGE';
  return offered.includes('IN') ? 'IN' : (offered[0] ?? 'EQUALS');
}

/** Values go along where the next operator can take them. */
function convert(value: FilterValue | undefined, needs: 'none' | 'one' | 'many' | 'range'): FilterValue | undefined {
  if (needs === 'many') return value === undefined || value === null ? [] : Array.isArray(value) ? value : [value];
  if (needs === 'one') return Array.isArray(value) ? value[0] : value;
  return undefined;
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
  const source = useMemo(() => ({ dataset: { id: dataset.id, type: dataset.type }, column }), [dataset, column]);
  if (needs === 'none') return null;
  return (
    <div data-part="values">
      {needs === 'range' && (
        <TimeRangeEditor value={typeof value === 'string' ? value : 'No filter'} onChange={onChange} source={source} />
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
    </div>
  );
}

type SubjectListProps = { readonly dataset: DatasetFields; readonly typed: string } & {
  readonly onPick: (column: string) => void;
};

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
  /** One of several conditions: they take no operator that moves with the clock or the rows. */
  readonly isOneOfSeveral: boolean;
  readonly onChange: (operator: NamedOperator) => void;
};

/** An operator that an old chart uses is offered even where the kind of the column would not suggest it. */
function OperatorSelect({ kind, value, isOneOfSeveral, onChange }: OperatorSelectProps) {
  const suggested = operatorsFor(kind).filter((one) => !isOneOfSeveral || !standsAlone(one));
  const offered = [...new Set([...suggested, value])];
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
