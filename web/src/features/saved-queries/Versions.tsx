import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { instantText, t, tn } from '@tessera/core/messages';
import { useState } from 'react';
import { nameOf } from '../../api/me.ts';
import {
  restoreSavedQuery,
  savedQueriesResource,
  savedQueryText,
  savedQueryVersions,
  type SavedQuery,
  type SavedQueryVersion,
} from '../../api/saved-queries.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { SqlDiff } from '../../ui/code-editor/SqlDiff.tsx';
import { describeError } from '../../ui/feedback/describe-error.ts';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { ErrorCard } from '../../ui/feedback/ErrorCard.tsx';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { toast } from '../../ui/feedback/toast-store.ts';
import classes from './SavedQueries.module.css';

/** What each save changed in the text of a query; an older text can come back. */
export function Versions({ query }: { readonly query: SavedQuery }) {
  const versions = useQuery(savedQueryVersions(query.id));
  const [chosen, setChosen] = useState<number | null>(null);
  if (versions.isPending) return <Skeleton height={320} radius="var(--ts-radius)" />;
  if (versions.isError) return <ErrorCard error={versions.error} onRetry={() => void versions.refetch()} small />;
  const list = versions.data;
  const index = Math.max(
    0,
    list.findIndex(({ version }) => version === chosen),
  );
  const shown = list[index];
  if (!shown) return <EmptyState small drawing="none" title={t('It was saved once and not changed since.')} />;
  return (
    <div className={classes['versions']}>
      <ol className={classes['versionList']} aria-label={t('Versions')}>
        {list.map((version) => (
          <li key={version.version}>
            <button
              type="button"
              className={classes['version']}
              aria-pressed={version === shown}
              onClick={() => setChosen(version.version)}
            >
              <span>{instantText(new Date(version.created_on), { dateStyle: 'medium', timeStyle: 'short' })}</span>
              <span className={classes['muted']}>
                {[
                  version.created_by === null ? '' : nameOf(version.created_by),
                  tn('1 character', '%(count)s characters', version.size),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </button>
          </li>
        ))}
      </ol>
      <Difference query={query} version={shown} before={list[index + 1] ?? null} isLast={index === 0} />
    </div>
  );
}

type DifferenceProps = {
  readonly query: SavedQuery;
  readonly version: SavedQueryVersion;
  /** The save before it; null for the first one. */
  readonly before: SavedQueryVersion | null;
  readonly isLast: boolean;
};

/** A save beside the one before it. */
function Difference({ query, version, before, isLast }: DifferenceProps) {
  const client = useQueryClient();
  const text = useQuery(savedQueryText(query.id, version.version));
  const old = useQuery({ ...savedQueryText(query.id, before?.version ?? 0), enabled: before !== null });
  const restore = useMutation({
    mutationFn: () => restoreSavedQuery(query.id, version.version),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: [savedQueriesResource] });
      toast.success(t('The query has this text again.'));
    },
    onError: (error) => toast.danger(describeError(error).title),
  });
  const error = text.error ?? old.error;
  return (
    <div className={classes['difference']}>
      <div className={classes['differenceHead']}>
        <span className={classes['muted']}>
          {before === null ? t('As it was saved first.') : t('What this save changed.')}
        </span>
        <Button
          size="small"
          loading={restore.isPending}
          disabledReason={isLast ? t('This is its text now.') : null}
          onClick={() => restore.mutate()}
        >
          {t('Restore this text')}
        </Button>
      </div>
      {error ? (
        <ErrorCard error={error} small />
      ) : text.data && (before === null || old.data) ? (
        <SqlDiff before={old.data?.sql ?? ''} after={text.data.sql} />
      ) : (
        <Skeleton height={260} radius="var(--ts-radius)" />
      )}
    </div>
  );
}
