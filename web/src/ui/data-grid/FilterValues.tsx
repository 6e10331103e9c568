import { numberText, t, tn } from '@tessera/core/messages';
import type { Column } from '@tessera/core/table';
import { useEffect, useState } from 'react';
import { Button } from '../buttons/Button.tsx';
import { Skeleton } from '../feedback/Skeleton.tsx';
import { Checkbox } from '../fields/Checkbox.tsx';
import { SearchInput } from '../fields/TextInput.tsx';
import grid from './DataGrid.module.css';
import classes from './GridPopups.module.css';
import { valueName } from './filter-words.ts';
import { holdsValue, type ColumnFilter, type ValuesFilter } from './row-filters.ts';
import { MAX_VALUES, valueCounts, type ValueCount, type ValueCounts } from './value-counts.ts';
import { yieldToPage } from './yield-to-page.ts';

type FilterValuesProps = {
  readonly column: Column;
  readonly rowCount: number;
  readonly filter: ValuesFilter | null;
  readonly onChange: (filter: ColumnFilter | null) => void;
};

/** More than these are found by searching. */
const SHOWN_VALUES = 200;

/** The values of a column, with how many rows have each; those that are not ticked are left out. */
export function FilterValues({ column, rowCount, filter, onChange }: FilterValuesProps) {
  const [search, setSearch] = useState('');
  const counts = useValueCounts(column, rowCount);
  if (counts === null) return <Skeleton height={200} />;
  const wanted = search.trim().toLowerCase();
  const found = counts.values.filter(({ text }) => wanted === '' || valueName(text).toLowerCase().includes(wanted));
  return (
    <>
      <SearchInput label={t('Search values')} value={search} onChange={setSearch} data-autofocus />
      <div className={classes['filterTools']}>
        <Button
          size="small"
          variant="quiet"
          onClick={() => onChange(found.length === counts.values.length ? null : only(found))}
        >
          {wanted === '' ? t('All') : t('Only these')}
        </Button>
        <Button
          size="small"
          variant="quiet"
          onClick={() => onChange(wanted === '' ? only([]) : without(found, filter))}
        >
          {wanted === '' ? t('None') : t('Without these')}
        </Button>
      </div>
      <ul className={classes['filterValues']}>
        {found.slice(0, SHOWN_VALUES).map((value) => (
          <li key={value.text === null ? 'null' : `=${value.text}`} className={classes['filterValue']}>
            <Checkbox
              label={<ValueLabel {...value} />}
              checked={passes(filter, value.text)}
              onChange={(isOn) => onChange(toggledValue(filter, value.text, isOn))}
            />
            <span className={classes['topCount']}>{numberText(value.count)}</span>
          </li>
        ))}
      </ul>
      <p className={classes['statisticsScope']} role="status">
        {leftOutText(found.length, counts.isCut)}
      </p>
    </>
  );
}

function ValueLabel({ text }: ValueCount) {
  if (text === null || text === '') return <span className={grid['null']}>{valueName(text)}</span>;
  return <span className={classes['filterName']}>{text.slice(0, 200)}</span>;
}

function leftOutText(found: number, isCut: boolean): string {
  if (isCut) return tn('The first value; there are more.', 'The first %(count)s values; there are more.', MAX_VALUES);
  if (found === 0) return t('Nothing found');
  return found > SHOWN_VALUES
    ? tn('1 more: search for it', '%(count)s more: search for them', found - SHOWN_VALUES)
    : '';
}

function passes(filter: ValuesFilter | null, text: string | null): boolean {
  return filter === null || holdsValue(filter, text) !== filter.isExcluding;
}

function only(values: readonly ValueCount[]): ValuesFilter {
  return {
    kind: 'values',
    values: new Set(values.flatMap(({ text }) => (text === null ? [] : [text]))),
    hasNull: values.some(({ text }) => text === null),
    isExcluding: false,
  };
}

function without(values: readonly ValueCount[], filter: ValuesFilter | null): ColumnFilter | null {
  return values.reduce<ColumnFilter | null>(
    (now, { text }) => toggledValue(now?.kind === 'values' ? now : null, text, false),
    filter,
  );
}

/** The filter with one value in, or left out; null for one that leaves all rows. */
function toggledValue(filter: ValuesFilter | null, text: string | null, isKeptNow: boolean): ColumnFilter | null {
  const before = filter ?? { kind: 'values', values: new Set<string>(), hasNull: false, isExcluding: true };
  const isIn = isKeptNow !== before.isExcluding;
  const values = new Set(before.values);
  if (text !== null && isIn) values.add(text);
  if (text !== null && !isIn) values.delete(text);
  const hasNull = text === null ? isIn : before.hasNull;
  const leavesAll = before.isExcluding && values.size === 0 && !hasNull;
  return leavesAll ? null : { kind: 'values', values, hasNull, isExcluding: before.isExcluding };
}

function useValueCounts(column: Column, rowCount: number): ValueCounts | null {
  const [counts, setCounts] = useState<ValueCounts | null>(null);
  useEffect(() => {
    const stop = new AbortController();
    void valueCounts(column, rowCount, stop.signal, yieldToPage).then((made) => made && setCounts(made));
    return () => stop.abort();
  }, [column, rowCount]);
  return counts;
}
