import { t } from '@tessera/core/messages';
import { useEffect, useState, type ReactNode } from 'react';
import classes from './Chart.module.css';
import { elapsedText } from './elapsed-text.ts';

/** Nobody needs to hear of waits shorter than this. */
const SILENT_MS = 1000;
const TICK_MS = 100;

/** After a second of waiting: how long it has been, and what to do about it. */
export function Elapsed({
  since,
  below,
  children,
}: {
  readonly since: number;
  /** A line of its own: what stands in it comes and goes, and moves nothing. */ readonly below?: ReactNode;
  readonly children?: ReactNode;
}) {
  const ms = useElapsed(since);
  if (ms < SILENT_MS) return null;
  return (
    <div className={classes['wait']}>
      <div className={classes['elapsed']}>
        <span className={classes['spinner']} aria-hidden />
        <span className={classes['elapsedTime']} title={t('Elapsed time')}>
          {elapsedText(ms)}
        </span>
        {children}
      </div>
      {below}
    </div>
  );
}

/** Milliseconds since an instant, counting. */
export function useElapsed(since: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, [since]);
  return Math.max(0, now - since);
}
