import { instantText, listText, numberText, say, t, tn } from '@tessera/core/messages';
import { relativeTime } from '@tessera/core/relative-time';
import type { ReactNode } from 'react';
import { asWords } from '../../api/api-error.ts';
import type { ExtractItem } from '../../api/extracts.ts';
import { elapsedText } from '../../chart/elapsed-text.ts';
import { useNow } from '../../chart/use-now.ts';
import { bytesText } from '../../ui/common/bytes-text.ts';
import classes from './Datasets.module.css';

/** How old an extract is, what it holds, and how its refresh stands. */
export function ExtractState({ item }: { readonly item: ExtractItem }) {
  const { extract, failure, refresh } = item;
  const now = useNow();
  return (
    <>
      {refresh !== null && <Refreshing refresh={refresh} />}
      {failure !== null && refresh === null && (
        <p className={classes['doubt']} role="alert">
          {t('The last refresh failed (%(time)s): %(reason)s', {
            time: moment(failure.failed_on),
            reason: said(failure),
          })}
          {extract !== null && ` ${t('The extract before it is kept.')}`}
        </p>
      )}
      {extract === null && refresh === null && failure === null && (
        <p className={classes['note']}>{t('There is no extract yet; charts read the source.')}</p>
      )}
      {extract !== null && (
        <>
          {extract.unused !== null && <p className={classes['banner']}>{said(extract.unused)}</p>}
          <dl className={classes['extractFacts']}>
            <Fact name={t('Age')}>
              {relativeTime(extract.read_on, now)} ({moment(extract.read_on)})
            </Fact>
            <Fact name={t('Rows')}>{numberText(extract.rows)}</Fact>
            <Fact name={t('Size')}>{bytesText(extract.bytes)}</Fact>
            <Fact name={t('Made in')}>{elapsedText(extract.took_ms)}</Fact>
            {extract.reached !== null && <Fact name={t('Reaches to')}>{extract.reached}</Fact>}
            {item.next_on !== null && <Fact name={t('Next refresh')}>{moment(item.next_on)}</Fact>}
            {extract.left_out.length > 0 && <Fact name={t('Read at the source')}>{listText(extract.left_out)}</Fact>}
          </dl>
        </>
      )}
    </>
  );
}

function Refreshing({ refresh }: { readonly refresh: NonNullable<ExtractItem['refresh']> }) {
  const { state, rows, share, elapsed_ms: ms } = refresh;
  return (
    <div role="status" className={classes['extractButtons']}>
      <progress aria-label={t('Refresh')} {...(share !== null && { value: share })} max={1} />
      <span>{state === 'queued' ? t('Waiting for its turn') : t('Reading the source')}</span>
      {rows !== null && <span>{tn('1 row', '%(count)s rows', rows)}</span>}
      <span>{elapsedText(ms)}</span>
    </div>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** A sentence of the server in the language of the reader. */
export function said({ message, words }: { readonly message: string; readonly words?: unknown }): string {
  const known = asWords(words);
  return known === null ? message : say(known);
}

function moment(iso: string): string {
  return instantText(new Date(iso), { dateStyle: 'medium', timeStyle: 'short' });
}
