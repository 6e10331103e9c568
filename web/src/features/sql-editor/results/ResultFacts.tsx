import { IconAlertTriangle, IconChevronDown } from '@tabler/icons-react';
import { t, tn } from '@tessera/core/messages';
import { elapsedText } from '../../../chart/elapsed-text.ts';
import { Menu, MenuItem } from '../../../ui/overlays/Menu.tsx';
import { startRun } from '../runs/runs-store.ts';
import { editTab } from '../tabs/tabs-store.ts';
import { limitWords } from './result-words.ts';
import { bytesText } from '../../../ui/common/bytes-text.ts';
import classes from './ResultsPane.module.css';
import type { ResultOf } from './result-of.ts';

/** What is to be known of the rows: how long they took, how much they are, and why there are no more. */
export function ResultFacts({ tab, run, result }: ResultOf) {
  const { tail, isDone } = result;
  const { bytes } = run.progress;
  if (!isDone && run.endedAt === null) return <span className={classes['fact']}>{t('more are on their way')}</span>;
  return (
    <>
      {tail !== null && (
        <span className={classes['fact']} title={t('Time at the database')}>
          {elapsedText(tail.durationMs)}
        </span>
      )}
      {bytes !== null && bytes > 0 && <span className={classes['fact']}>{bytesText(bytes)}</span>}
      <LimitFact tab={tab} run={run} result={result} />
    </>
  );
}

/** The limit that left rows out, and the way to run with another one. */
function LimitFact({ tab, run, result }: ResultOf) {
  const words = limitWords(result);
  if (words === null) return null;
  const mark = (
    <>
      <IconAlertTriangle size={14} stroke={1.5} aria-hidden />
      {words}
    </>
  );
  const rows = result.table.rowCount;
  const larger = [10 * rows, 100 * rows].filter((limit) => limit < tab.maxRow);
  if (result.tail?.limitingFactor === 'QUERY' || rows >= tab.maxRow)
    return (
      <span className={classes['limit']} title={rows >= tab.maxRow ? t('No result has more rows here.') : undefined}>
        {mark}
      </span>
    );
  const runWith = (queryLimit: number) => {
    editTab(tab.id, { queryLimit });
    startRun({ ...tab, queryLimit }, run.script, { ...run.way, isConfirmed: false });
  };
  return (
    <Menu
      label={t('Run with another limit')}
      position="bottom-start"
      trigger={
        <button type="button" className={classes['limitButton']}>
          {mark}
          <IconChevronDown size={12} stroke={1.5} aria-hidden />
        </button>
      }
    >
      {larger.map((limit) => (
        <MenuItem key={limit} onClick={() => runWith(limit)}>
          {tn('Run with 1 row', 'Run with %(count)s rows', limit)}
        </MenuItem>
      ))}
      <MenuItem onClick={() => runWith(tab.maxRow)}>
        {tn('Run without a limit (at most 1 row)', 'Run without a limit (at most %(count)s rows)', tab.maxRow)}
      </MenuItem>
    </Menu>
  );
}
