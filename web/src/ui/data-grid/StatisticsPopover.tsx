import type { Column } from '@tessera/core/table';
import { numberText, t } from '@tessera/core/messages';
import { useEffect, useState, type ReactNode } from 'react';
import { Skeleton } from '../feedback/Skeleton.tsx';
import type { MenuPoint } from '../overlays/ContextMenu.tsx';
import { columnStatistics, type ColumnStatistics } from './column-statistics.ts';
import classes from './GridPopups.module.css';
import { PlacePopover } from './PlacePopover.tsx';
import { yieldToPage } from './yield-to-page.ts';

type StatisticsPopoverProps = {
  readonly at: MenuPoint;
  readonly column: Column;
  readonly label: string;
  /** What else is notified of the column: its type. */
  readonly note: string | null;
  readonly rows: ArrayLike<number>;
  /** Which rows these are, where they are not all. */
  readonly scope: string | null;
  /** What cells that are here in part make of the figures. */
  readonly cutNote: string | null;
  readonly onClose: () => void;
};

/** What can be said of a column. */
export function StatisticsPopover({ at, column, label, note, rows, scope, cutNote, onClose }: StatisticsPopoverProps) {
  const [found, setFound] = useState<ColumnStatistics | null>(null);
  useEffect(() => {
    const stop = new AbortController();
    void columnStatistics(column, rows, stop.signal, yieldToPage).then((made) => made && setFound(made));
    return () => stop.abort();
  }, [column, rows]);
  return (
    <PlacePopover at={at} label={t('Statistics of %(column)s', { column: label })} width={280} onClose={onClose}>
      <div className={classes['statistics']} tabIndex={-1} data-autofocus>
        <h3 className={classes['statisticsTitle']}>{label}</h3>
        {note !== null && <p className={classes['statisticsScope']}>{note}</p>}
        {scope !== null && <p className={classes['statisticsScope']}>{scope}</p>}
        {cutNote !== null && <p className={classes['statisticsScope']}>{cutNote}</p>}
        {found === null ? <Skeleton height={180} /> : <Figures column={column} found={found} />}
      </div>
    </PlacePopover>
  );
}

function Figures({ column, found }: { readonly column: Column; readonly found: ColumnStatistics }) {
  const distinct = numberText(found.distinct);
  return (
    <>
      <dl className={classes['figures']}>
        <Figure name={t('Rows')}>{numberText(found.rows)}</Figure>
        <Figure name={t('Nulls')}>{`${numberText(found.nulls)} (${share(found.nulls, found.rows)})`}</Figure>
        <Figure name={t('Distinct values')}>{found.isDistinctCut ? t('more than %s', distinct) : distinct}</Figure>
        {found.min !== null && <Figure name={t('Smallest')}>{found.min}</Figure>}
        {found.max !== null && <Figure name={t('Largest')}>{found.max}</Figure>}
        {found.mean !== null && <Figure name={t('Mean')}>{meanText(found.mean)}</Figure>}
      </dl>
      {found.top.length > 0 && (
        <>
          <h4 className={classes['statisticsTitle']}>{t('Most frequent')}</h4>
          <ol className={classes['top']}>
            {found.top.map(({ text, count }) => (
              <li key={text} className={classes['topValue']}>
                <span
                  aria-hidden
                  className={classes['topBar']}
                  style={{ width: `${(count / (found.top[0]?.count ?? count)) * 100}%` }}
                />
                <span className={classes['topText']} title={text}>
                  {text === '' ? t('(empty text)') : text}
                </span>
                <span className={classes['topCount']}>{numberText(count)}</span>
              </li>
            ))}
          </ol>
        </>
      )}
      {found.isDistinctCut && (
        <p className={classes['statisticsScope']}>
          {t('%(column)s has too many different values to tell which are frequent.', { column: column.name })}
        </p>
      )}
    </>
  );
}

function Figure({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}

function share(part: number, whole: number): string {
  return whole === 0 ? '0 %' : `${numberText((part / whole) * 100, { maximumFractionDigits: 1 })} %`;
}

function meanText(mean: number): string {
  return numberText(mean, { maximumSignificantDigits: 10 });
}
