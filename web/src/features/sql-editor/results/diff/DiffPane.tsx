import { t, tn } from '@tessera/core/messages';
import type { Table } from '@tessera/core/table';
import { useMemo, useState } from 'react';
import { DataGrid } from '../../../../ui/data-grid/DataGrid.tsx';
import { EmptyState } from '../../../../ui/feedback/EmptyState.tsx';
import { Loading } from '../../../../ui/feedback/Spinner.tsx';
import { MultiSelect } from '../../../../ui/fields/MultiSelect.tsx';
import { Select } from '../../../../ui/fields/Select.tsx';
import type { StatementResult } from '../../runs/run.ts';
import { cellFormats } from '../cell-formats.ts';
import classes from './DiffPane.module.css';
import { countUnsure, type TableDiff } from './diff-tables.ts';
import { cutInView, diffView, diffWords, sameWords, type DiffFilter } from './diff-view.ts';
import { useDiff } from './use-diff.ts';
import { useWholeTable, type Stored, type WholeTable } from './use-whole-table.ts';

type DiffPaneProps = { readonly before: Stored; readonly after: Stored };

/** What changed since the run before. */
export function DiffPane({ before, after }: DiffPaneProps) {
  const [old, now] = [useWholeTable(before), useWholeTable(after)];
  if (old === null || now === null) return <Comparing />;
  return <Tables before={{ ...before.result, ...old }} after={{ ...after.result, ...now }} />;
}

function Comparing() {
  return <Loading label={t('Comparing the rows …')} />;
}

type TablesProps = { readonly before: Compare; readonly after: Compare };
type Compare = WholeTable & Pick<StatementResult, 'columns' | 'tail'>;

function Tables({ before, after }: TablesProps) {
  const [key, setKey] = useState<readonly string[] | null>(null);
  const diff = useDiff(before.table, after.table, key);
  if (diff === null) return <Comparing />;
  return <Compared before={before} after={after} diff={diff} onKey={setKey} />;
}

type ComparedProps = TablesProps & {
  readonly diff: TableDiff;
  readonly onKey: (key: readonly string[]) => void;
};

function Compared({ before, after, diff, onKey }: ComparedProps) {
  const [filter, setFilter] = useState<DiffFilter>('differences');
  const view = useMemo(
    () => diffView(before.table, after.table, diff, filter),
    [before.table, after.table, diff, filter],
  );
  const { table, marks } = view;
  const wholeCells = useMemo(() => cutInView(view, before, after), [view, before, after]);
  const unsure = useMemo(() => countUnsure(diff, before.cells, after.cells), [diff, before.cells, after.cells]);
  const formatOf = useMemo(() => cellFormats(after.columns), [after.columns]);
  const common = [...after.table.columns.keys()].filter((name) => before.table.columns.has(name));
  return (
    <div className={classes['pane']}>
      <div className={classes['head']}>
        <p className={classes['words']} role="status">
          {diffWords(diff, unsure)}
          {(isCut(before) || isCut(after)) && ` ${cutWords(before.table, after.table)}`}
        </p>
        <div className={classes['choices']}>
          <MultiSelect
            label={t('Rows are the same by')}
            values={diff.key}
            onChange={onKey}
            options={common.map((value) => ({ value, label: value }))}
            placeholder={diff.key.length === 0 ? t('the whole row') : ''}
          />
          <Select
            label={t('Show')}
            value={filter}
            onChange={(next) => setFilter(filters().find(({ value }) => value === next)?.value ?? 'differences')}
            options={filters()}
          />
        </div>
      </div>
      {table.rowCount === 0 ? (
        <EmptyState title={sameWords(unsure)} drawing="none" small>
          {tn('1 row is the same.', '%(count)s rows are the same.', diff.counts.same - unsure)}
        </EmptyState>
      ) : (
        <DataGrid
          table={table}
          label={t('Differences')}
          marks={marks}
          formatOf={formatOf}
          hasRowNumbers
          {...(wholeCells === null ? {} : { wholeCells })}
        />
      )}
    </div>
  );
}

function filters(): readonly { readonly value: DiffFilter; readonly label: string }[] {
  return [
    { value: 'differences', label: t('Differences') },
    { value: 'added', label: t('Added rows') },
    { value: 'removed', label: t('Removed rows') },
    { value: 'changed', label: t('Changed rows') },
    { value: 'all', label: t('All rows') },
  ];
}

function isCut({ tail }: Compare): boolean {
  return tail?.isCut === true;
}

function cutWords(before: Table, after: Table): string {
  const rows = [tn('1 row', '%(count)s rows', before.rowCount), tn('1 row', '%(count)s rows', after.rowCount)] as const;
  return t('Only what was read is compared: %(before)s before, %(after)s now.', { before: rows[0], after: rows[1] });
}
