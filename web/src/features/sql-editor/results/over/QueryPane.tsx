import { IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react';
import { doubleQuoted } from '@tessera/core/sql-writing';
import { numberText, t, tMarked, tn } from '@tessera/core/messages';
import { isActive } from '@tessera/core/sql-editor/query-states';
import { useMemo, useState } from 'react';
import { Button } from '../../../../ui/buttons/Button.tsx';
import { CodeEditor } from '../../../../ui/code-editor/CodeEditor.tsx';
import type { Suggestion } from '../../../../ui/code-editor/editor-props.ts';
import { DataGrid } from '../../../../ui/data-grid/DataGrid.tsx';
import { EmptyState } from '../../../../ui/feedback/EmptyState.tsx';
import { Skeleton } from '../../../../ui/feedback/Skeleton.tsx';
import { Select } from '../../../../ui/fields/Select.tsx';
import type { Run, StatementResult } from '../../runs/run.ts';
import { cellFormats } from '../cell-formats.ts';
import { copyStyleOf } from '../copy-style.ts';
import type { ResultOf } from '../result-of.ts';
import { useWrittenOver } from '../written-over.ts';
import { elapsedText } from '../../../../chart/elapsed-text.ts';
import { Problem } from '../Problem.tsx';
import classes from './QueryPane.module.css';
import { sourceOf, useOtherResults, type OtherResult } from './other-results.ts';
import { useResultQuery } from './use-result-query.ts';

/** The engine that stored results are tables of. */
const ENGINE = 'duckdb';

/** A second query, over the rows that were stored of the first. */
export function QueryPane(props: ResultOf) {
  const { run, result } = props;
  const others = useOtherResults(props);
  const [otherId, setOtherId] = useState<string | null>(null);
  const other = others.find(({ id }) => id === otherId) ?? null;
  const [sql, setSql] = useWrittenOver(props, 'query', [], () => firstSql(result));
  const query = useResultQuery();
  const source = sourceOf(run, result);
  const isRunning = query.run !== null && isActive(query.run.state);
  const start = () => {
    if (source === null || sql.trim() === '') return;
    query.start(sql, [{ name: 'result', ...source }, ...(other === null ? [] : [{ name: 'other', ...other.source }])]);
  };
  const suggestions = useMemo(() => suggestionsOf(result, other), [result, other]);
  return (
    <div className={classes['pane']}>
      <div className={classes['head']}>
        <div className={classes['field']}>
          <CodeEditor
            label={t('SQL over the result')}
            value={sql}
            onChange={setSql}
            language="sql"
            engine={ENGINE}
            suggestions={suggestions}
            mark={markOf(query.run)}
            onRun={start}
            rows={3}
          />
        </div>
        <div className={classes['side']}>
          <Select
            label={t('Table "other"')}
            value={other?.id ?? null}
            onChange={setOtherId}
            clearable
            placeholder={others.length === 0 ? t('No other result is here') : t('None')}
            options={others.map(({ id, label, result: { table } }) => ({
              value: id,
              label,
              note: tn('1 row', '%(count)s rows', table.rowCount),
            }))}
          />
          <Button
            variant={isRunning ? 'default' : 'primary'}
            size="small"
            icon={isRunning ? <IconPlayerStop size={14} stroke={1.5} /> : <IconPlayerPlay size={14} stroke={1.5} />}
            title={t('Ctrl or ⌘ + Enter')}
            disabledReason={source === null ? tMarked('The server has not kept these rows.') : null}
            onClick={isRunning ? query.stop : start}
          >
            {isRunning ? t('Stop') : t('Run')}
          </Button>
        </div>
        <p className={classes['scope']}>{scopeWords(result, other)}</p>
      </div>
      <Answer run={query.run} />
    </div>
  );
}

/** What is wrong with the question, where that is known. */
function markOf(run: Run | null) {
  const error = run?.errors[0];
  return error?.place ? { message: error.message, place: error.place } : null;
}

function Answer({ run }: { readonly run: Run | null }) {
  const answer = run?.results.at(-1);
  const formatOf = useMemo(() => cellFormats(answer?.columns ?? []), [answer?.columns]);
  const copyStyle = useMemo(() => copyStyleOf(ENGINE, ''), []);
  if (run === null) return <EmptyState title={t('Ask something of the rows that are here.')} drawing="none" small />;
  if (run.errors.length > 0)
    return (
      <div role="alert" className={classes['problem']}>
        {run.errors.map((error) => (
          <Problem key={error.message} error={error} />
        ))}
      </div>
    );
  if (answer === undefined)
    return isActive(run.state) ? (
      <Skeleton height={120} />
    ) : (
      <EmptyState
        title={run.state === 'stopped' ? t('Query was stopped.') : t('The query returned no data')}
        drawing="none"
        small
      />
    );
  if (answer.table.rowCount === 0 && answer.isDone)
    return <EmptyState title={t('The query returned no data')} drawing="none" small />;
  return (
    <DataGrid
      table={answer.table}
      label={t('Answer over the result')}
      formatOf={formatOf}
      hasRowNumbers
      copyStyle={copyStyle}
      cutAt={answer.tail?.isCut === true ? answer.table.rowCount : null}
      fileName="result"
      note={answer.tail === null ? null : <span>{elapsedText(answer.tail.durationMs)}</span>}
    />
  );
}

/** The beginning of a question: the rows by their first words, else the rows themselves. */
function firstSql({ columns }: StatementResult): string {
  const group = columns.find(({ kind }) => kind === 'string');
  if (group === undefined) return 'SELECT *\nFROM result\nLIMIT 100';
  const name = doubleQuoted(group.name);
  return `SELECT ${name}, count(*) AS "rows"\nFROM result\nGROUP BY ${name} ORDER BY "rows" DESC`;
}

function suggestionsOf(result: StatementResult, other: OtherResult | null): readonly Suggestion[] {
  const columns = [...result.columns, ...(other?.result.columns ?? [])];
  const tables = ['result', ...(other === null ? [] : ['other'])];
  return [
    ...tables.map((label): Suggestion => ({ label, kind: 'column', detail: t('result') })),
    ...columns.map(({ name, type }): Suggestion => ({
      label: name,
      kind: 'column',
      ...(type !== null && { detail: type }),
    })),
  ];
}

/** What the question is asked of. */
function scopeWords(result: StatementResult, other: OtherResult | null): string {
  const rows = rowsWords(result);
  return other === null
    ? t('Works on %(rows)s, in the embedded engine. Your database is not asked again.', { rows })
    : t('Works on %(rows)s and %(others)s, in the embedded engine. Your database is not asked again.', {
        rows,
        others: rowsWords(other.result),
      });
}

export function rowsWords({ table, tail }: StatementResult): string {
  const rows = numberText(table.rowCount);
  return tail?.isCut === true
    ? tn('the first row that was kept', 'the first %(rows)s rows that were kept', table.rowCount, { rows })
    : tn('the one row that was kept', 'the %(rows)s rows that were kept', table.rowCount, { rows });
}
