import { IconAlertCircleFilled, IconCopy, IconPlayerStop } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { numberText, t, tn } from '@tessera/core/messages';
import { pastQueryHref } from '@tessera/core/pages';
import { useState, type ReactNode } from 'react';
import { ApiError } from '../../../api/client.ts';
import { nameOf } from '../../../api/me.ts';
import { pastQuery, type PastQuery } from '../../../api/past-queries.ts';
import { elapsedText } from '../../../chart/elapsed-text.ts';
import { Button, LinkButton } from '../../../ui/buttons/Button.tsx';
import { CodeEditor } from '../../../ui/code-editor/CodeEditor.tsx';
import { DataGrid } from '../../../ui/data-grid/DataGrid.tsx';
import { copyText } from '../../../ui/feedback/copy.ts';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { ErrorCard } from '../../../ui/feedback/ErrorCard.tsx';
import { ErrorText } from '../../../ui/feedback/ErrorText.tsx';
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx';
import { Tabs } from '../../../ui/layout/Tabs.tsx';
import { Dialog } from '../../../ui/overlays/Dialog.tsx';
import classes from './PastQueries.module.css';
import { timeText } from './query-words.ts';
import { QueryState } from './QueryState.tsx';
import { runAgain } from './run-again.ts';
import { useStoredRows } from './use-stored-rows.ts';

type PastQueryDialogProps = {
  readonly id: number;
  /** Rows of others are theirs. */
  readonly isOwn: (query: PastQuery) => boolean;
  readonly mayStop: (query: PastQuery) => boolean;
  readonly onStop: (query: PastQuery) => void;
  readonly onClose: () => void;
};

/** A query that ran: its text, what came of it, and its rows while they are stored. */
export function PastQueryDialog({ id, isOwn, mayStop, onStop, onClose }: PastQueryDialogProps) {
  const details = useQuery(pastQuery(id));
  const query = details.data;
  const isGone = details.error instanceof ApiError && details.error.status === 404;
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('Query')}
      {...(query ? { subtitle: subtitleOf(query) } : {})}
      width={920}
      footer={
        query && <Actions query={query} isOwn={isOwn(query)} onStop={mayStop(query) ? () => onStop(query) : null} />
      }
    >
      {query ? (
        <Content query={query} isOwn={isOwn(query)} />
      ) : isGone ? (
        <EmptyState small drawing="search" title={t('This query is not in the history any more.')} />
      ) : details.isError ? (
        <ErrorCard error={details.error} onRetry={() => void details.refetch()} small />
      ) : (
        <Skeleton height={360} radius="var(--ts-radius)" />
      )}
    </Dialog>
  );
}

function subtitleOf({ start_time: at, user }: PastQuery): string {
  return [timeText(at), user === null ? '' : nameOf(user)].filter(Boolean).join(' · ');
}

type ActionsProps = { readonly query: PastQuery; readonly isOwn: boolean; readonly onStop: (() => void) | null };

function Actions({ query, isOwn, onStop }: ActionsProps) {
  return (
    <>
      {onStop && (
        <span className={classes['left']}>
          <Button variant="danger" icon={<IconPlayerStop size={16} stroke={1.5} />} onClick={onStop}>
            {t('Stop')}
          </Button>
        </span>
      )}
      <Button icon={<IconCopy size={16} stroke={1.5} />} onClick={() => void copyText(query.sql, t('SQL copied'))}>
        {t('Copy SQL')}
      </Button>
      {isOwn && <LinkButton {...runAgain(query)}>{t('Run again')}</LinkButton>}
      <LinkButton variant="primary" to={pastQueryHref(query.id)}>
        {t('Open in the editor')}
      </LinkButton>
    </>
  );
}

type Part = 'sql' | 'executed' | 'result';

function Content({ query, isOwn }: { readonly query: PastQuery; readonly isOwn: boolean }) {
  const [part, setPart] = useState<Part>('sql');
  const key = isOwn ? query.results_key : null;
  const executed = query.executed_sql !== null && query.executed_sql !== query.sql ? query.executed_sql : null;
  return (
    <>
      {query.error_message !== null && (
        <div className={classes['error']}>
          <IconAlertCircleFilled size={16} aria-hidden />
          <div>
            <ErrorText text={query.error_message} />
          </div>
        </div>
      )}
      <Facts query={query} />
      {!isOwn && query.results_key !== null && query.user !== null && (
        <p className={classes['theirs']}>{t('Only %s sees its rows.', nameOf(query.user))}</p>
      )}
      <Tabs
        label={t('Parts of the query')}
        value={part}
        onChange={setPart}
        tabs={[
          { value: 'sql', label: t('SQL') },
          ...(executed === null ? [] : [{ value: 'executed' as const, label: t('As it ran') }]),
          ...(key === null ? [] : [{ value: 'result' as const, label: t('Result') }]),
        ]}
      >
        {part === 'result' && key !== null ? (
          <Result resultsKey={key} />
        ) : (
          <CodeEditor
            key={part}
            label={t('SQL')}
            language="sql"
            value={part === 'executed' && executed !== null ? executed : query.sql}
            readOnly
            rows={12}
          />
        )}
      </Tabs>
    </>
  );
}

function Result({ resultsKey }: { readonly resultsKey: string }) {
  const { table, isDone, isCut, error } = useStoredRows(resultsKey);
  if (error instanceof ApiError && error.status === 410)
    return (
      <EmptyState small drawing="none" title={t('Its rows are not kept any more.')}>
        {t('Run it again to see them.')}
      </EmptyState>
    );
  if (error !== null) return <ErrorCard error={error} small />;
  if (table === null)
    return isDone ? (
      <EmptyState small drawing="none" title={t('The query returned no data')} />
    ) : (
      <Skeleton height={300} radius="var(--ts-radius)" />
    );
  return (
    <div className={classes['result']}>
      <DataGrid
        table={table}
        label={t('Result')}
        note={isCut ? tn('The first row', 'The first %(count)s rows', table.rowCount) : undefined}
      />
    </div>
  );
}

function Facts({ query }: { readonly query: PastQuery }) {
  const { database, catalog, schema, tab_name: tab, rows, limit } = query;
  return (
    <dl className={classes['facts']}>
      <Fact name={t('State')}>
        <QueryState query={query} />
      </Fact>
      <Fact name={t('Database')}>{[database.database_name, catalog, schema].filter(Boolean).join(' › ')}</Fact>
      <Fact name={t('Tab')}>{tab}</Fact>
      <Fact name={t('Duration')}>{query.duration_ms === null ? null : elapsedText(query.duration_ms)}</Fact>
      <Fact name={t('Rows')}>{rows === null ? null : numberText(rows)}</Fact>
      <Fact name={t('Row limit')}>{limit === null ? null : numberText(limit)}</Fact>
    </dl>
  );
}

/** A fact that does not apply keeps its place, so that the others are always where they are. */
function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  const isEmpty = children === null || children === undefined || children === '';
  return (
    <div className={classes['fact']}>
      <dt>{name}</dt>
      <dd>{isEmpty ? <span className={classes['muted']}>{t('none')}</span> : children}</dd>
    </div>
  );
}
