import { t } from '@tessera/core/messages';
import { isActive } from '@tessera/core/sql-editor/query-states';
import { useEffect } from 'react';
import { EmptyState } from '../../../../ui/feedback/EmptyState.tsx';
import { Loading } from '../../../../ui/feedback/Spinner.tsx';
import { MultiSelect } from '../../../../ui/fields/MultiSelect.tsx';
import { Select } from '../../../../ui/fields/Select.tsx';
import type { Run, StatementResult } from '../../runs/run.ts';
import { rowsWords } from '../over/QueryPane.tsx';
import { useResultQuery } from '../over/use-result-query.ts';
import { Problem } from '../Problem.tsx';
import type { ResultOf } from '../result-of.ts';
import { useWrittenOver } from '../written-over.ts';
import classes from './PivotPane.module.css';
import { PivotTable } from './PivotTable.tsx';
import { aggregates, hasTotals, MAX_GROUPS, pivotSql, type Aggregate, type Pivot } from './pivot-sql.ts';

/** The rows of a result grouped down and across. */
export function PivotPane({ tab, run, result }: ResultOf) {
  const names = result.columns.map(({ name }) => name);
  const [pivot, setPivot] = useWrittenOver<Pivot>({ tab, result }, 'pivot', names, () => firstPivot(result));
  const { run: answer, start } = useResultQuery();
  const { resultsKey: key } = run.query;
  const { statement } = result;
  const sql = pivotSql(pivot);
  useEffect(() => {
    if (key !== null && result.isDone) start(sql, [{ name: 'result', key, statement }]);
  }, [key, statement, sql, result.isDone, start]);
  return (
    <div className={classes['pane']}>
      <PivotFields result={result} pivot={pivot} onChange={setPivot} />
      <div className={classes['body']}>
        <p className={classes['scope']}>
          {t('Works on %(rows)s, in the embedded engine. Your database is not asked again.', {
            rows: rowsWords(result),
          })}{' '}
          {!hasTotals(pivot) && t('There are no totals: these values do not add up.')}
        </p>
        {key === null ? (
          <EmptyState title={t('The server has not kept these rows.')} drawing="none" small />
        ) : (
          <PivotAnswer answer={answer} pivot={pivot} />
        )}
      </div>
    </div>
  );
}

function PivotAnswer({ answer, pivot }: { readonly answer: Run | null; readonly pivot: Pivot }) {
  if (answer === null) return <Loading />;
  if (answer.errors.length > 0)
    return (
      <div role="alert" className={classes['problem']}>
        {answer.errors.map((error) => (
          <Problem key={error.message} error={error} />
        ))}
      </div>
    );
  const result = answer.results.at(-1);
  if (result === undefined || !result.isDone)
    return isActive(answer.state) ? <Loading /> : <EmptyState title={t('Query was stopped.')} drawing="none" small />;
  if (result.table.rowCount >= MAX_GROUPS)
    return <EmptyState title={t('These are too many groups for a table. Take away a field.')} drawing="none" small />;
  return <PivotTable table={result.table} pivot={pivot} />;
}

type PivotFieldsProps = {
  readonly result: StatementResult;
  readonly pivot: Pivot;
  readonly onChange: (pivot: Pivot) => void;
};

function PivotFields({ result, pivot, onChange }: PivotFieldsProps) {
  const options = result.columns.map(({ name }) => ({ value: name, label: name }));
  const names: Readonly<Record<Aggregate, string>> = {
    sum: t('Sum'),
    count: t('Count'),
    distinct: t('Different values'),
    avg: t('Average'),
    min: t('Smallest'),
    max: t('Largest'),
  };
  const numeric = result.columns.find(({ name }) => name === pivot.value)?.kind === 'numeric';
  const usable = aggregates.filter((name) => numeric || (name !== 'sum' && name !== 'avg'));
  return (
    <section className={classes['fields']} aria-label={t('Pivot')}>
      <MultiSelect
        label={t('Rows')}
        values={pivot.rows}
        options={options}
        onChange={(rows) => onChange({ ...pivot, rows })}
      />
      <MultiSelect
        label={t('Columns')}
        values={pivot.columns}
        options={options}
        onChange={(columns) => onChange({ ...pivot, columns })}
      />
      <Select
        label={t('Value')}
        value={pivot.value}
        placeholder={t('Count of rows')}
        clearable
        options={options}
        onChange={(value) => onChange({ ...pivot, value, aggregate: aggregateFor(result, value) })}
      />
      {pivot.value !== null && (
        <Select
          label={t('Aggregate')}
          value={pivot.aggregate}
          options={usable.map((value) => ({ value, label: names[value] }))}
          onChange={(next) =>
            onChange({ ...pivot, aggregate: usable.find((name) => name === next) ?? pivot.aggregate })
          }
        />
      )}
    </section>
  );
}

function aggregateFor({ columns }: StatementResult, value: string | null): Aggregate {
  return columns.find(({ name }) => name === value)?.kind === 'numeric' ? 'sum' : 'count';
}

/** The first words down, the second across, the first number in the cells. */
function firstPivot(result: StatementResult): Pivot {
  const words = result.columns.filter(({ kind }) => kind === 'string' || kind === 'boolean').map(({ name }) => name);
  const value = result.columns.find(({ kind }) => kind === 'numeric')?.name ?? null;
  return { rows: words.slice(0, 1), columns: words.slice(1, 2), value, aggregate: aggregateFor(result, value) };
}
