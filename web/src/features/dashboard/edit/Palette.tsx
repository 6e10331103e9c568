import {
  IconArrowsLeftRight,
  IconChevronDown,
  IconChevronUp,
  IconColumns,
  IconHeading,
  IconLayoutNavbar,
  IconLayoutRows,
  IconPlus,
  IconSeparatorHorizontal,
  IconTextSize,
} from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { chartMeta, placesOfChart } from '@tessera/core/layout/charts';
import type { ComponentMeta, ComponentType } from '@tessera/core/layout/types';
import { t, tn } from '@tessera/core/messages';
import { hrefOf } from '@tessera/core/pages';
import type { ChartRow } from '@tessera/server/contract';
import { createContext, useContext, useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { listOf } from '../../../api/list.ts';
import { vizName } from '../../../chart/use-viz.ts';
import { LinkButton } from '../../../ui/buttons/Button.tsx';
import { cx } from '../../../ui/common/cx.ts';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { ErrorCard } from '../../../ui/feedback/ErrorCard.tsx';
import { IconButton } from '../../../ui/buttons/IconButton.tsx';
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx';
import { Tabs } from '../../../ui/layout/Tabs.tsx';
import { SearchInput } from '../../../ui/fields/TextInput.tsx';
import { useNarrow } from '../../../ui/layout/use-narrow.ts';
import { useStored } from '../../../ui/common/use-stored.ts';
import { newCardSize } from '../card-size.ts';
import classes from '../Dashboard.module.css';
import paletteStyles from './Palette.module.css';
import { useDashboardCharts } from '../dashboard-data.tsx';
import { useDashboard, useDashboardStore, useLayout } from '../DashboardProvider.tsx';
import { learnChart } from '../learn-charts.ts';
import { addChartToEnd, addToEnd, fillGap } from './add-component.ts';
import { useDraggable, type Dragged } from './use-drag.ts';

/**
 * What can be put on the dashboard: saved charts, and the parts of a layout. Everything can be dragged, or added by its
 * button. It lies over the canvas: it can be closed, goes to the other side, and makes way for what is dragged.
 */
export function Palette() {
  const isNarrow = useNarrow();
  const [kept, keep] = useStored('tessera.palette', 'open', (text) => (text === 'closed' ? 'closed' : 'open'));
  const [side, setSide] = useStored('tessera.palette.side', 'right', (text) => (text === 'left' ? 'left' : 'right'));
  // A phone shows the dashboard; what can be added comes up over it and goes when something was added.
  const [isSheetOpen, setSheetOpen] = useState(false);
  const isOpen = isNarrow ? isSheetOpen : kept === 'open';
  const setOpen = (open: boolean) => (isNarrow ? setSheetOpen(open) : keep(open ? 'open' : 'closed'));
  const isDragging = useDashboard((state) => state.isDragging);
  const toggle = useRef<HTMLButtonElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented || !isOpen) return;
    setOpen(false);
    toggle.current?.focus();
  };
  return (
    <aside
      className={paletteStyles['palette']}
      aria-label={t('Add to the dashboard')}
      data-side={side}
      data-closed={isOpen ? undefined : true}
      data-aside={isDragging || undefined}
      onKeyDown={onKeyDown}
    >
      <div className={paletteStyles['head']}>
        <button
          ref={toggle}
          type="button"
          className={paletteStyles['toggle']}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          <IconPlus size={16} stroke={1.5} aria-hidden />
          {t('Add to the dashboard')}
          {isOpen ? (
            <IconChevronDown size={16} stroke={1.5} aria-hidden />
          ) : (
            <IconChevronUp size={16} stroke={1.5} aria-hidden />
          )}
        </button>
        {isOpen && !isNarrow && (
          <IconButton
            size="small"
            label={t('Move to the other side')}
            icon={<IconArrowsLeftRight size={16} stroke={1.5} />}
            onClick={() => setSide(side === 'left' ? 'right' : 'left')}
          />
        )}
      </div>
      {isOpen && (
        <AfterAdding value={() => isNarrow && setOpen(false)}>
          <div className={paletteStyles['scroll']}>
            <PaletteTabs />
          </div>
        </AfterAdding>
      )}
    </aside>
  );
}

/** What happens to the palette when something was added. */
const AfterAdding = createContext<() => void>(() => undefined);

function PaletteTabs() {
  const [tab, setTab] = useState<'charts' | 'parts'>('charts');
  return (
    <Tabs
      label={t('Add to the dashboard')}
      value={tab}
      onChange={setTab}
      tabs={[
        { value: 'charts', label: t('Charts') },
        { value: 'parts', label: t('Layout elements') },
      ]}
      className={paletteStyles['paletteTabs'] ?? ''}
    >
      {tab === 'charts' ? <SavedCharts /> : <LayoutParts />}
    </Tabs>
  );
}

type PaletteChart = Pick<
  ChartRow,
  'id' | 'uuid' | 'slice_name' | 'viz_type' | 'datasource_name_text' | 'changed_on_delta_humanized'
>;

const columns = ['id', 'uuid', 'slice_name', 'viz_type', 'datasource_name_text', 'changed_on_delta_humanized'];

