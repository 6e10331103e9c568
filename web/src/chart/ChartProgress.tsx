import { t, tn } from '@tessera/core/messages';
import classes from './Chart.module.css';
import { percentOf, progressText } from './progress-text.ts';
import { useQueryProgress } from './queue.ts';

type ChartProgressProps = {
  /** The name of the request that is under way. */
  readonly ask: string | null;
  readonly title: string;
};

/**
 * Where a chart's question is: its place while the database is busy with others, then how far its query is. A screen
 * reader hears each new place; the progress stands in a progress bar, which is read when asked for and does not
 * chatter.
 */
export function ChartProgress({ ask, title }: ChartProgressProps) {
  const { place, share, rows } = useQueryProgress(ask) ?? unknown;
  const text = progressText({ share, rows });
  return (
    <>
      <span role="status" className={place === null ? 'ts-visually-hidden' : classes['queuePlace']}>
        {place === null ? '' : tn('Next in the queue', 'Place %(count)s in the queue', place)}
      </span>
      {place === null && text !== '' && (
        <div
          role="progressbar"
          aria-label={t('Query of %(title)s', { title })}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={share === null ? undefined : percentOf(share)}
          aria-valuetext={text}
          title={rows === null ? undefined : tn('1 row read', '%(count)s rows read', rows)}
          className={classes['progress']}
        >
          {text}
          {share !== null && (
            <span className={classes['progressTrack']} aria-hidden>
              <span style={{ inlineSize: `${percentOf(share)}%` }} />
            </span>
          )}
        </div>
      )}
    </>
  );
}

const unknown = { place: null, share: null, rows: null };
