import { useQuery } from '@tanstack/react-query';
import { IconAlertTriangle, IconCopy } from '@tabler/icons-react';
import { relativeTime } from '@tessera/core/relative-time';
import { say, t, tn } from '@tessera/core/messages';
import { labelIn } from '@tessera/core/label-in';
import type { ReactNode } from 'react';
import { asWords } from '../api/api-error.ts';
import { engineName } from '../api/engine-names.ts';
import { Badge } from '../ui/feedback/Badge.tsx';
import { Button } from '../ui/buttons/Button.tsx';
import { copyText } from '../ui/feedback/copy.ts';
import { Dialog } from '../ui/overlays/Dialog.tsx';
import { ErrorCard } from '../ui/feedback/ErrorCard.tsx';
import { Skeleton } from '../ui/feedback/Skeleton.tsx';
import type { ChartRequest } from './chart-actions.ts';
import { elapsedText } from './elapsed-text.ts';
import {
  estimateSentence,
  filterGroups,
  rejectionSentence,
  stageShares,
  whyOf,
  type FilterOrigin,
  type Why,
} from './why.ts';
import classes from './WhyDialog.module.css';

type WhyDialogProps = {
  readonly title: string;
  /** The request of the picture on screen. */
  readonly asked: ChartRequest;
  readonly verboseNames: Readonly<Record<string, string>>;
  readonly onClose: () => void;
};

/** Where the numbers of a chart come from: metric, filters by origin, age, rows, time by stage, SQL. */
export function WhyDialog({ title, asked, verboseNames, onClose }: WhyDialogProps) {
  const why = useQuery(whyOf(asked));
  const sql = (why.data ?? []).flatMap(({ statements }) =>
    statements.flatMap((statement) => (statement.sql === null ? [] : [statement.sql])),
  );
  const label = labelIn(verboseNames);
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('Why this number?')}
      subtitle={title}
      width={760}
      footer={
        <Button
          variant="primary"
          icon={<IconCopy size={16} stroke={1.5} />}
          disabledReason={
            why.isPending
              ? t('The answer is on its way.')
              : sql.length === 0
                ? t('There is no SQL that you may see.')
                : null
          }
          onClick={() => void copyText(sql.join(';\n\n'), t('SQL copied'))}
        >
          {t('Copy SQL')}
        </Button>
      }
    >
      {why.isPending && <Skeleton height={320} />}
      {why.isError && <ErrorCard error={why.error} onRetry={() => void why.refetch()} small />}
      {why.data?.map((one, index, all) => (
        // Queries of one chart have no identity but their place.
        <section key={index} className={classes['query']} aria-label={t('Query %s', index + 1)}>
          {all.length > 1 && <h3 className={classes['queryTitle']}>{t('Query %s of %s', index + 1, all.length)}</h3>}
          <Explanation why={one} label={label} parts={asked.parts.filter(({ query }) => query === index)} />
        </section>
      ))}
    </Dialog>
  );
}

type ExplanationProps = {
  readonly why: Why;
  readonly label: (name: string) => string;
  /** Of the query that is explained. */
  readonly parts: ChartRequest['parts'];
};

function Explanation({ why, label, parts }: ExplanationProps) {
  const groups = filterGroups(why.filters, label, parts);
  return (
    <>
      <dl className={classes['facts']}>
        <Fact name={t('Dataset')}>{why.dataset.name}</Fact>
        <Fact name={t('Age')}>{ageSentence(why.cache)}</Fact>
        {why.extract != null && <Fact name={t('Extract')}>{extractSentence(why.extract)}</Fact>}
        <Fact name={t('Rows')}>
          {rowsSentence(why.rows)}
          {why.rows.is_cut && (
            <Badge tone="warning" icon={<IconAlertTriangle size={14} stroke={1.5} />}>
              {t('limit reached')}
            </Badge>
          )}
        </Fact>
      </dl>
      {why.metrics.length > 0 && (
        <Part title={t('What is measured')}>
          <ul className={classes['list']}>
            {why.metrics.map(({ name, sql }) => (
              <li key={name}>
                <span className={classes['name']}>{label(name)}</span>
                {sql !== null && sql !== name && <code className={classes['expression']}>{sql}</code>}
              </li>
            ))}
          </ul>
        </Part>
      )}
      <Part title={t('Which rows count')}>
        {groups.length === 0 && <p className={classes['muted']}>{t('No filters: every row of the dataset counts.')}</p>}
        {groups.map(({ origin, title, sentences }) => (
          <div key={`${origin} ${title}`} className={classes['group']} data-filter-origin={origin}>
            <Badge tone={tones[origin]}>{title}</Badge>
            <ul className={classes['sentences']}>
              {sentences.map((one, index) => (
                <li key={index}>{one}</li>
              ))}
            </ul>
          </div>
        ))}
        {why.rejected_filters.map((one) => (
          <p key={one.column} className={classes['rejected']}>
            <IconAlertTriangle size={14} stroke={1.5} aria-hidden />
            {rejectionSentence(one, label)}
          </p>
        ))}
      </Part>
      <Part title={t('Where the time went')}>
        <Stages times={why.time_ms} isCached={why.cache.is_cached} />
      </Part>
      <Part title={t('SQL')}>
        {why.statements.map((statement, index) => (
          <Statement key={index} statement={statement} />
        ))}
      </Part>
    </>
  );
}

