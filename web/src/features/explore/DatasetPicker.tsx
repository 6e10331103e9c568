import { useQuery } from '@tanstack/react-query';
import { IconTable, IconTableAlias } from '@tabler/icons-react';
import { t } from '@tessera/core/messages';
import { hrefOf } from '@tessera/core/pages';
import { useState } from 'react';
import { holds, me } from '../../api/me.ts';
import { LinkButton } from '../../ui/buttons/Button.tsx';
import { cx } from '../../ui/common/cx.ts';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { ErrorCard } from '../../ui/feedback/ErrorCard.tsx';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { SearchInput } from '../../ui/fields/TextInput.tsx';
import classes from './Explore.module.css';
import styles from './NewChart.module.css';
import { datasetsByName } from '../../controls/dataset-queries.ts';

/** Datasets by name, with what they are and where they live. */
export function DatasetPicker({
  chosen,
  onChoose,
}: {
  readonly chosen: number | null;
  readonly onChoose: (id: number, name: string) => void;
}) {
  const [search, setSearch] = useState('');
  const list = useQuery(datasetsByName(search));
  return (
    <div className={styles['picker']}>
      <SearchInput label={t('Search datasets')} value={search} onChange={setSearch} data-autofocus />
      {list.isPending && (
        <div className={classes['stack']}>
          {[1, 2, 3, 4, 5, 6].map((row) => (
            <Skeleton key={row} height={44} />
          ))}
        </div>
      )}
      {list.isError && <ErrorCard error={list.error} onRetry={() => void list.refetch()} small />}
      {list.data?.result.length === 0 &&
        (search === '' ? (
          <NoDatasets />
        ) : (
          <EmptyState title={t('No dataset matches "%s".', search)} drawing="none" small />
        ))}
      {list.data && list.data.result.length > 0 && (
        <div className={styles['pickerRows']} role="radiogroup" aria-label={t('Datasets')}>
          {list.data.result.map((row) => {
            const Icon = row.kind === 'virtual' ? IconTableAlias : IconTable;
            return (
              <button
                key={row.id}
                type="button"
                role="radio"
                aria-checked={row.id === chosen}
                className={cx(styles['pickerRow'], row.id === chosen && styles['picked'])}
                onClick={() => onChoose(row.id, row.table_name)}
              >
                <Icon size={16} stroke={1.5} aria-hidden />
                <span className={styles['pickerText']}>
                  <strong>{row.table_name}</strong>
                  <span>
                    {row.description ?? [row.database?.database_name, row.schema].filter(Boolean).join(' › ')}
                  </span>
                </span>
              </button>
            );
          })}
        </div>
      )}
    </div>
  );
}

/** Nothing to choose from: the way to the first dataset, for who may add one, or whom to ask. */
export function NoDatasets() {
  const user = useQuery(me).data;
  if (user !== undefined && holds(user, 'can_write', 'Dataset')) {
    return (
      <EmptyState
        title={t('There are no datasets yet.')}
        action={
          <LinkButton variant="primary" to={hrefOf('newDataset')}>
            {t('New dataset')}
          </LinkButton>
        }
      >
        {t('A dataset is a table or a query, with names and metrics that people understand.')}
      </EmptyState>
    );
  }
  return (
    <EmptyState title={t('No dataset is shared with you yet.')}>
      {t('Ask an owner or an administrator for access to one.')}
    </EmptyState>
  );
}
