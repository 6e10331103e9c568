import { IconChevronDown } from '@tabler/icons-react';
import type { FilterDivider, FilterEntry, NativeFilter } from '@tessera/core/native-filters/definition';
import { t, tn } from '@tessera/core/messages';
import { useState } from 'react';
import { cx } from '../../../ui/common/cx.ts';
import styles from './FilterBar.module.css';
import { FilterField } from './FilterField.tsx';
import { useInView } from './use-filter-actions.ts';

/** Filters below each other: those that act on what is open, and behind a press the others. */
export function FilterList() {
  const { inView, outOfView } = useInView();
  const [isOpen, setOpen] = useState(false);
  return (
    <div className={styles['list']}>
      {groupsOf(inView).map((group) => (
        <Group key={group.key} group={group} />
      ))}
      {outOfView.length > 0 && (
        <section className={styles['away']}>
          <Fold isOpen={isOpen} onToggle={() => setOpen(!isOpen)}>
            {tn('%(count)s filter out of scope', '%(count)s filters out of scope', outOfView.length)}
          </Fold>
          {isOpen && (
            <>
              <p className={styles['awayNote']}>{t('They act on nothing in the open tabs.')}</p>
              {outOfView.map((entry) => (
                <Entry key={entry.id} entry={entry} />
              ))}
            </>
          )}
        </section>
      )}
    </div>
  );
}

type FilterGroup = { readonly key: string; readonly name: string; readonly entries: readonly FilterEntry[] };

/** Filters of one group stand together, where the first of them does. */
function groupsOf(entries: readonly FilterEntry[]): readonly FilterGroup[] {
  const groups = new Map<string, FilterEntry[]>();
  entries.forEach((entry, at) => {
    const name = entry.type === 'NATIVE_FILTER' ? entry.group : '';
    const key = name === '' ? `at ${at}` : `group ${name}`;
    groups.set(key, [...(groups.get(key) ?? []), entry]);
  });
  return [...groups].map(([key, members]) => ({
    key,
    name: members[0]?.type === 'NATIVE_FILTER' ? members[0].group : '',
    entries: members,
  }));
}

function Group({ group: { name, entries } }: { readonly group: FilterGroup }) {
  const [isOpen, setOpen] = useState(true);
  if (name === '') return entries.map((entry) => <Entry key={entry.id} entry={entry} />);
  return (
    <section className={styles['group']} aria-label={name}>
      <Fold isOpen={isOpen} onToggle={() => setOpen(!isOpen)}>
        {name}
      </Fold>
      {isOpen && entries.map((entry) => <Entry key={entry.id} entry={entry} />)}
    </section>
  );
}

type FoldProps = { readonly isOpen: boolean; readonly onToggle: () => void; readonly children: string };

function Fold({ isOpen, onToggle, children }: FoldProps) {
  return (
    <button type="button" className={styles['fold']} aria-expanded={isOpen} onClick={onToggle}>
      <IconChevronDown
        size={14}
        stroke={1.5}
        className={cx(styles['chevron'], !isOpen && styles['folded'])}
        aria-hidden
      />
      {children}
    </button>
  );
}

function Entry({ entry }: { readonly entry: FilterEntry }) {
  return entry.type === 'DIVIDER' ? <Divider divider={entry} /> : <FilterField filter={entry satisfies NativeFilter} />;
}

function Divider({ divider: { id, title, description } }: { readonly divider: FilterDivider }) {
  return (
    <div className={styles['divider']} data-filter-id={id}>
      <h3>{title}</h3>
      {description !== '' && <p>{description}</p>}
    </div>
  );
}
