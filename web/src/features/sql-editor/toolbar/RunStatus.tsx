import { t } from '@tessera/core/messages';
import { IconBell, IconBellOff } from '@tabler/icons-react';
import { useElapsed } from '../../../chart/Elapsed.tsx';
import { elapsedText } from '../../../chart/elapsed-text.ts';
import { IconButton } from '../../../ui/buttons/IconButton.tsx';
import { toast } from '../../../ui/feedback/toast-store.ts';
import { useOnline } from '../../../shell/use-online.ts';
import { progressWords } from '../results/result-words.ts';
import { disableNotifications, enableNotifications, useNotify } from '../runs/notify.ts';
import type { Run } from '../runs/run.ts';
import { StateDot, stateText } from '../runs/StateDot.tsx';
import classes from './Toolbar.module.css';

/** Whoever waits longer may want to do something else meanwhile. */
const LONG_MS = 3000;

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
      {ms > LONG_MS && <NotifyButton />}
    </span>
  );
}

/** Offered while somebody waits: the browser asks for its permission when it is pressed. */
function NotifyButton() {
  const isOn = useNotify((state) => state.isOn);
  const toggle = async () => {
    if (isOn) return disableNotifications();
    if (!(await enableNotifications()))
      toast.warning(t('This browser does not let the page notify you. Allow it in the settings of the page.'));
  };
  return (
    <IconButton
      size="small"
      label={t('Notify me when it ends')}
      pressed={isOn}
      icon={isOn ? <IconBell size={16} stroke={1.5} /> : <IconBellOff size={16} stroke={1.5} />}
      onClick={() => void toggle()}
    />
  );
}
