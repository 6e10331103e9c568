import { IconFilter, IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '@tabler/icons-react';
import { t, tn } from '@tessera/core/messages';
import { useState } from 'react';
import { Button } from '../../../ui/buttons/Button.tsx';
import { IconButton } from '../../../ui/buttons/IconButton.tsx';
import { Popover } from '../../../ui/overlays/Popover.tsx';
import type { NativeFilter } from '@tessera/core/native-filters/definition';
import { hasValue } from '@tessera/core/native-filters/emit';
import { shownMask, type FilterState } from '@tessera/core/native-filters/filter-state';
import { BarMenu, type ConfigureActions } from './BarMenu.tsx';
import { FilterPills, SelectionPills } from './ActivePills.tsx';
import styles from './FilterBar.module.css';
import { setText } from './filter-words.ts';
import { FilterField } from './FilterField.tsx';
import { FilterList } from './FilterList.tsx';
import { useFilters, useFilterState, useFilterStore } from './FilterProvider.tsx';
import { PresetMenu } from './PresetMenu.tsx';
import { useApplyBlock, useFilterActions, useInView } from './use-filter-actions.ts';

export type BarProps = {
  /** Where filters are set up; null for who may not. */
  readonly configure: ConfigureActions | null;
  readonly onFold: (isFolded: boolean) => void;
};

/** Filters to the left of the charts. */
export function FilterRail({ configure, onFold }: BarProps) {
  return (
    <section className={styles['rail']} aria-label={t('Filters')}>
      <header className={styles['head']}>
        <h2>{t('Filters')}</h2>
        <BarTools configure={configure} />
        <IconButton
          size="small"
          label={t('Collapse the filters')}
          icon={<IconLayoutSidebarLeftCollapse size={16} stroke={1.5} />}
          onClick={() => onFold(true)}
        />
      </header>
      <FilterList />
      <div className={styles['under']}>
        <Selections />
        <Foot />
      </div>
    </section>
  );
}

/** Presets of this reader, and what an author sets up. */
function BarTools({ configure }: Pick<BarProps, 'configure'>) {
  return (
    <>
      <PresetMenu />
      {configure && <BarMenu configure={configure} />}
    </>
  );
}

/** What is selected on charts stands under what is set here, so that no field moves from under the pointer. */
function Selections() {
  const { selections } = useFilters();
  const has = useFilterState(({ masks }) => Object.keys(masks).some((id) => selections.has(Number(id))));
  if (!has) return null;
  return (
    <section className={styles['selections']} aria-label={t('Cross-filters')}>
      <h3>{t('Cross-filters')}</h3>
      <ul className={styles['pills']}>
        <SelectionPills />
      </ul>
    </section>
  );
}

/** Apply and clear. */
export function Foot({ onApplied }: { readonly onApplied?: () => void }) {
  const block = useApplyBlock();
  const { apply, clear } = useFilterActions();
  return (
    <footer className={onApplied === undefined ? styles['foot'] : styles['sheetFoot']}>
      <Button
        variant="primary"
        disabledReason={block}
        onClick={() => {
          apply();
          onApplied?.();
        }}
      >
        {t('Apply')}
      </Button>
      <Button variant="quiet" onClick={clear}>
        {t('Clear all')}
      </Button>
      <TakeBack />
    </footer>
  );
}

/** The way out of choices that cannot be applied: back to what acts. */
function TakeBack() {
  const isChanged = useFilterState(({ chosen }) => Object.keys(chosen).length > 0);
  const isBlocked = useApplyBlock() !== null;
  const { giveUp } = useFilterActions();
  if (!isChanged || !isBlocked) return null;
  return (
    <Button variant="quiet" onClick={giveUp}>
      {t('Take back')}
    </Button>
  );
}

/** Filters over the charts, each behind its name; and, folded, only what acts. */
export function FilterStrip({ configure, onFold, isFolded }: BarProps & { readonly isFolded: boolean }) {
  const { inView, outOfView } = useInView();
  const isChanged = useFilterState(({ chosen }) => Object.keys(chosen).length > 0);
  const isSet = useFilterState((state) => isAnySet(state));
  const block = useApplyBlock();
  const { apply, clear } = useFilterActions();
  return (
    <section className={styles['strip']} aria-label={t('Filters')}>
      {isFolded ? (
        <>
          <Button
            size="small"
            variant="quiet"
            icon={<IconLayoutSidebarLeftExpand size={16} stroke={1.5} />}
            onClick={() => onFold(false)}
          >
            {t('Filters')}
          </Button>
          <ul className={styles['pills']} data-folded>
            <SelectionPills />
            <FilterPills />
          </ul>
        </>
      ) : (
        <>
          <ul className={styles['pills']}>
            {inView.map((entry) =>
              entry.type === 'DIVIDER' ? (
                <li key={entry.id} className={styles['stripDivider']} title={entry.description}>
                  {entry.title}
                </li>
              ) : (
                <li key={entry.id}>
                  <StripFilter filter={entry} />
                </li>
              ),
            )}
            {outOfView.length > 0 && (
              <li>
                <MoreFilters count={outOfView.length} />
              </li>
            )}
          </ul>
          {isChanged && (
            <Button size="small" variant="primary" disabledReason={block} onClick={apply}>
              {t('Apply')}
            </Button>
          )}
          {isSet && (
            <Button size="small" variant="quiet" onClick={clear}>
              {t('Clear all')}
            </Button>
          )}
          <TakeBack />
          <BarTools configure={configure} />
        </>
      )}
    </section>
  );
}

/** Whether anything is chosen or selected that could be cleared. */
function isAnySet({ masks, chosen }: FilterState): boolean {
  return [...Object.values(masks), ...Object.values(chosen)].some(({ filterState }) => hasValue(filterState));
}

/** One filter of the strip: its name and what it is set to; a press opens it. */
function StripFilter({ filter }: { readonly filter: NativeFilter }) {
  const [isOpen, setOpen] = useState(false);
  const store = useFilterStore();
  const { reach } = useFilters();
  const state = useFilterState((all) => shownMask(all, filter.id).filterState);
  const isChanged = useFilterState(({ chosen }) => Object.hasOwn(chosen, filter.id));
  const value = setText(filter, state);
  const block = useApplyBlock();
  const { apply } = useFilterActions();
  const { touch } = store.getState();
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      label={filter.name}
      width={300}
      padding="12px"
      trigger={
        <button
          type="button"
          className={styles['stripFilter']}
          data-filter-id={filter.id}
          data-set={value !== null || undefined}
          data-changed={isChanged || undefined}
          onClick={() => setOpen(!isOpen)}
          onPointerEnter={() => touch(reach.get(filter.id) ?? null)}
          onPointerLeave={() => touch(null)}
        >
          <span className={styles['pillName']}>{filter.name}</span>
          {value !== null && <span className={styles['stripValue']}>{value}</span>}
        </button>
      }
    >
      <div className={styles['stripPanel']}>
        <FilterField filter={filter} isMarked={false} />
        <div className={styles['stripFoot']}>
          <Button
            size="small"
            variant="primary"
            disabledReason={block}
            onClick={() => {
              apply();
              setOpen(false);
            }}
          >
            {t('Apply')}
          </Button>
        </div>
      </div>
    </Popover>
  );
}

function MoreFilters({ count }: { readonly count: number }) {
  const [isOpen, setOpen] = useState(false);
  const { outOfView } = useInView();
  const words = tn('%(count)s filter out of scope', '%(count)s filters out of scope', count);
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      label={words}
      width={300}
      padding="12px"
      trigger={
        <button type="button" className={styles['stripFilter']} onClick={() => setOpen(!isOpen)}>
          <IconFilter size={12} stroke={1.5} aria-hidden />
          {words}
        </button>
      }
    >
      <div className={styles['list']}>
        {outOfView.map((entry) => entry.type === 'NATIVE_FILTER' && <FilterField key={entry.id} filter={entry} />)}
      </div>
    </Popover>
  );
}
