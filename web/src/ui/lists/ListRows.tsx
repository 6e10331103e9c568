import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { t } from '@tessera/core/messages';
import type { MouseEvent, ReactNode } from 'react';
import { Link } from 'react-router';
import { Checkbox } from '../fields/Checkbox.tsx';
import { cx } from '../common/cx.ts';
import type { ListColumn, ListPageProps } from './list-page-types.ts';
import type { ListState } from './list-state.ts';
import classes from './ListPage.module.css';
import { Skeleton } from '../feedback/Skeleton.tsx';

type Shared<T extends { readonly id: number }> = Pick<
  ListPageProps<T>,
  'title' | 'rowName' | 'rowHref' | 'onOpen' | 'rowActions' | 'bulk' | 'selectable'
> & {
  readonly rows: readonly T[];
  readonly selected: ReadonlySet<number>;
  readonly onToggle: (row: T) => void;
};

type ListTableProps<T extends { readonly id: number }> = Shared<T> & {
  readonly columns: readonly ListColumn<T>[];
  readonly state: ListState;
  readonly onSort: (column: string, direction: 'asc' | 'desc') => void;
  readonly onSelectAll: (all: boolean) => void;
  /** A click on a row, beside what is to be pressed in it. */
  readonly onRow: (row: T) => void;
};

