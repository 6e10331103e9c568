import { t } from '@tessera/core/messages';
import { useElapsed } from '../../../chart/Elapsed.tsx';
import { elapsedText } from '../../../chart/elapsed-text.ts';
import { useOnline } from '../../../shell/use-online.ts';
import { progressWords } from '../results/result-words.ts';
import { NotifyButton } from '../runs/NotifyButton.tsx';
import type { Run } from '../runs/run.ts';
import { StateDot, stateText } from '../runs/StateDot.tsx';
import classes from './Toolbar.module.css';

/** How far a run is: its state, how long it takes, what has come. */
export function RunStatus({ run }: { readonly run: Run }) {
  const ms = useElapsed(run.startedAt);
  const isOnline = useOnline();
  const state = isOnline ? run.state : 'offline';
  return (
    <span className={classes['status']}>
      <StateDot state={state} />
      <span>{stateText(state)}</span>
      <span className={classes['time']} title={t('Elapsed time')}>
        {elapsedText(ms)}
      </span>
      <span className={classes['progress']}>{progressWords(run, true)}</span>
      <NotifyButton waitedMs={ms} />
    </span>
  );
}
