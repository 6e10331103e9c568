import {
  IconArrowBackUp,
  IconCopy,
  IconGripVertical,
  IconMinus,
  IconPlus,
  IconTrash,
  IconAlertCircleFilled,
} from '@tabler/icons-react';
import type { FilterEntry } from '@tessera/core/native-filters/definition';
import { t } from '@tessera/core/messages';
import { useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import { Button } from '../../../ui/buttons/Button.tsx';
import { IconButton } from '../../../ui/buttons/IconButton.tsx';
import { cx } from '../../../ui/common/cx.ts';
import classes from './FilterConfig.module.css';
import type { Config } from './use-config.ts';

/** The filters in their order: drag them, or press Alt with an arrow. */
export function FilterNav({ config }: { readonly config: Config }) {
  const list = useFollowedFocus(config);
  const [dragged, setDragged] = useState<string | null>(null);
  const [said, setSaid] = useState('');
  const move = (id: string, to: number) => {
    config.move(id, to);
    if (to >= 0 && to < config.entries.length)
      setSaid(t('Place %(place)s of %(last)s', { place: to + 1, last: config.entries.length }));
  };
  return (
    <div className={classes['nav']}>
      <ul ref={list} tabIndex={-1} className={classes['navList']} aria-label={t('Filters')}>
        {config.entries.map((entry, at) => (
          <li
            key={entry.id}
            className={cx(classes['navRow'], entry.id === dragged && classes['dragged'])}
            draggable={!config.removed.has(entry.id)}
            onDragStart={(event) => {
              event.dataTransfer.effectAllowed = 'move';
              setDragged(entry.id);
            }}
            onDragEnd={() => setDragged(null)}
            onDragOver={(event) => {
              if (dragged === null) return;
              event.preventDefault();
              if (dragged !== entry.id) config.move(dragged, at);
            }}
          >
            <NavEntry entry={entry} at={at} config={config} onMove={move} />
          </li>
        ))}
      </ul>
      <p className="ts-visually-hidden" role="status">
        {said}
      </p>
      <div className={classes['navAdd']}>
        <Button size="small" icon={<IconPlus size={14} stroke={1.5} />} onClick={() => config.add('NATIVE_FILTER')}>
          {t('Add filter')}
        </Button>
        <Button
          size="small"
          variant="quiet"
          icon={<IconMinus size={14} stroke={1.5} />}
          onClick={() => config.add('DIVIDER')}
        >
          {t('Add divider')}
        </Button>
      </div>
    </div>
  );
}

/** Where a row goes away or turns into another one, the keyboard goes on beside it. */
function useFollowedFocus({ entries, removed }: Config): RefObject<HTMLUListElement | null> {
  const list = useRef<HTMLUListElement>(null);
  const at = useRef(-1);
  useEffect(() => {
    const element = list.current;
    if (!element) return undefined;
    const remember = (event: FocusEvent) => {
      const rows = [...element.children];
      at.current = rows.findIndex((row) => event.target instanceof Node && row.contains(event.target));
    };
    element.addEventListener('focusin', remember);
    return () => element.removeEventListener('focusin', remember);
  }, []);
  useLayoutEffect(() => {
    const element = list.current;
    if (!element || at.current < 0 || document.activeElement !== document.body) return;
    const row = element.children[Math.min(at.current, element.children.length - 1)];
    (row?.querySelector<HTMLElement>('button') ?? element).focus();
  }, [entries, removed]);
  return list;
}

type NavEntryProps = {
  readonly entry: FilterEntry;
  readonly at: number;
  readonly config: Config;
  readonly onMove: (id: string, to: number) => void;
};

function NavEntry({ entry, at, config, onMove }: NavEntryProps) {
  const name = nameOf(entry);
  const isFaulty = config.faults.some(({ id }) => id === entry.id);
  if (config.removed.has(entry.id))
    return (
      <div className={classes['navRemoved']}>
        <span>{t('(removed)')}</span>
        <s>{name}</s>
        <Button
          size="small"
          variant="quiet"
          icon={<IconArrowBackUp size={14} stroke={1.5} />}
          onClick={() => config.restore(entry.id)}
        >
          {t('Undo?')}
        </Button>
      </div>
    );
  const onKey = (event: KeyboardEvent) => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (step === undefined || !event.altKey) return;
    event.preventDefault();
    onMove(entry.id, at + step);
  };
  return (
    <>
      <IconGripVertical size={14} stroke={1.5} className={classes['grip']} aria-hidden />
      <button
        type="button"
        className={classes['navName']}
        aria-current={config.selected?.id === entry.id || undefined}
        aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
        data-divider={entry.type === 'DIVIDER' || undefined}
        onClick={() => config.select(entry.id)}
        onKeyDown={onKey}
      >
        {name}
        {isFaulty && <Fault />}
      </button>
      <IconButton
        size="small"
        label={t('Copy "%s"', name)}
        icon={<IconCopy size={14} stroke={1.5} />}
        onClick={() => config.copy(entry)}
      />
      <IconButton
        size="small"
        label={t('Remove "%s"', name)}
        icon={<IconTrash size={14} stroke={1.5} />}
        onClick={() => config.remove(entry.id)}
      />
    </>
  );
}

function Fault() {
  return (
    <IconAlertCircleFilled
      size={14}
      className={classes['fault']}
      role="img"
      aria-label={t('Something is wrong here')}
    />
  );
}

function nameOf(entry: FilterEntry): string {
  const name = entry.type === 'DIVIDER' ? entry.title : entry.name;
  return name.trim() === '' ? (entry.type === 'DIVIDER' ? t('[untitled divider]') : t('[untitled filter]')) : name;
}
