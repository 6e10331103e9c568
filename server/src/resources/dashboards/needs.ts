import type { ChartStore } from '../charts/store.ts';
import type { FavoriteStore } from '../favorites/store.ts';
import type { DatasetStore } from './datasets.ts';
import type { Guesses } from '../security/guesses.ts';
import type { Principal } from '../../principal.ts';
import type { LegacyQueries } from './saved-chart.ts';
import type { DashboardStore } from './store.ts';

export type Needs = {
  readonly dashboards: DashboardStore;
  readonly charts: ChartStore;
  readonly datasets: DatasetStore;
  readonly favorites: FavoriteStore;
  readonly guesses: Guesses;
  readonly legacyQueries: LegacyQueries;
  readonly now: () => Date;
  /** A user as they are now; null when gone. */
  readonly person: (userId: number) => Promise<Principal | null>;
  /** Queries of a database will come in a moment. */ readonly wake: (databaseId: number) => void;
};
