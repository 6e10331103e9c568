import { IconAlertCircleFilled, IconCopy, IconLink } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { numberText, t } from '@tessera/core/messages';
import type { ReactNode } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { loggedQuery, type LoggedQuery } from '../../api/query-log.ts';
import { elapsedText } from '../../chart/elapsed-text.ts';
import { Badge } from '../../ui/feedback/Badge.tsx';
import { Button } from '../../ui/buttons/Button.tsx';
import { copyText } from '../../ui/feedback/copy.ts';
import { Dialog } from '../../ui/overlays/Dialog.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { ErrorCard } from '../../ui/feedback/ErrorCard.tsx';
import { ErrorText } from '../../ui/feedback/ErrorText.tsx';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { CodeEditor } from '../../ui/code-editor/CodeEditor.tsx';
import classes from './QueryLog.module.css';
import { errorText, userText, statusLook, subjectsOf, timeText, whatText } from './query-text.ts';
import { SubjectLink } from './SubjectLink.tsx';

/**
 * Everything that the log knows of one query. The address of the page leads to it, here and for whoever it is sent to.
 */
export function QueryDialog({ id, onClose }: { readonly id: number; readonly onClose: () => void }) {
  const entry = useQuery(loggedQuery(id));
  const isGone = entry.error instanceof ApiError && entry.error.status === 404;
  const text = entry.data?.sql ?? '';
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('Query')}
      {...(entry.data ? { subtitle: `${timeText(entry.data.start_time)} · ${userText(entry.data)}` } : {})}
      width={820}
      footer={
        <>
          <Button
            icon={<IconLink size={16} stroke={1.5} />}
            onClick={() => void copyText(location.href, t('Link copied'))}
          >
            {t('Copy link')}
          </Button>
          <Button
            variant="primary"
            icon={<IconCopy size={16} stroke={1.5} />}
            disabledReason={text === '' ? t('There is no SQL to copy.') : null}
            onClick={() => void copyText(text, t('SQL copied'))}
          >
            {t('Copy SQL')}
          </Button>
        </>
      }
    >
      {entry.data ? (
        <Entry row={entry.data} />
      ) : entry.isPending ? (
        <Skeleton height={360} radius="var(--ts-radius)" />
      ) : isGone ? (
        <EmptyState small drawing="search" title={t('This query is not in the log.')}>
          {t('Entries are deleted when they are old.')}
        </EmptyState>
      ) : (
        <ErrorCard error={entry.error} onRetry={() => void entry.refetch()} small />
      )}
    </Dialog>
  );
}

function Entry({ row }: { readonly row: LoggedQuery }) {
  const error = errorText(row);
  const { label, tone } = statusLook(row.status);
  const { dataset, chart, dashboard } = subjectsOf(row);
  const user = userText(row);
  return (
    <>
      {error !== null && (
        <div className={classes['error']}>
          <IconAlertCircleFilled size={16} aria-hidden />
          <div>
            <ErrorText text={error} />
          </div>
        </div>
      )}
      {row.sql === null || row.sql === '' ? (
        <p className={classes['muted']}>{t('There is no SQL: the query ended before it was written.')}</p>
      ) : (
        <div className={classes['sql']}>
          <CodeEditor label={t('SQL')} language="sql" value={row.sql} readOnly rows={6} />
        </div>
      )}
      <dl className={classes['facts']}>
        <Fact name={t('Status')}>
          <Badge tone={tone}>{label}</Badge>
        </Fact>
        <Fact name={t('Person')}>{user === row.username ? user : `${user} (${row.username})`}</Fact>
        <Fact name={t('What')}>{whatText(row)}</Fact>
        <Fact name={t('Started')}>{timeText(row.start_time)}</Fact>
        <Fact name={t('Duration')}>{elapsedText(row.duration_ms)}</Fact>
        <Fact name={t('Rows')}>{row.rows === null ? null : numberText(row.rows)}</Fact>
        <Fact name={t('Answered from')}>
          {row.status === 'success' ? (row.is_cached ? t('the cache') : t('the database')) : null}
        </Fact>
        <Fact name={t('Dataset')}>
          <SubjectLink subject={dataset} />
        </Fact>
        <Fact name={t('Database')}>{row.database_name}</Fact>
        <Fact name={t('Chart')}>{chart && <SubjectLink subject={chart} />}</Fact>
        <Fact name={t('Dashboard')}>{dashboard && <SubjectLink subject={dashboard} />}</Fact>
        <Fact name={t('Error code')}>
          {row.error_code && <code className={classes['code']}>{row.error_code}</code>}
        </Fact>
        <Fact name={t('Number in the log')}>{row.id}</Fact>
      </dl>
    </>
  );
}

/** A field that does not apply keeps its place, so that the others are always where they are. */
function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  const isEmpty = children === null || children === undefined || children === '';
  return (
    <div className={classes['fact']}>
      <dt>{name}</dt>
      <dd>{isEmpty ? <span className={classes['muted']}>{t('none')}</span> : children}</dd>
    </div>
  );
}
