import { elapsedText } from '../../../../chart/elapsed-text.ts';
import { t, tn } from '@tessera/core/messages';
import type { Step } from '@tessera/query/sql-assist/steps';
import { useMemo } from 'react';
import { cx } from '../../../../ui/common/cx.ts';
import { onDemand } from '../../../../ui/common/on-demand.tsx';
import { cellFormats } from '../../results/cell-formats.ts';
import type { EditorTab } from '../../tabs/tabs.ts';
import classes from '../SqlField.module.css';
import type { PreviewRows } from './preview-core.ts';
import { usePreview } from './use-preview.ts';

/** It comes with the first rows. */
const DataGrid = onDemand(async () => (await import('../../../../ui/data-grid/DataGrid.tsx')).DataGrid);

/** The first rows of what the cursor is in. What does not run leaves the last rows, dimmed, with the reason. */
export function PreviewPane({ tab, step }: { readonly tab: EditorTab; readonly step: Step | null }) {
  const { rows, problem, isAsking } = usePreview(tab, step);
  const formatOf = useMemo(() => cellFormats(rows?.columns ?? []), [rows]);
  const types = useMemo(() => new Map(rows?.columns.map(({ name, type }) => [name, type])), [rows]);
  return (
    <section className={classes['preview']} aria-label={t('Preview')} aria-busy={isAsking}>
      {rows !== null && (
        <div className={cx(classes['previewRows'], problem !== null && classes['dimmed'])}>
          <DataGrid
            table={rows.table}
            label={t('Preview')}
            formatOf={formatOf}
            columnNote={(name) => types.get(name) ?? null}
            hasToolbar={false}
          />
        </div>
      )}
      {/* One line at the bottom: rows do not move while somebody types. */}
      <p className={classes['previewNote']} role="status" title={problem ?? undefined}>
        {problem ?? (rows === null ? t('Loading…') : noteOf(rows))}
      </p>
    </section>
  );
}

function noteOf({ isSample, tableRows, durationMs, table }: PreviewRows): string {
  // What is counted over a part of the rows is not what a run counts.
  if (tableRows !== null)
    return tn(
      'From at most 1 row of each table, in %(time)s',
      'From at most %(count)s rows of each table, in %(time)s',
      tableRows,
      { time: elapsedText(durationMs) },
    );
  return isSample
    ? t('The first rows, in %s', elapsedText(durationMs))
    : tn('All of it: 1 row', 'All of it: %(count)s rows', table.rowCount);
}
