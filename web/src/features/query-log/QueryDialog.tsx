import { IconAlertCircleFilled, IconCopy } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { t } from '@tessera/core/messages';
import type { ReactNode } from 'react';
import { loggedSql, type QueryRow } from '../../api/query-log.ts';
import { elapsedText } from '../../chart/elapsed-text.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { copyText } from '../../ui/copy.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { ErrorCard } from '../../ui/ErrorCard.tsx';
import { ErrorText } from '../../ui/ErrorText.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { SqlEditor } from '../../ui/SqlEditor.tsx';
import classes from './QueryLog.module.css';
import { errorText, personText, statusLook, subjectsOf, timeText, whatText } from './query-text.ts';
import { SubjectLink } from './SubjectLink.tsx';

/** Everything that the log knows of one query. */
export function QueryDialog({ row, onClose }: { readonly row: QueryRow; readonly onClose: () => void }) {
  const sql = useQuery(loggedSql(row.id));
  const text = sql.data ?? '';
  const error = errorText(row);
  const { label, tone } = statusLook(row.status);
  const { dataset, chart, dashboard } = subjectsOf(row);
  const person = personText(row);
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('Query')}
      subtitle={`${timeText(row.start_time)} · ${person}`}
      width={820}
      footer={<Button variant="primary" icon={<IconCopy size={16} stroke={1.5} />} disabledReason={text === '' ? t('There is no SQL to copy.') : null} onClick={() => void copyText(text, t('SQL copied'))}>{t('Copy SQL')}</Button>}
    >
      {error !== null && (
        <div className={classes['error']}>
          <IconAlertCircleFilled size={16} aria-hidden />
          <div><ErrorText text={error} /></div>
        </div>
      )}
      {sql.isPending ? (
        <Skeleton height={160} radius="var(--ts-radius)" />
      ) : sql.isError ? (
        <ErrorCard error={sql.error} onRetry={() => void sql.refetch()} small />
      ) : text === '' ? (
        <p className={classes['muted']}>{t('There is no SQL: the query ended before it was written.')}</p>
      ) : (
        <div className={classes['sql']}><SqlEditor label={t('SQL')} value={text} readOnly tabLeaves minHeight={80} /></div>
      )}
      <dl className={classes['facts']}>
        <Fact name={t('Status')}><Badge tone={tone}>{label}</Badge></Fact>
        <Fact name={t('Person')}>{person === row.username ? person : `${person} (${row.username})`}</Fact>
        <Fact name={t('What')}>{whatText(row)}</Fact>
        <Fact name={t('Started')}>{timeText(row.start_time)}</Fact>
        <Fact name={t('Duration')}>{elapsedText(row.duration_ms)}</Fact>
        <Fact name={t('Rows')}>{row.rows?.toLocaleString()}</Fact>
        <Fact name={t('Answered from')}>{row.status === 'success' ? (row.is_cached ? t('the cache') : t('the database')) : null}</Fact>
        <Fact name={t('Dataset')}><SubjectLink subject={dataset} /></Fact>
        <Fact name={t('Database')}>{row.database_name}</Fact>
        <Fact name={t('Chart')}>{chart && <SubjectLink subject={chart} />}</Fact>
        <Fact name={t('Dashboard')}>{dashboard && <SubjectLink subject={dashboard} />}</Fact>
        <Fact name={t('Error code')}>{row.error_code && <code className={classes['code']}>{row.error_code}</code>}</Fact>
        <Fact name={t('Number in the log')}>{row.id}</Fact>
      </dl>
    </Dialog>
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