const tones: Readonly<Record<FilterOrigin, 'neutral' | 'accent' | 'info' | 'warning'>> = {
  chart: 'neutral',
  dashboard: 'info',
  cross_filter: 'accent',
  security: 'warning',
  template: 'neutral',
};

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div className={classes['part']}>
      <h3 className={classes['partTitle']}>{title}</h3>
      {children}
    </div>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className={classes['fact']}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** The server's two instants are compared with each other, so that a wrong clock here does not matter. */
function ageSentence({
  is_cached: isCached,
  queried_at: at,
  age_seconds: seconds,
  timeout_seconds: timeout,
}: Why['cache']): string {
  if (!isCached) return t('Fresh from the database');
  const asked = Date.parse(at);
  const age = relativeTime(asked, asked + seconds * 1000);
  return timeout > 0 ? t('Asked %(age)s, kept for %(time)s', { age, time: durationText(timeout) }) : t('Asked %s', age);
}

/** Whether the rows came from the extract of an accelerated dataset, how old it is, or why the source was read. */
function extractSentence({ is_read: isRead, read_at: at, reason, words }: NonNullable<Why['extract']>): string {
  const age = relativeTime(at, Date.now());
  if (isRead) return t('The source was read %s', age);
  const known = asWords(words);
  return t('Not used, the source was read: %s', known === null ? (reason ?? '') : say(known));
}

function durationText(seconds: number): string {
  if (seconds >= 172_800) return tn('1 day', '%(count)s days', Math.round(seconds / 86_400));
  if (seconds >= 7200) return tn('1 hour', '%(count)s hours', Math.round(seconds / 3600));
  return seconds >= 120
    ? tn('1 minute', '%(count)s minutes', Math.round(seconds / 60))
    : tn('1 second', '%(count)s seconds', seconds);
}

function rowsSentence({ read, answered }: Why['rows']): string {
  const rows = tn('1 row from the database', '%(count)s rows from the database', read);
  return answered === read
    ? rows
    : `${rows}, ` + tn('1 after the steps of the chart', '%(count)s after the steps of the chart', answered);
}

function Stages({ times, isCached }: { readonly times: Why['time_ms']; readonly isCached: boolean }) {
  const shares = stageShares(times);
  const stages = [
    { name: t('Planning'), ms: times.plan, share: shares.plan, look: classes['plan'] },
    {
      name: isCached ? t('Database, when it was asked') : t('Database'),
      ms: times.database,
      share: shares.database,
      look: classes['database'],
    },
    { name: t('Steps of the chart'), ms: times.post_processing, share: shares.post, look: classes['post'] },
  ];
  return (
    <>
      <div className={classes['stages']} aria-hidden>
        {stages.map(
          ({ name, share, look }) => share > 0 && <span key={name} className={look} style={{ flexGrow: share }} />,
        )}
      </div>
      <ul className={classes['stageNames']}>
        {stages.map(({ name, ms, look }) => (
          <li key={name}>
            <span className={look} aria-hidden />
            {name} <span className={classes['number']}>{elapsedText(ms)}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

function Statement({ statement }: { readonly statement: Why['statements'][number] }) {
  const { database, dialect, compares_with: comparison, sql, estimate } = statement;
  const expected = estimateSentence(estimate);
  const place = t('On %(database)s (%(kind)s)', { database, kind: engineName(dialect) });
  return (
    <figure className={classes['statement']}>
      <figcaption>{comparison === null ? place : `${place}, ${t('compared with %s', comparison)}`}</figcaption>
      {sql === null ? (
        <p className={classes['muted']}>
          {t('You may not see SQL. Ask an administrator for the right to view queries.')}
        </p>
      ) : (
        <pre tabIndex={0}>{sql}</pre>
      )}
      {expected !== null && <p className={classes['muted']}>{expected}</p>}
    </figure>
  );
}
