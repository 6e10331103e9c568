import type { Layout } from '@tessera/core/layout/types';
import { createContext, useContext, useState, type ReactNode } from 'react';
import { useStore } from 'zustand';
import { createDashboardStore, type DashboardStore } from './dashboard-store.ts';

const StoreContext = createContext<DashboardStore | null>(null);

/** Everything in it shows one dashboard. Two providers on a page know nothing of each other. */
export function DashboardProvider({ children }: { readonly children: ReactNode }) {
  const [store] = useState(createDashboardStore);
  return <StoreContext value={store}>{children}</StoreContext>;
}

/** The store of the dashboard around, for what is read when a user does something. */
export function useDashboardStore(): DashboardStore {
  const store = useContext(StoreContext);
  if (store === null) throw new Error('There is no dashboard around this component.');
  return store;
}

/** A part of the state of the dashboard around; the component is drawn anew when that part changes. */
export function useDashboard<Part>(select: (state: ReturnType<DashboardStore['getState']>) => Part): Part {
  return useStore(useDashboardStore(), select);
}

export function useLayout(): Layout {
  return useDashboard((state) => state.history.present.layout);
}
