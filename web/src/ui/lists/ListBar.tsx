import { IconLayoutGrid, IconList } from '@tabler/icons-react';
import { t } from '@tessera/core/messages';
import type { RefObject } from 'react';
import { Button } from '../buttons/Button.tsx';
import { SegmentedControl } from '../fields/SegmentedControl.tsx';
import { SearchInput } from '../fields/TextInput.tsx';
import { ListFilterPill } from './ListFilterPill.tsx';
import type { ListFilterSpec } from './list-page-types.ts';
import classes from './ListPage.module.css';
import type { ListState } from './list-state.ts';
import type { List } from './use-list.ts';

export type ListView = 'table' | 'cards';

type ListBarProps = {
  readonly list: Pick<
    List<{ readonly id: number }>,
    'state' | 'typed' | 'setTyped' | 'change' | 'clear' | 'isNarrowed'
  >;
  readonly searchLabel: string;
  readonly searchBox: RefObject<HTMLInputElement | null>;
  readonly filters: readonly ListFilterSpec[];
  readonly view: ListView;
  /** `null` where there are no cards to choose. */
  readonly onView: ((view: ListView) => void) | null;
};

/** What narrows a list, and how it is shown. */
export function ListBar({ list, searchLabel, searchBox, filters, view, onView }: ListBarProps) {
  const { state } = list;
  return (
    <div className={classes['bar']}>
      <SearchInput
        ref={searchBox}
        className={classes['search']}
        label={searchLabel}
        value={list.typed}
        onChange={list.setTyped}
      />
      {filters.map((filter) => (
        <ListFilterPill
          key={filter.name}
          filter={filter}
          value={state.filters[filter.name] ?? null}
          onChange={(value) => list.change({ filters: withFilter(state.filters, filter.name, value) })}
        />
      ))}
      {list.isNarrowed && (
        <Button variant="quiet" onClick={list.clear}>
          {t('Clear all')}
        </Button>
      )}
      {onView !== null && (
        <div className={classes['barEnd']}>
          <SegmentedControl
            label={t('Show as')}
            value={view}
            onChange={onView}
            options={[
              { value: 'table', label: t('Table'), icon: <IconList size={16} stroke={1.5} /> },
              { value: 'cards', label: t('Cards'), icon: <IconLayoutGrid size={16} stroke={1.5} /> },
            ]}
          />
        </div>
      )}
    </div>
  );
}

function withFilter(filters: ListState['filters'], name: string, value: string | null): ListState['filters'] {
  const others = Object.fromEntries(Object.entries(filters).filter(([other]) => other !== name));
  return value === null ? others : { ...others, [name]: value };
}
