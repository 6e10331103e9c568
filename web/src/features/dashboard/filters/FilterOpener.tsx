import { useQuery } from '@tanstack/react-query';
import { t } from '@tessera/core/messages';
import { useEffect, useState, type ReactNode } from 'react';
import { storedFilters, type LinkState } from '../../../api/dashboards.ts';
import { toast } from '../../../ui/feedback/toast-store.ts';
import type { DashboardAddress } from '../dashboard-address.ts';
import { useDashboardStore } from '../DashboardProvider.tsx';
import { FilterProvider } from './FilterProvider.tsx';
import { readAddressedMasks, readStoredMasks, readPreselected, type LoadedMasks } from './loaded-masks.ts';

type FilterOpenerProps = {
  readonly dashboardId: number;
  readonly address: DashboardAddress;
  /** What its permalink holds; null without one, and for one that is not there. */
  readonly linkState: LinkState | null;
  /** In its place while what the address names is on its way. */
  readonly waiting: ReactNode;
  readonly children: ReactNode;
};

/** Opens the filters with what the address says, so that no chart asks before they are set. */
export function FilterOpener({ dashboardId, address, linkState, waiting, children }: FilterOpenerProps) {
  const store = useDashboardStore();
  // Later addresses are followed by the page that is open.
  const [{ filtersKey, filters, preselected, permalinkKey }] = useState(address);
  const state = useQuery({ ...storedFilters(String(dashboardId), filtersKey ?? ''), enabled: filtersKey !== null });
  const isWaiting = filtersKey !== null && state.isPending;
  const [addressed] = useState(() => {
    const said = readAddressedMasks(filters);
    return said.masks !== null || said.isUnread
      ? said
      : readPreselected(preselected, store.getState().history.present.layout);
  });
  const ofKey = state.data === undefined ? null : readStoredMasks(state.data);
  const isLost = state.isError || (state.data !== undefined && ofKey === null);
  const isUnread = addressed.isUnread || isLost || (permalinkKey !== null && linkState === null);
  useEffect(() => {
    if (isUnread) toast.warning(t('The filters in the address could not be read. The defaults are shown.'));
  }, [isUnread]);
  if (isWaiting) return waiting;
  const linked = linkState?.dataMask as LoadedMasks | undefined;
  return <FilterProvider loaded={linked ?? ofKey ?? addressed.masks}>{children}</FilterProvider>;
}
