import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { t } from '@tessera/core/messages';
import { useRef, type ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { Button } from '../buttons/Button.tsx';
import { cx } from '../common/cx.ts';
import { EmptyState } from '../feedback/EmptyState.tsx';
import { ErrorCard } from '../feedback/ErrorCard.tsx';
import { IconButton } from '../buttons/IconButton.tsx';
import { ListBar, type ListView } from './ListBar.tsx';
import { BulkBar } from './ListBulkBar.tsx';
import type { ListPageProps } from './list-page-types.ts';
import classes from './ListPage.module.css';
import { ListCards, ListSkeleton, ListTable } from './ListRows.tsx';
import { Page, PageTitle } from '../layout/Page.tsx';
import { useList, type List } from './use-list.ts';
import { useListKeys } from './use-list-keys.ts';
import { useSelected, type Selected } from './use-selected.ts';
import { useStored } from '../common/use-stored.ts';

/** Search first, filters as pills, table or cards, keyboard rows, a bulk bar, paging: every list of the product. */
export function ListPage<T extends { readonly id: number }>(props: ListPageProps<T>) {
  const { resource, filters = [], bulk = [], create, width = 'normal' } = props;
  const navigate = useNavigate();
  const client = useQueryClient();
  const searchBox = useRef<HTMLInputElement>(null);
  const [chosenView, setView] = useStored<ListView>(`tessera.view.${resource}`, 'table', (text) =>
    text === 'cards' ? 'cards' : 'table',
  );
  const view = props.card === undefined ? 'table' : chosenView;
  const selection = useSelected<T>(props.selectable);
  const list = useList(props, selection.clear);
  // What has gone from the list meanwhile does not count as selected.
  const ids = new Set(list.rows.flatMap(({ id }) => (selection.ids.has(id) ? id : [])));
  const selected = { ...selection, ids };
  const open = (row: T) => {
    const href = props.rowHref?.(row);
    if (href === undefined) props.onOpen?.(row);
    else void navigate(href);
  };
  const toggle = bulk.length > 0 ? selected.toggle : null;
  const { listRef, onKeyDown } = useListKeys({ rows: list.rows, open, toggle, searchBox });

  return (
    <Page width={width}>
      <PageTitle title={props.title} actions={titleActions(props.actions, list.isEmpty ? undefined : create)} />
      <ListBar
        list={list}
        searchLabel={props.search.label}
        searchBox={searchBox}
        filters={filters}
        view={view}
        onView={props.card === undefined ? null : setView}
      />
      {props.above}
      {/* Keys work from anywhere in the list; the rows themselves take the focus. */}
      <div
        ref={listRef}
        role="presentation"
        onKeyDown={onKeyDown}
        className={cx(list.answer.isPlaceholderData && classes['dimmed'])}
        aria-busy={list.answer.isFetching}
      >
        <ListBody page={props} list={list} selected={selected} view={view} onRow={open} />
      </div>
      {list.rows.length > 0 && <ListFoot list={list} countLabel={props.countLabel} />}
      {selected.ids.size > 0 && (
        <BulkBar
          ids={[...selected.ids]}
          actions={bulk}
          onClear={selected.clear}
          onDone={() => {
            selected.clear();
            void client.invalidateQueries({ queryKey: [resource] });
          }}
        />
      )}
    </Page>
  );
}

function titleActions(actions: ReactNode, create: ReactNode): ReactNode {
  if (create === undefined) return actions;
  return (
    <>
      {actions}
      {create}
    </>
  );
}

type ListBodyProps<T extends { readonly id: number }> = {
  readonly page: ListPageProps<T>;
  readonly list: List<T>;
  readonly selected: Selected<T>;
  readonly view: ListView;
  readonly onRow: (row: T) => void;
};

/** The rows, or why there are none to see. */
function ListBody<T extends { readonly id: number }>({ page, list, selected, view, onRow }: ListBodyProps<T>) {
  const { answer, rows } = list;
  if (answer.isPending || list.isBeyond) return <ListSkeleton view={view} />;
  if (answer.isError)
    return (
      <div className={classes['panel']}>
        <ErrorCard error={answer.error} onRetry={() => void answer.refetch()} />
      </div>
    );
  if (rows.length === 0)
    return (
      <div className={classes['panel']}>
        {list.isFiltered ? (
          <EmptyState
            drawing="search"
            title={page.nothing ?? t('Nothing matches this search.')}
            action={<Button onClick={list.clear}>{t('Clear search and filters')}</Button>}
          />
        ) : (
          <EmptyState title={page.empty.title} action={page.create}>
            {page.empty.text}
          </EmptyState>
        )}
      </div>
    );
  const shared = { ...page, rows, selected: selected.ids, onToggle: selected.toggle };
  if (view === 'cards' && page.card !== undefined) return <ListCards {...shared} card={page.card} />;
  return (
    <ListTable
      {...shared}
      state={list.state}
      onRow={onRow}
      onSort={(orderColumn, orderDirection) => list.change({ orderColumn, orderDirection })}
      onSelectAll={(all) => selected.selectAll(rows, all)}
    />
  );
}

type ListFootProps = {
  readonly list: Pick<List<{ readonly id: number }>, 'state' | 'rows' | 'count' | 'pageSize' | 'change'>;
  readonly countLabel: (count: number) => string;
};

function ListFoot({ list, countLabel }: ListFootProps) {
  const { state, rows, count, pageSize, change } = list;
  return (
    <div className={classes['foot']}>
      <span role="status">{countLabel(count)}</span>
      {count > pageSize && (
        <nav className={classes['footEnd']} aria-label={t('Pages')}>
          <IconButton
            label={t('Previous page')}
            icon={<IconChevronLeft size={16} stroke={1.5} />}
            disabledReason={state.page === 0 ? t('This is the first page') : null}
            onClick={() => change({ page: state.page - 1 })}
          />
          <span>
            {t('%(from)s–%(to)s', {
              from: state.page * pageSize + 1,
              to: state.page * pageSize + rows.length,
            })}
          </span>
          <IconButton
            label={t('Next page')}
            icon={<IconChevronRight size={16} stroke={1.5} />}
            disabledReason={(state.page + 1) * pageSize >= count ? t('This is the last page') : null}
            onClick={() => change({ page: state.page + 1 })}
          />
        </nav>
      )}
    </div>
  );
}
