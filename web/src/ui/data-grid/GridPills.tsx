import { IconArrowDown, IconArrowUp, IconX } from '@tabler/icons-react';
import { t } from '@tessera/core/messages';
import type { ReactNode } from 'react';
import classes from './GridBars.module.css';
import { filterText } from './filter-words.ts';
import type { Grid } from './use-grid.ts';

/** Filters and sort of a grid in words, each with a way out. Nothing where all rows are there. */
export function GridPills({ grid, labelOf }: { readonly grid: Grid; readonly labelOf: (name: string) => string }) {
  const { filters, sort, table } = grid;
  if (filters.size === 0) return null;
  return (
    <div className={classes['pills']} role="group" aria-label={t('Filters')}>
      {[...filters].map(([name, filter]) => {
        const words = `${labelOf(name)} ${filterText(filter, table.columns.get(name)?.kind ?? 'string')}`;
        return (
          <Pill
            key={name}
            text={words}
            onOpen={() => grid.openFilter(grid.columns.all.findIndex((column) => column.name === name))}
            onRemove={() => grid.filterBy(name, null)}
          />
        );
      })}
      {sort !== null && (
        <Pill
          text={labelOf(sort.column)}
          icon={sort.descending ? <IconArrowDown size={12} aria-hidden /> : <IconArrowUp size={12} aria-hidden />}
          onOpen={() => grid.sortBy(sort.column)}
          onRemove={() => grid.setSort(null)}
        />
      )}
      <button type="button" className={classes['pillsEnd']} onClick={grid.showAll}>
        {t('Show all rows')}
      </button>
    </div>
  );
}

type PillProps = {
  readonly text: string;
  readonly icon?: ReactNode;
  readonly onOpen: () => void;
  readonly onRemove: () => void;
};

function Pill({ text, icon, onOpen, onRemove }: PillProps) {
  return (
    <span className={classes['gridPill']}>
      <button type="button" className={classes['pillText']} title={text} onClick={onOpen}>
        {icon}
        <span>{text}</span>
      </button>
      <button type="button" className={classes['pillRemove']} aria-label={t('Remove %s', text)} onClick={onRemove}>
        <IconX size={12} aria-hidden />
      </button>
    </span>
  );
}
