import { t, tn } from '@tessera/core/messages';
import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import type { ViewProps } from '../../define.ts';
import { Grid } from './Grid.tsx';
import type { TableModel } from './model.ts';
import { Pager } from './Pager.tsx';
import { readOwnState } from './queries.ts';
import { arrangeRows, LONG_TABLE, nextSort, rowTexts, type Sort } from './rows.ts';
import { Search } from './Search.tsx';
import type { CellTouch } from './use-cell-keys.ts';
import classes from './View.module.css';

/**
 * A table with its search and its pages. Pages of the server live in `ownState`; everything else is the reader's own.
 */
export function View(props: ViewProps<TableModel>) {
  const { model, context, onEvent, onRendered } = props;
  const [order, setOrder] = useState<readonly string[]>([]);
  const columns = useMemo(() => orderedColumns(model, order), [model, order]);
  useEffect(onRendered, [model, onRendered]);
  const { isServer, search, searchFor, sort, sortBy, rows, shown, page } = useRows(props);
  const { paging } = model;
  const { size, total, at, count: pages } = page;
  const touch = ({ kind, row, column, isAdded, at }: CellTouch) => {
    const mark = model.mark(row, column);
    if (kind === 'clear') onEvent({ kind: 'clear' });
    else if (mark) onEvent(kind === 'select' ? { kind, mark, isAdded } : { kind, mark }, at);
  };
  const move = (key: string, beforeKey: string) =>
    setOrder(
      moved(
        columns.map((index) => model.columns[index]?.key ?? ''),
        key,
        beforeKey,
      ),
    );

  return (
    <div
      className={classes['table']}
      style={{ width: model.width, height: model.height }}
      onMouseLeave={() => onEvent({ kind: 'hover', mark: null })}
    >
      {model.hasSearch && (
        <Search
          count={total}
          columns={isServer ? model.columns.filter((column) => !column.isNumeric) : null}
          text={search.text}
          column={search.column}
          onSearch={searchFor}
        />
      )}
      <Grid
        model={model}
        context={context}
        columns={columns}
        rows={shown}
        firstRow={paging.kind === 'all' ? 0 : at * size}
        total={total}
        sort={sort}
        onSort={sortBy}
        onTouch={touch}
        {...(model.canRearrange ? { onMove: move } : {})}
      />
      {paging.kind !== 'all' && <Pager page={at} pages={pages} label={rangeText(page)} onPage={page.goTo} />}
      {rows.length === 0 && (
        <p className={classes['none']} role="status">
          {t('No matching rows')}
        </p>
      )}
    </div>
  );
}

function rangeText({ at, size, total }: { readonly at: number; readonly size: number; readonly total: number }) {
  return tn('%(from)s to %(to)s of 1 row', '%(from)s to %(to)s of %(count)s rows', total, {
    from: total === 0 ? 0 : at * size + 1,
    to: Math.min(total, (at + 1) * size),
  });
}

/** Which rows are shown: by search, order and page, which are the server's or the reader's own. */
function useRows({ model, ownState, setOwnState }: ViewProps<TableModel>) {
  const { paging } = model;
  const isServer = paging.kind === 'server';
  const own = readOwnState(ownState, { server_page_length: isServer ? paging.size : null });
  const [search, setSearch] = useState('');
  const [clientSort, setClientSort] = useState<Sort>(null);
  const [clientPage, setClientPage] = useState(0);
  const sort = isServer ? serverSort(model, own.sortBy) : clientSort;
  const rows = useArrangedRows(model, search, clientSort);
  const size = paging.kind === 'client' ? paging.size : paging.kind === 'server' ? own.size : rows.length;
  const total = paging.kind === 'server' ? paging.total : rows.length;
  const pages = Math.max(1, Math.ceil(total / Math.max(1, size)));
  const page = Math.min(isServer ? own.page : clientPage, pages - 1);
  const change = (patch: Readonly<Record<string, unknown>>) => setOwnState({ ...ownState, ...patch });
  const restart = (patch: Readonly<Record<string, unknown>>) =>
    change({ currentPage: 0, pageSize: own.size, ...patch });

  return {
    isServer,
    search: { text: isServer ? own.searchText : search, column: own.searchColumn },
    searchFor: (text: string, column: string | null) => {
      setClientPage(0);
      if (isServer) restart({ searchText: text, searchColumn: column });
      else setSearch(text);
    },
    sort,
    sortBy: (column: number) => {
      const next = nextSort(sort, column);
      if (!isServer) return setClientSort(next);
      const key = next === null ? undefined : model.columns[next.column]?.key;
      restart({ sortBy: next === null || key === undefined ? [] : [{ key, desc: next.desc }] });
    },
    rows,
    shown: paging.kind === 'client' ? rows.slice(page * size, (page + 1) * size) : rows,
    page: {
      size,
      total,
      at: page,
      count: pages,
      goTo: (next: number) => (isServer ? change({ currentPage: next, pageSize: own.size }) : setClientPage(next)),
    },
  };
}

function serverSort(model: TableModel, sortBy: ReturnType<typeof readOwnState>['sortBy']): Sort {
  if (sortBy === null) return null;
  return { column: model.columns.findIndex((column) => column.key === sortBy.key), desc: sortBy.desc };
}

/** Rows that are all here, as the reader searches and sorts them; those of a server page stay as they came. */
function useArrangedRows(model: TableModel, search: string, clientSort: Sort) {
  const isServer = model.paging.kind === 'server';
  // Typing stays quick while many rows are searched.
  const wanted = useDeferredValue(search);
  const texts = useRowTexts(model, !isServer && wanted !== '' && model.rowCount >= LONG_TABLE);
  // Until the texts of a long table are here, all rows stay on screen.
  const needle = isServer || (texts === null && model.rowCount >= LONG_TABLE) ? '' : wanted;
  const rows = useMemo(
    () => arrangeRows(model, needle, isServer ? null : clientSort, texts),
    [model, isServer, needle, clientSort, texts],
  );
  return rows;
}

/** The texts of a long table, once somebody searches it. */
function useRowTexts(model: TableModel, isNeeded: boolean): readonly string[] | null {
  const [made, setMade] = useState<{ readonly of: TableModel; readonly texts: readonly string[] } | null>(null);
  const isHere = made?.of === model;
  useEffect(() => {
    if (!isNeeded || isHere) return;
    const stop = new AbortController();
    void rowTexts(model, stop.signal, () => new Promise((resolve) => setTimeout(resolve))).then(
      (texts) => texts && setMade({ of: model, texts }),
    );
    return () => stop.abort();
  }, [model, isNeeded, isHere]);
  return isHere ? made.texts : null;
}

/** Column numbers as the reader put them; new columns follow in their own order. */
function orderedColumns(model: TableModel, order: readonly string[]): readonly number[] {
  const place = new Map(order.map((key, index) => [key, index]));
  return model.columns
    .map((_, index) => index)
    .sort(
      (a, b) =>
        (place.get(model.columns[a]?.key ?? '') ?? order.length + a) -
        (place.get(model.columns[b]?.key ?? '') ?? order.length + b),
    );
}

function moved(keys: readonly string[], key: string, beforeKey: string): readonly string[] {
  const from = keys.indexOf(key);
  const to = keys.indexOf(beforeKey);
  if (from < 0 || to < 0 || from === to) return keys;
  return keys.toSpliced(from, 1).toSpliced(to, 0, key);
}
