import { filtersOf } from '@tessera/core/native-filters/definition';
import type { ReactNode } from 'react';
import { useNarrow } from '../../../ui/layout/use-narrow.ts';
import { useStored } from '../../../ui/common/use-stored.ts';
import type { DashboardAddress } from '../dashboard-address.ts';
import { useDashboard } from '../DashboardProvider.tsx';
import type { ConfigureActions } from './BarMenu.tsx';
import { FilterRail, FilterSheet, FilterStrip } from './on-demand.tsx';
import { useFilters, useFilterState } from './FilterProvider.tsx';

export type FilterSlots = { readonly rail: ReactNode; readonly topBar: ReactNode };

/**
 * Where the filters stand: beside the charts, over them, or on a phone in a sheet. A dashboard without filters has
 * them only for who may add some, and for what is selected.
 */
export function useFilterSlots(address: DashboardAddress, configure: ConfigureActions | null): FilterSlots {
  const { entries, selections } = useFilters();
  const isNarrow = useNarrow();
  const orientation = useDashboard((state) => state.history.present.settings['filter_bar_orientation']);
  const [folded, setFolded] = useStored<'yes' | 'no' | ''>('tessera.filters.folded', '', (stored) =>
    stored === 'yes' || stored === 'no' ? stored : '',
  );
  const hasSelection = useFilterState(({ masks }) => Object.keys(masks).some((id) => selections.has(Number(id))));
  const hasFilters = filtersOf(entries).length > 0;
  const nothing = { rail: null, topBar: null };
  if (address.hidesFilters || (!hasFilters && !hasSelection)) return nothing;
  const common = { configure, onFold: (isFolded: boolean) => setFolded(isFolded ? 'yes' : 'no') };
  if (isNarrow) return { rail: null, topBar: <FilterSheet configure={configure} /> };
  const isFolded = folded === '' ? address.foldsFilters || !hasFilters : folded === 'yes';
  if (isFolded || !hasFilters || orientation === 'HORIZONTAL')
    return { rail: null, topBar: <FilterStrip {...common} isFolded={isFolded && orientation !== 'HORIZONTAL'} /> };
  return { rail: <FilterRail {...common} />, topBar: null };
}
