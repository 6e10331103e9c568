import { t, tMarked } from '@tessera/core/messages';
import { gallery } from '@tessera/viz/gallery';
import { isVizType, plugins } from '@tessera/viz/registry';
import type { Role } from '@tessera/viz/roles';
import { useState, type KeyboardEvent, type ReactNode } from 'react';
import { Badge } from '../../ui/feedback/Badge.tsx';
import { Button } from '../../ui/buttons/Button.tsx';
import { cx } from '../../ui/common/cx.ts';
import { Dialog } from '../../ui/overlays/Dialog.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { SearchInput } from '../../ui/fields/TextInput.tsx';
import { categoriesOf, findTypes, type GalleryFilter, type GalleryItem } from './gallery.ts';
import classes from './Gallery.module.css';
import { Thumbnail } from './Thumbnail.tsx';

const items: readonly GalleryItem[] = Object.keys(plugins)
  .filter(isVizType)
  .map((type) => ({ ...gallery[type], name: plugins[type].name, type }));

type GalleryProps = {
  readonly chosen: string | null;
  readonly onChoose: (type: string) => void;
  readonly onTake?: (type: string) => void;
  /** Roles that are filled already: types that take them come first. */
  readonly filled?: ReadonlySet<Role>;
};

/** Every chart type by category and search, each with what it is for. Double click or Enter takes it. */
export function Gallery({ filled, ...choice }: GalleryProps) {
  const [filter, setFilter] = useState<GalleryFilter>({ kind: 'all' });
  const [search, setSearch] = useState('');
  const found = findTypes(items, filter, search, filled);

  return (
    <div className={classes['gallery']}>
      <div className={classes['search']}>
        <SearchInput label={t('Search all charts')} value={search} onChange={setSearch} data-autofocus />
      </div>
      <Categories
        chosen={search.trim() === '' ? filter : null}
        onChoose={(next) => {
          setFilter(next);
          setSearch('');
        }}
      />
      <Tiles {...choice} found={found}>
        {found.length === 0 && (
          <EmptyState
            title={t('No chart type matches "%s".', search)}
            action={<Button onClick={() => setSearch('')}>{t('Show all charts')}</Button>}
            drawing="none"
            small
          />
        )}
      </Tiles>
      <Detail item={items.find((item) => item.type === choice.chosen)} />
    </div>
  );
}

type CategoriesProps = {
  /** `null` while a search looks through all of them. */
  readonly chosen: GalleryFilter | null;
  readonly onChoose: (filter: GalleryFilter) => void;
};

function Categories({ chosen, onChoose }: CategoriesProps) {
  const filters: readonly {
    readonly key: string;
    readonly label: string;
    readonly count: number;
    readonly filter: GalleryFilter;
  }[] = [
    { key: 'all', label: t('All charts'), count: items.length, filter: { kind: 'all' } },
    {
      key: 'featured',
      label: t('Featured'),
      count: items.filter((item) => item.tags.includes('Featured')).length,
      filter: { kind: 'featured' },
    },
    ...categoriesOf(items).map(({ name, count }) => ({
      key: name,
      label: tMarked(name),
      count,
      filter: { kind: 'category', name } as const,
    })),
  ];
  return (
    <nav className={classes['categories']} aria-label={t('Categories')}>
      {filters.map((one) => (
        <button
          key={one.key}
          type="button"
          aria-pressed={chosen !== null && keyOf(chosen) === one.key}
          className={classes['category']}
          onClick={() => onChoose(one.filter)}
        >
          {one.label}
          <span className={classes['categoryCount']}>{one.count}</span>
        </button>
      ))}
    </nav>
  );
}

function keyOf(filter: GalleryFilter): string {
  return filter.kind === 'category' ? filter.name : filter.kind;
}

type TilesProps = Omit<GalleryProps, 'filled'> & {
  readonly found: readonly GalleryItem[];
  /** Behind the tiles. */
  readonly children: ReactNode;
};

function Tiles({ chosen, onChoose, onTake, found, children }: TilesProps) {
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const at = found.findIndex((item) => item.type === chosen);
    const next = step === undefined ? undefined : found[(at + step + found.length) % found.length];
    if (event.key === 'Enter' && chosen !== null && onTake) {
      event.preventDefault();
      onTake(chosen);
    }
    if (!next) return;
    event.preventDefault();
    onChoose(next.type);
    event.currentTarget.querySelector<HTMLElement>(`[data-viz-type="${next.type}"]`)?.focus();
  };

  return (
    <div
      className={classes['tiles']}
      role="radiogroup"
      aria-label={t('Chart types')}
      tabIndex={-1}
      onKeyDown={onKeyDown}
    >
      {found.map((item, index) => (
        <button
          key={item.type}
          type="button"
          role="radio"
          aria-checked={item.type === chosen}
          tabIndex={item.type === chosen || (index === 0 && !found.some((one) => one.type === chosen)) ? 0 : -1}
          data-viz-type={item.type}
          className={cx(classes['tile'], item.type === chosen && classes['chosen'])}
          onClick={() => onChoose(item.type)}
          onDoubleClick={() => onTake?.(item.type)}
        >
          <span className={classes['picture']}>
            <Thumbnail type={item.type} />
          </span>
          <span className={classes['tileName']}>{item.name}</span>
        </button>
      ))}
      {children}
    </div>
  );
}

function Detail({ item: detail }: { readonly item: GalleryItem | undefined }) {
  return (
    <div className={classes['detail']} aria-live="polite">
      {detail ? (
        <>
          <div className={classes['detailHead']}>
            <strong>{detail.name}</strong>
            <Badge>{tMarked(detail.category)}</Badge>
            {detail.tags.map((tag) => (
              <Badge key={tag} tone={tag === 'Deprecated' ? 'warning' : 'accent'}>
                {tMarked(tag)}
              </Badge>
            ))}
          </div>
          <p>{tMarked(detail.description)}</p>
        </>
      ) : (
        <p>{t('Choose a chart type to see which question it answers.')}</p>
      )}
    </div>
  );
}

type GalleryDialogProps = {
  readonly opened: boolean;
  readonly type: string;
  readonly onClose: () => void;
  readonly onPick: (type: string) => void;
  readonly filled: ReadonlySet<Role>;
};

export function GalleryDialog({ opened, type, onClose, onPick, filled }: GalleryDialogProps) {
  const [chosen, setChosen] = useState(type);
  const [shownFor, setShownFor] = useState(opened);
  if (shownFor !== opened) {
    setShownFor(opened);
    if (opened) setChosen(type);
  }
  const take = (next: string) => {
    onClose();
    if (next !== type) onPick(next);
  };
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={t('Choose a chart type')}
      subtitle={t('Your settings are kept where the new type has a place for them.')}
      width={920}
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button variant="primary" onClick={() => take(chosen)}>
            {t('Use this type')}
          </Button>
        </>
      }
    >
      <Gallery chosen={chosen} onChoose={setChosen} onTake={take} filled={filled} />
    </Dialog>
  );
}
