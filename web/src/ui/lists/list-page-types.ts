import type { ReactNode } from 'react';
import type { ListFilter } from '../../api/list.ts';
import type { Option } from '../fields/options.ts';

export type ListColumn<T> = {
  /** Also the order column where `sortable`. */
  readonly name: string;
  readonly label: string;
  readonly sortable?: boolean;
  readonly number?: boolean;
  /** Left out on a narrow screen; `first` where there is little room already. */
  readonly optional?: boolean | 'first';
  readonly render: (row: T) => ReactNode;
};

/** A filter shown as a pill that opens its choices. */
export type ListFilterSpec = {
  readonly name: string;
  readonly label: string;
  /**
   * Fixed choices, those that the server relates to a column (owners, databases …), found by typing, or times: spans up
   * to now, beside any from and to.
   */
  readonly options:
    | readonly Option[]
    | { readonly resource: string; readonly column: string }
    | { readonly times: readonly Option[] };
  readonly toFilters: (value: string) => readonly ListFilter[];
};

export type BulkAction = {
  readonly label: string;
  readonly icon?: ReactNode;
  readonly danger?: boolean;
  /** Resolves when done; the selection is then cleared and the list read again. False: it was given up. */
  readonly run: (ids: readonly number[]) => Promise<void | false>;
  /** Asked before it runs. */
  readonly confirm?: (
    count: number,
    ids: readonly number[],
  ) => { readonly title: string; readonly text: string; readonly action: string };
};

export type ListPageProps<T extends { readonly id: number }> = {
  readonly title: string;
  /** A list of many columns takes the whole screen. */
  readonly width?: 'normal' | 'wide';
  /** Where the choice of cards or table is stored, and the key of the query cache: `chart`. */
  readonly resource: string;
  /** Rows of a page; 25 when left out. */
  readonly pageSize?: number;
  /** Nouns for counts: '%(count)s charts'. */
  readonly countLabel: (count: number) => string;
  /** Columns to ask for. */
  readonly fields: readonly string[];
  readonly columns: readonly ListColumn<T>[];
  readonly search: { readonly label: string; readonly col: string; readonly opr: string };
  readonly filters?: readonly ListFilterSpec[];
  /** Filters of the address that something else than a pill chooses, by name. */
  readonly hiddenFilters?: Readonly<Record<string, (value: string) => readonly ListFilter[]>>;
  readonly order: { readonly orderColumn: string; readonly orderDirection: 'asc' | 'desc' };
  readonly rowName: (row: T) => string;
  /** What Enter and a click on the name open. */
  readonly rowHref?: (row: T) => string;
  readonly onOpen?: (row: T) => void;
  readonly rowActions?: (row: T) => ReactNode;
  /** With it users can choose cards. */
  readonly card?: (row: T) => ReactNode;
  readonly bulk?: readonly BulkAction[];
  /** Whether the user may do what `bulk` does to this row; others cannot be selected. Every row when left out. */
  readonly selectable?: (row: T) => boolean;
  /** What makes a new object, for who may: in the title row, or in the middle of a list that holds none. */
  readonly create?: ReactNode;
  readonly actions?: ReactNode;
  /** Between the search and the rows. */
  readonly above?: ReactNode;
  /** What a search that finds nothing says, where it knows better. */
  readonly nothing?: string | undefined;
  readonly empty: { readonly title: string; readonly text?: string };
};
