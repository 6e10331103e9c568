import { t, tMarked } from '@tessera/core/messages';
import { Fragment, useState, type KeyboardEvent, type ReactNode } from 'react';
import type { DatasetFields } from '../controls/fields.ts';
import { Badge } from '../ui/feedback/Badge.tsx';
import { Button } from '../ui/buttons/Button.tsx';
import { cx } from '../ui/common/cx.ts';
import { Dialog } from '../ui/overlays/Dialog.tsx';
import { EmptyState } from '../ui/feedback/EmptyState.tsx';
import { SearchInput } from '../ui/fields/TextInput.tsx';
import { categoriesOf, findTypes, type GalleryFilter } from './gallery.ts';
import { lacksOf, questionOrder, questions } from './gallery-lacks.ts';
import classes from './Gallery.module.css';
import { Thumbnail } from './Thumbnail.tsx';
import type { Question, TypeItem } from './type-strip/candidates.ts';
import { typeItems as items } from './type-strip/type-items.ts';

/** What types are measured by: the dataset, and what is asked of it. */
export type Subject = { readonly dataset: DatasetFields; readonly question: Question };

type GalleryProps = {
  readonly chosen: string | null;
  readonly onChoose: (type: string) => void;
  readonly onTake?: (type: string) => void;
  /** Types that take what is chosen come first, those that lack something last, with what it is. */
  readonly subject?: Subject;
};

/** Every chart type by category and search, each with what it is for. Double click or Enter takes it. */
export function Gallery({ subject, ...choice }: GalleryProps) {
  const [filter, setFilter] = useState<GalleryFilter>({ kind: 'all' });
  const [search, setSearch] = useState('');
  const found = findTypes(items, filter, search, subject?.question.filled);
  const lacks = (item: TypeItem) => (subject ? lacksOf(item, subject.dataset, subject.question) : []);
  const isWhole = filter.kind === 'all' && search.trim() === '';

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
      <Tiles {...choice} groups={isWhole ? byQuestion(found, lacks) : [{ title: null, items: found }]} lacks={lacks}>
        {found.length === 0 && (
          <EmptyState
            title={t('No chart type matches "%s".', search)}
            action={<Button onClick={() => setSearch('')}>{t('Show all charts')}</Button>}
            drawing="none"
            small
          />
        )}
      </Tiles>
      <Detail item={items.find((item) => item.type === choice.chosen)} lacks={lacks} />
    </div>
  );
}

type Group = { readonly title: string | null; readonly items: readonly TypeItem[] };
type Lacks = (item: TypeItem) => readonly string[];

/** One group per question, the best type of each first; what does not fit is at the end. */
function byQuestion(found: readonly TypeItem[], lacks: Lacks): readonly Group[] {
  const fitting = found.filter((item) => lacks(item).length === 0);
  const groups = questionOrder.map((category) => ({
    title: tMarked(questions[category]),
    items: fitting.filter((item) => item.category === category),
  }));
  const others = { title: t('Does not fit this data'), items: found.filter((item) => lacks(item).length > 0) };
  return [...groups, others].filter((group) => group.items.length > 0);
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

type TilesProps = Omit<GalleryProps, 'subject'> & {
  readonly groups: readonly Group[];
  readonly lacks: Lacks;
  /** Behind the tiles. */
  readonly children: ReactNode;
};

function Tiles({ chosen, onChoose, onTake, groups, lacks, children }: TilesProps) {
  const found = groups.flatMap((group) => group.items);
  const first = found.some((one) => one.type === chosen) ? chosen : (found[0]?.type ?? null);
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
      {groups.map((group) => (
        <Fragment key={group.title ?? ''}>
          {group.title !== null && <h3 className={classes['question']}>{group.title}</h3>}
          {group.items.map((item) => (
            <Tile
              key={item.type}
              item={item}
              isChosen={item.type === chosen}
              isReached={item.type === first}
              lacks={lacks(item)}
              onChoose={() => onChoose(item.type)}
              onTake={() => onTake?.(item.type)}
            />
          ))}
        </Fragment>
      ))}
      {children}
    </div>
  );
}

type TileProps = {
  readonly item: TypeItem;
  readonly isChosen: boolean;
  /** The one that Tab leads to. */
  readonly isReached: boolean;
  readonly lacks: readonly string[];
  readonly onChoose: () => void;
  readonly onTake: () => void;
};

function Tile({ item, isChosen, isReached, lacks, onChoose, onTake }: TileProps) {
  return (
    <button
      type="button"
      role="radio"
      aria-checked={isChosen}
      aria-label={item.name}
      tabIndex={isReached ? 0 : -1}
      data-viz-type={item.type}
      title={lacks.join(' ')}
      className={cx(classes['tile'], isChosen && classes['chosen'], lacks.length > 0 && classes['unfit'])}
      onClick={onChoose}
      onDoubleClick={onTake}
    >
      <span className={classes['picture']}>
        <Thumbnail type={item.type} />
      </span>
      <span className={classes['tileName']}>{item.name}</span>
      {lacks.length > 0 && <span className={classes['lacks']}>{lacks[0]}</span>}
    </button>
  );
}

function Detail({ item: detail, lacks }: { readonly item: TypeItem | undefined; readonly lacks: Lacks }) {
  const missing = detail ? lacks(detail) : [];
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
          <p>{[tMarked(detail.description), ...missing].join(' ')}</p>
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
  readonly subject: Subject;
};

export function GalleryDialog({ opened, type, onClose, onPick, subject }: GalleryDialogProps) {
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
      <Gallery chosen={chosen} onChoose={setChosen} onTake={take} subject={subject} />
    </Dialog>
  );
}
