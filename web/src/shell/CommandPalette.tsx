import { Modal } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import {
  IconArrowRight,
  IconBolt,
  IconChartBar,
  IconColumns,
  IconFileCode,
  IconLayoutDashboard,
  IconMathFunction,
  IconSearch,
  IconTable,
  IconTag,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { msg, t, tMarked } from '@tessera/core/messages';
import { useDeferredValue, useEffect, useMemo, useState, type KeyboardEvent } from 'react';
import { useNavigate } from 'react-router';
import type { Me } from '../api/me.ts';
import { loadRecent, useRecent } from '../api/recent.ts';
import { usePageActionList } from '../ui/common/page-actions.ts';
import { Spinner } from '../ui/feedback/Spinner.tsx';
import { useReturnFocus } from '../ui/overlays/use-return-focus.ts';
import classes from './CommandPalette.module.css';
import { pageItem, paletteActions } from './palette-actions.ts';
import { paletteItems, type PaletteItem, type PaletteKind } from './palette-items.ts';
import { foundObjects, loadedObjects } from './palette-sources.ts';

const icons: Readonly<Record<PaletteKind, typeof IconBolt>> = {
  dashboard: IconLayoutDashboard,
  chart: IconChartBar,
  dataset: IconTable,
  column: IconColumns,
  metric: IconMathFunction,
  tag: IconTag,
  saved_query: IconFileCode,
  place: IconArrowRight,
  action: IconBolt,
};
const kindLabels: Readonly<Record<PaletteKind, string>> = {
  dashboard: msg('Dashboard'),
  chart: msg('Chart'),
  dataset: msg('Dataset'),
  column: msg('Column'),
  metric: msg('Metric'),
  tag: msg('Tag'),
  saved_query: msg('Saved query'),
  place: msg('Go to'),
  action: msg('Action'),
};

type CommandPaletteProps = {
  readonly user: Me;
  /** What was typed before it was there. */
  readonly typed: () => string;
  readonly onClose: () => void;
  readonly onKeyboardMap: () => void;
};

/** Go to any object, run any action. What is loaded answers at once; the server's answer joins as it comes. */
export function CommandPalette({ user, typed, onClose, onKeyboardMap }: CommandPaletteProps) {
  const take = useTake(onClose);
  const [search, setSearch] = useState('');
  const [chosen, setChosen] = useState(0);
  const { items, isFetching } = usePaletteItems(user, search, onKeyboardMap);
  const current = Math.min(chosen, items.length - 1);

  useReturnFocus(true);
  useEffect(() => void loadRecent(user.id), [user.id]);
  useEffect(() => {
    document.getElementById(`palette-${current}`)?.scrollIntoView({ block: 'nearest' });
  }, [current]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') setChosen((current + 1) % Math.max(1, items.length));
    else if (event.key === 'ArrowUp') setChosen((current - 1 + items.length) % Math.max(1, items.length));
    else if (event.key === 'Enter') take(items[current], event.metaKey || event.ctrlKey);
    else return;
    event.preventDefault();
  };

  return (
    <Modal.Root opened onClose={onClose} size={600} yOffset="12vh" padding={0} transitionProps={{ duration: 0 }}>
      <Modal.Overlay />
      <Modal.Content aria-label={t('Search or do…')}>
        <div className={classes['head']}>
          <IconSearch size={20} stroke={1.5} aria-hidden />
          <input
            data-autofocus
            role="combobox"
            aria-expanded
            aria-autocomplete="list"
            aria-controls="palette-list"
            aria-activedescendant={items.length === 0 ? undefined : `palette-${current}`}
            aria-label={t('Search or do…')}
            placeholder={t('Search names, columns, descriptions, SQL and actions')}
            autoComplete="off"
            spellCheck={false}
            value={search}
            onFocus={() => search === '' && setSearch(typed())}
            onChange={(event) => {
              setSearch(event.target.value);
              setChosen(0);
            }}
            onKeyDown={onKeyDown}
            className={classes['input']}
          />
          {isFetching && <Spinner size={16} />}
        </div>
        <ResultList items={items} current={current} onChoose={setChosen} onTake={take} onKeyDown={onKeyDown} />
        {items.length === 0 && (
          <p role="status" className={classes['nothing']}>
            {isFetching ? t('Searching…') : t('Nothing found')}
          </p>
        )}
        <Hints />
      </Modal.Content>
    </Modal.Root>
  );
}

/** Goes to what was chosen, or does it. */
function useTake(onClose: () => void) {
  const navigate = useNavigate();
  return (item: PaletteItem | undefined, newTab = false) => {
    if (!item) return;
    onClose();
    if (item.href !== undefined && newTab) window.open(item.href, '_blank', 'noopener');
    else if (item.href !== undefined) void navigate(item.href);
    else item.run?.();
  };
}

/** What fits the search: of what is loaded at once, of the server's answer when it is there. */
function usePaletteItems(user: Me, search: string, onKeyboardMap: () => void) {
  const [asked] = useDebouncedValue(search.trim(), 150);
  const recent = useRecent((state) => state.visits);
  const loaded = useQuery(loadedObjects(user));
  const found = useQuery({ ...foundObjects(asked), enabled: asked.length > 1 });

  const ofPage = usePageActionList((state) => state.actions);
  const actions = useMemo(
    () => [...ofPage.map(pageItem), ...paletteActions(user, onKeyboardMap)],
    [ofPage, user, onKeyboardMap],
  );
  const all = useMemo(() => [...actions, ...(loaded.data ?? [])], [actions, loaded.data]);
  const shownSearch = useDeferredValue(search);
  const foundItems = asked === search.trim() && asked.length > 1 ? found.data : undefined;
  const items = useMemo(
    () => paletteItems(shownSearch, all, recent, foundItems ?? []),
    [shownSearch, all, recent, foundItems],
  );
  return { items, isFetching: found.isFetching };
}

type ResultListProps = {
  readonly items: readonly PaletteItem[];
  readonly current: number;
  readonly onChoose: (index: number) => void;
  readonly onTake: (item: PaletteItem, newTab: boolean) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
};

function ResultList({ items, current, onChoose, onTake, onKeyDown }: ResultListProps) {
  return (
    <div id="palette-list" role="listbox" aria-label={t('Results')} className={classes['list']}>
      {items.map((item, index) => {
        const Icon = icons[item.kind];
        return (
          // The keyboard stays in the field (combobox); lines take the pointer only.
          <div
            key={item.key}
            id={`palette-${index}`}
            role="option"
            aria-selected={index === current}
            tabIndex={-1}
            className={classes['item']}
            onPointerMove={() => onChoose(index)}
            onClick={(event) => onTake(item, event.metaKey || event.ctrlKey)}
            onKeyDown={onKeyDown}
          >
            <span className={classes['icon']} aria-hidden>
              <Icon size={16} stroke={1.5} />
            </span>
            <span className={classes['title']}>{item.title}</span>
            <span className={classes['note']}>{item.note === '' ? tMarked(kindLabels[item.kind]) : item.note}</span>
          </div>
        );
      })}
    </div>
  );
}

function Hints() {
  return (
    <div className={classes['foot']} aria-hidden>
      <span>{t('↑↓ to choose')}</span>
      <span>{t('Enter to open')}</span>
      <span>{t('Esc to close')}</span>
    </div>
  );
}
