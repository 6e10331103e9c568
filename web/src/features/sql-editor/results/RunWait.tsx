import { t } from '@tessera/core/messages';
import type { ReactNode } from 'react';
import { elapsedText } from '../../../chart/elapsed-text.ts';
import { useElapsed } from '../../../chart/Elapsed.tsx';
import { Button } from '../../../ui/buttons/Button.tsx';
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx';
import { useNarrow } from '../../../ui/layout/use-narrow.ts';
import { NotifyButton } from '../runs/NotifyButton.tsx';
import type { Run } from '../runs/run.ts';
import { stopRun } from '../runs/runs-store.ts';
import type { EditorTab } from '../tabs/tabs.ts';
import classes from './ResultsPane.module.css';
import { progressWords } from './result-words.ts';

type RunWaitProps = {
  readonly tab: EditorTab;
  readonly run: Run;
  /** The rows from before. */
  readonly children?: ReactNode;
};

/** Nobody needs to hear of waits shorter than this. */
const SILENT_MS = 600;

/** Until the first rows are here: how far it is, and the way to stop it. */
export function RunWait({ tab, run, children }: RunWaitProps) {
  const ms = useElapsed(run.startedAt);
  const isNarrow = useNarrow();
  const hasRows = children !== undefined && children !== null && children !== false;
  return (
    <div className={classes['wait']}>
      {hasRows ? (
        <div className={classes['dimmed']} inert>
          {children}
        </div>
      ) : (
        ms > SILENT_MS / 2 && <Bones />
      )}
      {ms > SILENT_MS && (
        <div className={classes['waitBox']} role="status">
          <span className={classes['waitTime']}>{elapsedText(ms)}</span>
          <span>{progressWords(run)}</span>
          {/* Elsewhere it stands beside the button that runs. */}
          {isNarrow && <NotifyButton waitedMs={ms} />}
          <Button size="small" onClick={() => void stopRun(tab.id)}>
            {t('Stop')}
          </Button>
        </div>
      )}
    </div>
  );
}

function Bones() {
  return (
    <div className={classes['bones']}>
      {[1, 2, 3, 4, 5, 6].map((row) => (
        <Skeleton key={row} height={20} />
      ))}
    </div>
  );
}
