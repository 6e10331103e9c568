import { IconChevronLeft, IconChevronRight, IconLayoutGrid, IconList } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { t } from '@tessera/core/messages';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { listOf } from '../../api/list.ts';
import { Button } from '../buttons/Button.tsx';
import { cx } from '../common/cx.ts';
import { EmptyState } from '../feedback/EmptyState.tsx';
import { ErrorCard } from '../feedback/ErrorCard.tsx';
import { IconButton } from '../buttons/IconButton.tsx';
import { BulkBar } from './ListBulkBar.tsx';
import { ListFilterPill } from './ListFilterPill.tsx';
import type { ListPageProps } from './list-page-types.ts';
import { listPageSize, listQueryOf, readListState, writeListState, type ListState } from './list-state.ts';
import classes from './ListPage.module.css';
import { ListCards, ListSkeleton, ListTable } from './ListRows.tsx';
import { Page, PageTitle } from '../layout/Page.tsx';
import { SegmentedControl } from '../fields/SegmentedControl.tsx';
import { SearchInput } from '../fields/TextInput.tsx';
import { useListKeys } from './use-list-keys.ts';
import { useStored } from '../common/use-stored.ts';

/** Search first, filters as pills, table or cards, keyboard rows, a bulk bar, paging: every list of the product. */
export function ListPage<T extends { readonly id: number }>(props: ListPageProps<T>) {
  const {
    resource,
    fields,
    columns,
    search,
    filters = [],
    order,
    bulk = [],
    card,
    create,
    countLabel,
    pageSize = listPageSize,
    width = 'normal',
  } = props;
  const [parameters, setParameters] = useSearchParams();
  const navigate = useNavigate();
  const client = useQueryClient();
  const state = readListState(parameters, order);
  const [view, setView] = useStored<'table' | 'cards'>(`tessera.view.${resource}`, 'table', (text) =>
    text === 'cards' ? 'cards' : 'table',
  );
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  const searchBox = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(state.search);

  const query = listQueryOf(
    state,
    fields,
    search,
    (name, value) => filters.find((filter) => filter.name === name)?.toFilters(value) ?? [],
    pageSize,
  );
  const list = useQuery(listOf<T>(resource, query));
  const rows = useMemo(() => list.data?.result ?? [], [list.data]);
  const count = list.data?.count ?? 0;
  const isFiltered = state.search !== '' || Object.keys(state.filters).length > 0;

  const change = (next: Partial<ListState>) => {
    setSelected(new Set());
    setParameters(writeListState({ ...state, page: 0, ...next }, order), { replace: true });
  };
  const open = (row: T) => {
    const href = props.rowHref?.(row);
    if (href === undefined) props.onOpen?.(row);
    else void navigate(href);
  };
  const { selectable = () => true } = props;
  const toggle = (row: T) =>
    selectable(row) &&
    setSelected((now) =>
      now.has(row.id) ? new Set([...now].filter((id) => id !== row.id)) : new Set([...now, row.id]),
    );
  const { listRef, onKeyDown } = useListKeys({ rows, open, toggle: bulk.length > 0 ? toggle : null, searchBox });

  // Typing asks the server after a short rest, and the address follows it.
  useEffect(() => {
    if (typed === state.search) return;
    const timer = setTimeout(() => change({ search: typed }), 200);
    return () => clearTimeout(timer);
  });

  // The last rows of the last page are gone, or the address is old: there is still something to see.
  const isBeyond = list.isSuccess && !list.isPlaceholderData && rows.length === 0 && count > 0 && state.page > 0;
  useEffect(() => {
    if (isBeyond)
      setParameters(
        writeListState({ ...readListState(parameters, order), page: Math.ceil(count / pageSize) - 1 }, order),
        { replace: true },
      );
  }, [isBeyond, parameters, setParameters, order, count, pageSize]);

  const isEmpty = list.isSuccess && !isBeyond && !isFiltered && rows.length === 0;
  const shared = { ...props, rows, selected, onToggle: toggle };
  return (
    <Page width={width}>
      <PageTitle
        title={props.title}
        actions={
          isEmpty || create === undefined ? (
            props.actions
          ) : (
            <>
              {props.actions}
              {create}
            </>
          )
        }
      />
      <div className={classes['bar']}>
        <SearchInput
          ref={searchBox}
          className={classes['search']}
          label={search.label}
          value={typed}
          onChange={setTyped}
        />
        {filters.map((filter) => (
          <ListFilterPill
            key={filter.name}
            filter={filter}
            value={state.filters[filter.name] ?? null}
            onChange={(value) => change({ filters: withFilter(state.filters, filter.name, value) })}
          />
        ))}
        {isFiltered && (
          <Button
            variant="quiet"
            onClick={() => {
              setTyped('');
              change({ search: '', filters: {} });
            }}
          >
            {t('Clear all')}
          </Button>
        )}
        {card !== undefined && (
          <div className={classes['barEnd']}>
            <SegmentedControl
              label={t('Show as')}
              value={view}
              onChange={setView}
              options={[
                { value: 'table', label: t('Table'), icon: <IconList size={16} stroke={1.5} /> },
                { value: 'cards', label: t('Cards'), icon: <IconLayoutGrid size={16} stroke={1.5} /> },
              ]}
            />
          </div>
        )}
      </div>

      {/* Keys work from anywhere in the list; the rows themselves take the focus. */}
      <div
        ref={listRef}
        role="presentation"
        onKeyDown={onKeyDown}
        className={cx(list.isPlaceholderData && classes['dimmed'])}
        aria-busy={list.isFetching}
      >
        {list.isPending || isBeyond ? (
          <ListSkeleton view={card === undefined ? 'table' : view} />
        ) : list.isError ? (
          <div className={classes['panel']}>
            <ErrorCard error={list.error} onRetry={() => void list.refetch()} />
          </div>
        ) : rows.length === 0 ? (
          <div className={classes['panel']}>
            {isFiltered ? (
              <EmptyState
                drawing="search"
                title={t('Nothing matches this search.')}
                action={
                  <Button
                    onClick={() => {
                      setTyped('');
                      change({ search: '', filters: {} });
                    }}
                  >
                    {t('Clear search and filters')}
                  </Button>
                }
              />
            ) : (
              <EmptyState title={props.empty.title} action={create}>
                {props.empty.text}
              </EmptyState>
            )}
          </div>
        ) : view === 'cards' && card !== undefined ? (
          <ListCards {...shared} card={card} />
        ) : (
          <ListTable
            {...shared}
            columns={columns}
            state={state}
            onRow={open}
            onSort={(orderColumn, orderDirection) => change({ orderColumn, orderDirection })}
            onSelectAll={(all) => setSelected(all ? new Set(rows.filter(selectable).map((row) => row.id)) : new Set())}
          />
        )}
      </div>

      {rows.length > 0 && (
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
      )}
      {selected.size > 0 && (
        <BulkBar
          ids={[...selected]}
          actions={bulk}
          onClear={() => setSelected(new Set())}
          onDone={() => {
            setSelected(new Set());
            void client.invalidateQueries({ queryKey: [resource] });
          }}
        />
      )}
    </Page>
  );
}

function withFilter(filters: ListState['filters'], name: string, value: string | null): ListState['filters'] {
  const others = Object.fromEntries(Object.entries(filters).filter(([other]) => other !== name));
  return value === null ? others : { ...others, [name]: value };
}
