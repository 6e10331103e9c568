import { filtersOf } from '@tessera/core/native-filters/definition';
import type { ReactNode } from 'react';
import { useNarrow } from '../../../ui/layout/use-narrow.ts';
import { useStored } from '../../../ui/common/use-stored.ts';
import type { DashboardAddress } from '../dashboard-address.ts';
import { useDashboard } from '../DashboardProvider.tsx';
import type { ConfigureActions } from './BarMenu.tsx';
import { FilterRail, FilterSheet, FilterStrip, SelectionBar } from './on-demand.tsx';
import { useFilters, useFilterState } from './FilterProvider.tsx';

export type FilterSlots = {
  readonly rail: ReactNode;
  readonly topBar: ReactNode;
  /** What is selected on charts, over the canvas: where it has no place in a bar that is there anyway. */
  readonly overlay: ReactNode;
};

/**
 * Where the filters stand: beside the charts, over them, or on a phone in a sheet. A dashboard without filters has no
 * bar. Nothing moves when something is selected on a chart.
 */
export function useFilterSlots(address: DashboardAddress, configure: ConfigureActions | null): FilterSlots {
  const { entries, selections } = useFilters();
  const isNarrow = useNarrow();
  const orientation = useDashboard((state) => state.history.present.settings['filter_bar_orientation']);
  const [folded, setFolded] = useStored<'yes' | 'no' | ''>('tessera.filters.folded', '', (stored) =>
    stored === 'yes' || stored === 'no' ? stored : '',
  );
  const hasSelection = useFilterState(({ masks }) => Object.keys(masks).some((id) => selections.has(Number(id))));
  const nothing = { rail: null, topBar: null, overlay: null };
  if (address.hidesFilters) return nothing;
  const overlay = hasSelection && <SelectionBar configure={configure} />;
  if (filtersOf(entries).length === 0) return { ...nothing, overlay };
  const common = { configure, onFold: (isFolded: boolean) => setFolded(isFolded ? 'yes' : 'no') };
  if (isNarrow) return { ...nothing, topBar: <FilterSheet configure={configure} /> };
  const isFolded = folded === '' ? address.foldsFilters : folded === 'yes';
  if (orientation === 'HORIZONTAL')
    return { ...nothing, topBar: <FilterStrip {...common} isFolded={false} />, overlay };
  return isFolded
    ? { ...nothing, topBar: <FilterStrip {...common} isFolded /> }
    : { ...nothing, rail: <FilterRail {...common} /> };
}
