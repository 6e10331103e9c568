import { useEffect, useState } from 'react';
import { t, tn } from '@tessera/core/messages';
import type { TableColumn } from './model.ts';
import classes from './View.module.css';

const SETTLE_MS = 300;

type SearchProps = {
  readonly count: number;
  /** Columns that the database can search; null searches the rows at hand in all columns. */
  readonly columns: readonly TableColumn[] | null;
  readonly text: string;
  readonly column: string | null;
  readonly onSearch: (text: string, column: string | null) => void;
};

/** Search as one types; the database is asked when the typing rests. */
export function Search({ count, columns, text, column, onSearch }: SearchProps) {
  const [typed, setTyped] = useState(text);
  const chosen = column ?? columns?.[0]?.key ?? null;
  useEffect(() => {
    if (typed === text) return;
    const timer = setTimeout(() => onSearch(typed, chosen), columns === null ? 0 : SETTLE_MS);
    return () => clearTimeout(timer);
  }, [typed, text, chosen, columns, onSearch]);
  return (
    <div className={classes['search']}>
      {columns !== null && columns.length > 1 && (
        <select
          aria-label={t('Column to search')}
          value={chosen ?? ''}
          onChange={(event) => onSearch(typed, event.target.value)}
        >
          {columns.map((one) => (
            <option key={one.key} value={one.key}>
              {one.label}
            </option>
          ))}
        </select>
      )}
      <input
        type="search"
        aria-label={t('Search rows')}
        placeholder={tn('Search 1 row', 'Search %(count)s rows', count)}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
    </div>
  );
}
