import { IconChevronDown, IconChevronLeft, IconChevronRight, IconChevronUp } from '@tabler/icons-react';
import { t, tn } from '@tessera/core/messages';
import { SEARCH_FROM } from '@tessera/viz/layer/legend';
import { useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import { cx } from '../ui/common/cx.ts';
import { IconButton } from '../ui/buttons/IconButton.tsx';
import { SearchInput } from '../ui/fields/TextInput.tsx';
import { clickLegend, type LegendClick, searchLegend, showOnly, type LongLegend, type Selected } from './legend.ts';
import classes from './LegendBar.module.css';

type LegendBarProps = {
  readonly legend: LongLegend;
  readonly title: string;
  readonly selected: Selected;
  readonly onClick: (click: LegendClick) => void;
  readonly onSelect: (selected: Selected) => void;
  /** The name under the pointer or the focus; the others are dimmed in the plot. */
  readonly onHighlight: (name: string | null) => void;
};

/** Names beyond this are a matter for the search. */
const SHOWN = 200;

/**
 * The legend of a chart of many names: a search that narrows what is listed, and the names themselves as buttons.
 * Click or Enter isolates a name, ⌘/Ctrl-click or Space switches it; where a name can be selected, they select it,
 * alone or beside others. 'All' and 'None' mean every name, listed or not.
 */
export function LegendBar({ legend, title, selected, onClick, onSelect, onHighlight }: LegendBarProps) {
  const [search, setSearch] = useState('');
  const list = useRef<HTMLDivElement>(null);
  const { entries, side } = legend;
  const isRow = side === 'top' || side === 'bottom';
  const isSearched = entries.length >= SEARCH_FROM;
  const names = entries.map(({ name }) => name);
  const found = searchLegend(entries, search);
  const listed = found.slice(0, SHOWN);
  const isNarrowed = found.length < entries.length;
  const axis = !isRow || legend.wraps ? null : legend.scrollsOnRows ? 'y' : 'x';
  const overflows = useOverflow(list, axis, listed.length);
  const scroll = (direction: 1 | -1) => {
    const { clientWidth = 0, clientHeight = 0 } = list.current ?? {};
    list.current?.scrollBy(axis === 'y' ? { top: direction * clientHeight } : { left: direction * clientWidth * 0.8 });
  };

  return (
    <div
      className={cx(
        classes['bar'],
        classes[side],
        legend.wraps && classes['wraps'],
        legend.scrollsOnRows && classes['rows'],
      )}
      style={legend.width === null ? undefined : { width: legend.width }}
      role="group"
      aria-label={t('Legend of %(title)s', { title })}
    >
      {isSearched && (
        <Search names={names} found={found} search={search} onSearch={setSearch} onSelect={onSelect} list={list} />
      )}
      {found.length === 0 ? (
        <span className={classes['nothing']}>{t('No name matches.')}</span>
      ) : (
        <Names
          list={list}
          names={names}
          found={found}
          selected={selected}
          onClick={onClick}
          onHighlight={onHighlight}
        />
      )}
      {overflows && axis && <Pager axis={axis} onScroll={scroll} />}
      <span className="ts-visually-hidden" role="status">
        {isNarrowed
          ? tn('%(found)s of 1 name', '%(found)s of %(count)s names', entries.length, { found: found.length })
          : ''}
      </span>
    </div>
  );
}

type FoundProps = Pick<LegendBarProps, 'onSelect'> & {
  /** All of the legend. */
  readonly names: readonly string[];
  /** Those that the search left. */
  readonly found: LongLegend['entries'];
};

type SearchProps = FoundProps & {
  readonly search: string;
  readonly onSearch: (search: string) => void;
  readonly list: RefObject<HTMLDivElement | null>;
};

function Search({ search, onSearch, list, ...found }: SearchProps) {
  return (
    <>
      <SearchInput
        label={tn('Search 1 name', 'Search %(count)s names', found.names.length)}
        placeholder={t('Search')}
        value={search}
        onChange={onSearch}
        className={classes['search']}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return;
          event.preventDefault();
          list.current?.querySelector<HTMLButtonElement>('button[tabindex="0"]')?.focus();
        }}
      />
      <Sets {...found} />
    </>
  );
}

function Sets({ names, found, onSelect }: FoundProps) {
  const isNarrowed = found.length < names.length;
  return (
    <span className={classes['sets']}>
      {isNarrowed && found.length > 0 && (
        <button
          type="button"
          className={classes['set']}
          onClick={() =>
            onSelect(
              showOnly(
                names,
                found.map(({ name }) => name),
              ),
            )
          }
        >
          {t('Only these')}
        </button>
      )}
      <button type="button" className={classes['set']} onClick={() => onSelect(showOnly(names, names))}>
        {t('All')}
      </button>
      <button type="button" className={classes['set']} onClick={() => onSelect(showOnly(names, []))}>
        {t('None')}
      </button>
    </span>
  );
}

