import { IconChevronLeft, IconChevronRight, IconCopy, IconLink } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { t, tn, numberText } from '@tessera/core/messages';
import { useState } from 'react';
import { ApiError } from '../../api/client.ts';
import { nameOf } from '../../api/me.ts';
import { savedQuery, type SavedQuery } from '../../api/saved-queries.ts';
import { TagChips } from '../../controls/tags/TagChips.tsx';
import { Button, LinkButton } from '../../ui/buttons/Button.tsx';
import { IconButton } from '../../ui/buttons/IconButton.tsx';
import { CodeEditor } from '../../ui/code-editor/CodeEditor.tsx';
import { Badge } from '../../ui/feedback/Badge.tsx';
import { copyText } from '../../ui/feedback/copy.ts';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { ErrorCard } from '../../ui/feedback/ErrorCard.tsx';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { Tabs } from '../../ui/layout/Tabs.tsx';
import { Dialog } from '../../ui/overlays/Dialog.tsx';
import classes from './SavedQueries.module.css';
import { addressOfQuery } from './address-of-query.ts';
import { scheduleText } from './schedule-text.ts';
import { Versions } from './Versions.tsx';

type QueryPreviewProps = {
  readonly id: number;
  /** Ids beside it in the list. */
  readonly before: number | null;
  readonly after: number | null;
  readonly onShow: (id: number) => void;
  readonly onClose: () => void;
};

/** The text of a saved query and what is known of it, without leaving the list. */
export function QueryPreview({ id, before, after, onShow, onClose }: QueryPreviewProps) {
  const details = useQuery(savedQuery(id));
  const query = details.data;
  const isGone = details.error instanceof ApiError && details.error.status === 404;
  return (
    <Dialog
      opened
      onClose={onClose}
      title={query?.label ?? t('Saved query')}
      width={860}
      footer={<Foot query={query ?? null} before={before} after={after} onShow={onShow} />}
    >
      {query ? (
        <Content key={query.id} query={query} />
      ) : isGone ? (
        <EmptyState small drawing="search" title={t('This query is gone, or closed to you.')} />
      ) : details.isError ? (
        <ErrorCard error={details.error} onRetry={() => void details.refetch()} small />
      ) : (
        <Skeleton height={360} radius="var(--ts-radius)" />
      )}
    </Dialog>
  );
}

type FootProps = Pick<QueryPreviewProps, 'before' | 'after' | 'onShow'> & { readonly query: SavedQuery | null };

function Foot({ query, before, after, onShow }: FootProps) {
  const sql = query?.sql ?? '';
  return (
    <>
      <span className={classes['left']}>
        <IconButton
          label={t('Previous query')}
          icon={<IconChevronLeft size={16} stroke={1.5} />}
          disabledReason={before === null ? t('This is the first one.') : null}
          onClick={() => before !== null && onShow(before)}
        />
        <IconButton
          label={t('Next query')}
          icon={<IconChevronRight size={16} stroke={1.5} />}
          disabledReason={after === null ? t('This is the last one.') : null}
          onClick={() => after !== null && onShow(after)}
        />
      </span>
      <Button
        icon={<IconLink size={16} stroke={1.5} />}
        disabledReason={query ? null : t('It is not here yet.')}
        onClick={() => query && void copyText(addressOfQuery(query), t('Link copied'))}
      >
        {t('Copy link')}
      </Button>
      <Button
        icon={<IconCopy size={16} stroke={1.5} />}
        disabledReason={sql === '' ? t('There is no SQL to copy.') : null}
        onClick={() => void copyText(sql, t('SQL copied'))}
      >
        {t('Copy SQL')}
      </Button>
      {query && (
        <LinkButton variant="primary" to={query.url}>
          {t('Open in the editor')}
        </LinkButton>
      )}
    </>
  );
}

function Content({ query }: { readonly query: SavedQuery }) {
  const [part, setPart] = useState<'sql' | 'versions'>('sql');
  return (
    <>
      <Facts query={query} />
      {query.description !== null && <p className={classes['about']}>{query.description}</p>}
      {query.can_edit ? (
        <Tabs
          label={t('Parts of the query')}
          value={part}
          onChange={setPart}
          tabs={[
            { value: 'sql', label: t('SQL') },
            { value: 'versions', label: t('Versions') },
          ]}
        >
          {part === 'sql' ? <Sql query={query} /> : <Versions query={query} />}
        </Tabs>
      ) : (
        <Sql query={query} />
      )}
    </>
  );
}

function Sql({ query }: { readonly query: SavedQuery }) {
  return <CodeEditor label={t('SQL')} language="sql" value={query.sql} readOnly rows={12} />;
}

/** Whom it is shared with, by name for whoever may know. */
function sharedText({ is_shared: isAll, shared_users: users, shared_roles: roles }: SavedQuery): string {
  if (isAll) return t('Shared with everybody');
  const names = [...users.map(nameOf), ...roles.map(({ name }) => name)];
  return names.length === 0 ? t('Shared with some') : t('Shared with %s', names.join(', '));
}

function Facts({ query }: { readonly query: SavedQuery }) {
  const { database, catalog, schema, folder, tags, created_by: owner, rows } = query;
  const schedule = scheduleText(query.extra);
  const place = [database.database_name, catalog, schema].filter(Boolean).join(' › ');
  return (
    <div className={classes['facts']}>
      <span>{place}</span>
      {folder !== null && <span>{t('in %s', folder)}</span>}
      {owner !== null && <span>{t('by %s', nameOf(owner))}</span>}
      <span>{t('changed %s', query.changed_on_delta_humanized)}</span>
      {query.last_run_delta_humanized !== '' && (
        <span>
          {t('ran %s', query.last_run_delta_humanized)}
          {rows !== null && `, ${tn('1 row', '%(count)s rows', rows, { count: numberText(rows) })}`}
        </span>
      )}
      {schedule !== null && <span>{schedule}</span>}
      {query.shared_with !== 'nobody' && <Badge>{sharedText(query)}</Badge>}
      <TagChips type="query" tags={tags} />
    </div>
  );
}
