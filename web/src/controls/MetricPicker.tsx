import type { Metric } from '@tessera/core/form-data';
import { t } from '@tessera/core/messages';
import { AGGREGATES, type Aggregate } from '@tessera/core/query-object';
import { useState, type ReactNode } from 'react';
import { Button } from '../ui/buttons/Button.tsx';
import { Select } from '../ui/fields/Select.tsx';
import { Tabs } from '../ui/layout/Tabs.tsx';
import { TextInput } from '../ui/fields/TextInput.tsx';
import classes from './Controls.module.css';
import { aggregatesFor } from './aggregate.ts';
import { ExpressionField } from './expression/ExpressionField.tsx';
import { FieldList } from './FieldList.tsx';
import { findColumn, type DatasetFields } from './fields.ts';
import { KindIcon } from './KindIcon.tsx';

type MetricPickerProps = {
  readonly dataset: DatasetFields;
  readonly current: Metric | null;
  readonly chosen: ReadonlySet<string>;
  readonly typed: string;
  readonly onPick: (metric: Metric) => void;
};

type Kind = 'saved' | 'simple' | 'sql';

/** A metric by its saved name, as an aggregate of a column, or as SQL. */
export function MetricPicker({ dataset, current, chosen, typed, onPick }: MetricPickerProps) {
  const [kind, setKind] = useState<Kind>(() => kindOf(current, dataset));
  return (
    <Tabs
      label={t('Kind of metric')}
      value={kind}
      onChange={setKind}
      tabs={[
        { value: 'saved', label: t('Saved') },
        { value: 'simple', label: t('Simple') },
        { value: 'sql', label: t('Custom SQL') },
      ]}
      className={classes['popoverTabs'] ?? ''}
      panelClassName={classes['popoverPanel'] ?? ''}
    >
      {kind === 'saved' && (
        <FieldList
          label={t('Search saved metrics')}
          typed={typed}
          options={dataset.metrics.map((metric) => ({
            value: metric.name,
            label: metric.label,
            note: metric.expression,
            icon: <KindIcon kind="metric" />,
            chosen: chosen.has(metric.name),
          }))}
          emptyText={t('%s has no saved metrics. Make one from a column under Simple.', dataset.name)}
          onPick={onPick}
        />
      )}
      {kind === 'simple' && <SimpleForm dataset={dataset} current={current} onPick={onPick} />}
      {kind === 'sql' && <SqlForm dataset={dataset} current={current} onPick={onPick} />}
    </Tabs>
  );
}

function kindOf(metric: Metric | null, dataset: DatasetFields): Kind {
  if (metric === null) return dataset.metrics.length > 0 ? 'saved' : 'simple';
  if (typeof metric === 'string') return 'saved';
  return metric.expressionType === 'SQL' ? 'sql' : 'simple';
}

function SimpleForm({ dataset, current, onPick }: Pick<MetricPickerProps, 'dataset' | 'current' | 'onPick'>) {
  const given = current !== null && typeof current !== 'string' && current.expressionType === 'SIMPLE' ? current : null;
  const [column, setColumn] = useState(given?.column?.column_name ?? null);
  const [aggregate, setAggregate] = useState<Aggregate | null>(given?.aggregate ?? null);
  const [label, setLabel] = useState(given?.hasCustomLabel === true ? (given.label ?? '') : '');
  const found = column === null ? undefined : findColumn(dataset, column);
  const likely = aggregatesFor(found?.kind);
  const used = aggregate ?? likely[0] ?? 'COUNT';
  const own = column === null ? '' : `${used}(${column})`;
  return (
    <MetricFields
      label={label}
      onLabel={setLabel}
      placeholder={own || t('Name of the metric')}
      reason={column === null ? t('Choose a column first.') : null}
      onApply={() =>
        column !== null &&
        onPick({
          expressionType: 'SIMPLE',
          column: { column_name: column, type: found?.type ?? null },
          aggregate: used,
          label: label.trim() || own,
          hasCustomLabel: label.trim() !== '',
        })
      }
    >
      <Select
        label={t('Column')}
        value={column}
        placeholder={t('Choose a column')}
        options={dataset.columns.map((one) => ({
          value: one.name,
          label: one.label,
          icon: <KindIcon kind={one.kind} />,
        }))}
        onChange={(next) => {
          setColumn(next);
          // What was chosen for another column stays only where it makes sense.
          if (
            next !== null &&
            aggregate !== null &&
            !aggregatesFor(findColumn(dataset, next)?.kind).includes(aggregate)
          )
            setAggregate(null);
        }}
      />
      <Select
        label={t('Aggregate')}
        value={used}
        options={[...likely, ...AGGREGATES.filter((name) => !likely.includes(name))].map((name) => ({
          value: name,
          label: name,
        }))}
        onChange={(next) => setAggregate(AGGREGATES.find((name) => name === next) ?? null)}
      />
    </MetricFields>
  );
}

function SqlForm({ dataset, current, onPick }: Pick<MetricPickerProps, 'dataset' | 'current' | 'onPick'>) {
  const [sql, setSql] = useState(() => sqlOf(current));
  const [label, setLabel] = useState(
    current !== null && typeof current !== 'string' && current.hasCustomLabel === true ? (current.label ?? '') : '',
  );
  const text = sql.trim();
  return (
    <MetricFields
      label={label}
      onLabel={setLabel}
      placeholder={text || t('Name of the metric')}
      reason={text === '' ? t('Write an expression first.') : null}
      onApply={() =>
        onPick({
          expressionType: 'SQL',
          sqlExpression: text,
          label: label.trim() || text,
          hasCustomLabel: label.trim() !== '',
        })
      }
    >
      <ExpressionField
        label={t('Expression')}
        dataset={dataset}
        kind="metric"
        value={sql}
        onChange={setSql}
        placeholder="SUM(revenue) / COUNT(*)"
      />
    </MetricFields>
  );
}

/** A simple metric opens as the SQL that it stands for. */
function sqlOf(metric: Metric | null): string {
  if (metric === null || typeof metric === 'string') return '';
  if (metric.expressionType === 'SQL') return metric.sqlExpression ?? '';
  const column = metric.column?.column_name ?? '';
  return metric.aggregate === 'COUNT_DISTINCT' ? `COUNT(DISTINCT ${column})` : `${metric.aggregate ?? ''}(${column})`;
}

type MetricFieldsProps = {
  readonly children: ReactNode;
  readonly label: string;
  readonly onLabel: (label: string) => void;
  readonly placeholder: string;
  readonly reason: string | null;
  readonly onApply: () => void;
};

function MetricFields({ children, label, onLabel, placeholder, reason, onApply }: MetricFieldsProps) {
  return (
    <form
      className={classes['form']}
      onSubmit={(event) => {
        event.preventDefault();
        event.stopPropagation();
        if (reason === null) onApply();
      }}
    >
      {children}
      <TextInput label={t('Name')} value={label} onChange={onLabel} placeholder={placeholder} />
      <div className={classes['formActions']}>
        <Button type="submit" variant="primary" size="small" disabledReason={reason}>
          {t('Apply')}
        </Button>
      </div>
    </form>
  );
}