type NamesProps = Omit<FoundProps, 'onSelect'> &
  Pick<LegendBarProps, 'selected' | 'onClick' | 'onHighlight'> & { readonly list: RefObject<HTMLDivElement | null> };

/** The names as buttons, with one stop of the Tab key. */
function Names({ list, names, found, selected, onClick, onHighlight }: NamesProps) {
  const [focused, setFocused] = useState<string | null>(null);
  const listed = found.slice(0, SHOWN);
  const stop = listed.some(({ name }) => name === focused) ? focused : (listed[0]?.name ?? null);
  const click = (name: string, isToggle: boolean) =>
    onClick({ name, isToggle, selected: clickLegend(names, selected, name, isToggle) });
  const onKeyDown = (event: KeyboardEvent<HTMLElement>, name: string) => {
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      click(name, event.key === ' ' || event.ctrlKey || event.metaKey);
      return;
    }
    const to = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1, Home: -listed.length, End: listed.length }[
      event.key
    ];
    if (to === undefined) return;
    event.preventDefault();
    const at = Math.min(listed.length - 1, Math.max(0, listed.findIndex((entry) => entry.name === name) + to));
    list.current?.querySelectorAll<HTMLButtonElement>('button')[at]?.focus();
  };

  return (
    <div ref={list} className={classes['names']} onMouseLeave={() => onHighlight(null)}>
      {listed.map(({ name, label, color }) => {
        const isShown = selected[name] !== false;
        return (
          <button
            key={name}
            type="button"
            className={classes['name']}
            aria-pressed={isShown}
            title={label === name ? undefined : name}
            tabIndex={name === stop ? 0 : -1}
            onClick={(event) => click(name, event.ctrlKey || event.metaKey)}
            onKeyDown={(event) => onKeyDown(event, name)}
            onMouseEnter={() => onHighlight(isShown ? name : null)}
            onFocus={() => {
              setFocused(name);
              onHighlight(isShown ? name : null);
            }}
            onBlur={() => onHighlight(null)}
          >
            <span className={classes['swatch']} style={{ background: color }} aria-hidden />
            <span aria-hidden={label !== name}>{label}</span>
            {label !== name && <span className="ts-visually-hidden">{name}</span>}
          </button>
        );
      })}
      {found.length > listed.length && (
        <span className={classes['nothing']}>{tn('1 more', '%(count)s more', found.length - listed.length)}</span>
      )}
    </div>
  );
}

type PagerProps = { readonly axis: 'x' | 'y'; readonly onScroll: (direction: 1 | -1) => void };

/** For the pointer: the arrow keys walk the names. */
function Pager({ axis, onScroll: scroll }: PagerProps) {
  const [Earlier, Later] = axis === 'y' ? [IconChevronUp, IconChevronDown] : [IconChevronLeft, IconChevronRight];
  return (
    <span className={cx(classes['pager'], axis === 'y' && classes['upDown'])} aria-hidden>
      <IconButton
        size="small"
        tabIndex={-1}
        label={t('Earlier names')}
        icon={<Earlier size={14} stroke={1.5} />}
        onClick={() => scroll(-1)}
      />
      <IconButton
        size="small"
        tabIndex={-1}
        label={t('Later names')}
        icon={<Later size={14} stroke={1.5} />}
        onClick={() => scroll(1)}
      />
    </span>
  );
}

/** Whether a list holds more than fits; the wheel moves a row of it sideways. */
function useOverflow(list: RefObject<HTMLElement | null>, axis: 'x' | 'y' | null, count: number): boolean {
  const [overflows, setOverflows] = useState(false);
  useLayoutEffect(() => {
    const element = list.current;
    if (!element || axis === null) return setOverflows(false);
    const measure = () =>
      setOverflows(
        axis === 'y' ? element.scrollHeight > element.clientHeight + 1 : element.scrollWidth > element.clientWidth + 1,
      );
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [list, axis, count]);
  useEffect(() => {
    const element = list.current;
    if (!element || axis !== 'x') return;
    const onWheel = (event: WheelEvent) => {
      if (event.deltaX !== 0 || element.scrollWidth <= element.clientWidth) return;
      event.preventDefault();
      element.scrollLeft += event.deltaY;
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => element.removeEventListener('wheel', onWheel);
  }, [list, axis, count]);
  return overflows;
}