/** Saved charts, the last changed first ([7.3-01]). */
function SavedCharts() {
  const [search, setSearch] = useState('');
  const layout = useLayout();
  const charts = useQuery(
    listOf<PaletteChart>('chart', {
      columns,
      filters: search.trim() === '' ? [] : [{ col: 'slice_name', opr: 'chart_all_text', value: search.trim() }],
      orderColumn: 'changed_on_delta_humanized',
      orderDirection: 'desc',
      page: 0,
      pageSize: 200,
    }),
  );
  return (
    <div className={paletteStyles['paletteBody']}>
      <SearchInput label={t('Search charts')} value={search} onChange={setSearch} />
      <LinkButton to={hrefOf('explore')} size="small" variant="quiet" icon={<IconPlus size={14} stroke={1.5} />}>
        {t('Create new chart')}
      </LinkButton>
      {charts.isPending && <Skeleton height={240} />}
      {charts.isError && (
        <ErrorCard
          small
          title={t('Could not fetch all saved charts')}
          error={charts.error}
          onRetry={() => void charts.refetch()}
        />
      )}
      {charts.data && charts.data.result.length === 0 && (
        <EmptyState
          small
          drawing="none"
          title={search === '' ? t('There are no saved charts yet.') : t('No chart matches this search.')}
        />
      )}
      {charts.data && charts.data.result.length > 0 && (
        <ul className={paletteStyles['paletteList']}>
          {charts.data.result.map((chart) => (
            <ChartEntry key={chart.id} chart={chart} placements={placesOfChart(layout, chart.id).length} />
          ))}
        </ul>
      )}
    </div>
  );
}

/** A chart may stand on a dashboard more than once; the list says how often it does. */
function ChartEntry({ chart, placements }: { readonly chart: PaletteChart; readonly placements: number }) {
  const store = useDashboardStore();
  const client = useQueryClient();
  const known = useDashboardCharts();
  const add = async () => {
    const placed = { id: chart.id, name: chart.slice_name, uuid: chart.uuid };
    if (!(await fillGap(store, client, placed, known)))
      await addChartToEnd(store, client, placed, newCardSize(chart.viz_type));
  };
  const dragged = useMemo<Dragged>(
    () => ({
      kind: 'new',
      type: 'CHART',
      meta: {
        ...chartMeta({ id: chart.id, name: chart.slice_name, uuid: chart.uuid }),
        ...newCardSize(chart.viz_type),
      },
      prepare: () => learnChart(client, chart.id),
    }),
    [client, chart.id, chart.slice_name, chart.uuid, chart.viz_type],
  );
  return (
    <Entry dragged={dragged} name={chart.slice_name} onAdd={() => void add()}>
      <span className={paletteStyles['entryName']}>{chart.slice_name}</span>
      <span className={paletteStyles['entryNote']}>
        {[vizName(chart.viz_type), chart.datasource_name_text, chart.changed_on_delta_humanized]
          .filter(Boolean)
          .join(' · ')}
      </span>
      {placements > 0 && (
        <span className={paletteStyles['entryNote']}>
          {tn('On this dashboard', 'On this dashboard: %(count)s×', placements)}
        </span>
      )}
    </Entry>
  );
}

type Part = {
  readonly type: ComponentType;
  readonly name: string;
  readonly icon: ReactNode;
  readonly meta?: ComponentMeta;
};

function parts(): readonly Part[] {
  return [
    { type: 'TABS', name: t('Tabs'), icon: <IconLayoutNavbar size={16} stroke={1.5} /> },
    { type: 'ROW', name: t('Row'), icon: <IconLayoutRows size={16} stroke={1.5} /> },
    { type: 'COLUMN', name: t('Column'), icon: <IconColumns size={16} stroke={1.5} /> },
    { type: 'HEADER', name: t('Header'), icon: <IconHeading size={16} stroke={1.5} /> },
    { type: 'MARKDOWN', name: t('Text'), icon: <IconTextSize size={16} stroke={1.5} />, meta: { code: '' } },
    { type: 'DIVIDER', name: t('Divider'), icon: <IconSeparatorHorizontal size={16} stroke={1.5} /> },
  ];
}

function LayoutParts() {
  return (
    <ul className={paletteStyles['paletteList']}>
      {parts().map((part) => (
        <PartEntry key={part.type} part={part} />
      ))}
    </ul>
  );
}

const noMeta: ComponentMeta = {};

function PartEntry({ part: { type, name, icon, meta = noMeta } }: { readonly part: Part }) {
  const store = useDashboardStore();
  const dragged = useMemo<Dragged>(() => ({ kind: 'new', type, meta }), [type, meta]);
  return (
    <Entry dragged={dragged} name={name} onAdd={() => void addToEnd(store, type, meta)}>
      <span className={cx(paletteStyles['entryName'], paletteStyles['entryPart'])}>
        {icon}
        {name}
      </span>
    </Entry>
  );
}

type EntryProps = {
  readonly dragged: Dragged;
  readonly name: string;
  readonly onAdd: () => void;
  readonly children: ReactNode;
};

function Entry({ dragged, name, onAdd, children }: EntryProps) {
  const element = useRef<HTMLLIElement>(null);
  const afterAdding = useContext(AfterAdding);
  const isDragging = useDraggable(element, null, dragged, true);
  return (
    <li ref={element} className={cx(paletteStyles['entry'], isDragging && classes['dragging'])}>
      <span className={paletteStyles['entryText']}>{children}</span>
      <IconButton
        size="small"
        label={t('Add %(name)s', { name })}
        icon={<IconPlus size={14} stroke={1.5} />}
        onClick={() => {
          onAdd();
          afterAdding();
        }}
      />
    </li>
  );
}