/** Rows with a column each for what there is to know. */
export function ListTable<T extends { readonly id: number }>(props: ListTableProps<T>) {
  const { rows, bulk = [], selectable = always } = props;
  const choosable = bulk.length === 0 ? [] : rows.filter(selectable);
  return (
    <div className={cx(classes['panel'], classes['tableScroll'])}>
      <table className={classes['table']} aria-label={props.title}>
        <thead>
          <TableHead {...props} choosable={choosable} />
        </thead>
        <tbody>
          {rows.map((row) => (
            <TableRow key={row.id} {...props} row={row} choosable={choosable} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

type TablePartProps<T extends { readonly id: number }> = ListTableProps<T> & {
  /** Rows that can be selected. Without any there is no column of boxes. */
  readonly choosable: readonly T[];
};

function TableHead<T extends { readonly id: number }>(props: TablePartProps<T>) {
  const { columns, rowActions, choosable, selected, state, onSort, onSelectAll } = props;
  return (
    <tr>
      {choosable.length > 0 && (
        <th className={classes['checkCell']}>
          <Checkbox
            label={t('Select all on this page')}
            hideLabel
            checked={selected.size === choosable.length}
            indeterminate={selected.size > 0 && selected.size < choosable.length}
            onChange={onSelectAll}
          />
        </th>
      )}
      {columns.map((column) => (
        <HeaderCell key={column.name} column={column} state={state} onSort={onSort} />
      ))}
      {rowActions && (
        <th className={classes['endCell']}>
          <span className="ts-visually-hidden">{t('Actions')}</span>
        </th>
      )}
    </tr>
  );
}

function TableRow<T extends { readonly id: number }>({ row, ...props }: TablePartProps<T> & { readonly row: T }) {
  const { columns, rowName, rowHref, onOpen, rowActions, choosable, selected, onToggle } = props;
  const opens = rowHref !== undefined || onOpen !== undefined;
  return (
    <tr
      tabIndex={-1}
      data-row={row.id}
      data-opens={opens || undefined}
      data-selected={selected.has(row.id) || undefined}
      onClick={(event) => opens && isOfRow(event) && props.onRow(row)}
    >
      {choosable.length > 0 && (
        <td className={classes['checkCell']} data-keeps-click>
          {choosable.includes(row) && (
            <Checkbox
              label={t('Select %(name)s', { name: rowName(row) })}
              hideLabel
              checked={selected.has(row.id)}
              onChange={() => onToggle(row)}
            />
          )}
        </td>
      )}
      {columns.map((column, index) => (
        <td
          key={column.name}
          className={cx(column.number && classes['number'], optionalLook(column), index === 0 && classes['nameCell'])}
        >
          {index === 0 ? (
            <RowName href={rowHref?.(row)} onOpen={onOpen && (() => onOpen(row))}>
              {column.render(row)}
            </RowName>
          ) : (
            column.render(row)
          )}
        </td>
      ))}
      {rowActions && (
        <td className={classes['endCell']} data-keeps-click>
          <span className={classes['rowActions']}>{rowActions(row)}</span>
        </td>
      )}
    </tr>
  );
}

/** A click that means the row: not a link, button or box in it, and not the end of marking text. */
function isOfRow({ target, currentTarget }: MouseEvent<HTMLElement>): boolean {
  if (!(target instanceof Element) || !currentTarget.contains(target)) return false;
  return target.closest('a, button, input, label, [data-keeps-click]') === null && String(getSelection() ?? '') === '';
}

function always(): boolean {
  return true;
}

function HeaderCell<T>({
  column,
  state,
  onSort,
}: {
  readonly column: ListColumn<T>;
  readonly state: ListState;
  readonly onSort: (column: string, direction: 'asc' | 'desc') => void;
}) {
  const current = state.orderColumn === column.name ? state.orderDirection : null;
  const look = cx(column.number && classes['number'], optionalLook(column));
  if (!column.sortable) return <th className={look}>{column.label}</th>;
  return (
    <th className={look} aria-sort={current === null ? 'none' : current === 'asc' ? 'ascending' : 'descending'}>
      <button
        type="button"
        className={classes['sort']}
        onClick={() => onSort(column.name, current === 'asc' ? 'desc' : 'asc')}
      >
        {column.label}
        <span className={classes['sortMark']} aria-hidden>
          {current === 'asc' && <IconArrowUp size={12} />}
          {current === 'desc' && <IconArrowDown size={12} />}
        </span>
      </button>
    </th>
  );
}

/** What Enter opens, a click on the name opens too. */
function RowName({
  href,
  onOpen,
  children,
}: {
  readonly href: string | undefined;
  readonly onOpen: (() => void) | undefined;
  readonly children: ReactNode;
}) {
  if (href !== undefined)
    return (
      <Link to={href} className={classes['name']}>
        {children}
      </Link>
    );
  return onOpen ? (
    <button type="button" className={classes['name']} onClick={onOpen}>
      {children}
    </button>
  ) : (
    children
  );
}

export function ListCards<T extends { readonly id: number }>({
  title,
  rows,
  card,
  selected,
}: Shared<T> & { readonly card: (row: T) => ReactNode }) {
  return (
    <ul className={classes['cards']} aria-label={title}>
      {rows.map((row) => (
        <li
          key={row.id}
          tabIndex={-1}
          data-row={row.id}
          data-selected={selected.has(row.id) || undefined}
          className={classes['card']}
        >
          {card(row)}
        </li>
      ))}
    </ul>
  );
}

/** As many rows as usually fit on a screen, at their final height. */
export function ListSkeleton({ view }: { readonly view: 'table' | 'cards' }) {
  const places = Array.from({ length: view === 'table' ? 10 : 8 }, (_, index) => index);
  if (view === 'cards') {
    return (
      <div className={classes['cards']} aria-hidden>
        {places.map((place) => (
          <Skeleton key={place} height={180} radius="var(--ts-radius)" />
        ))}
      </div>
    );
  }
  return (
    <div className={classes['panel']} aria-hidden>
      {places.map((place) => (
        <div key={place} className={classes['skeletonRow']}>
          <Skeleton width={`${30 + ((place * 7) % 25)}%`} height={14} />
          <Skeleton width="15%" height={14} />
          <Skeleton width="12%" height={14} />
        </div>
      ))}
    </div>
  );
}

/** When a column gives way to the others. */
function optionalLook({ optional = false }: Pick<ListColumn<unknown>, 'optional'>): string | false | undefined {
  return optional === 'first' ? cx(classes['optional'], classes['first']) : optional && classes['optional'];
}
