import { AppError } from '@tessera/core/errors/app-error';
import type { Principal } from '../../principal.ts';
import { parseJsonText } from '../json-text.ts';
import type { DashboardRow } from '../dashboards/store.ts';
import type { EmbeddingBody, EmbeddingItem } from './schema.ts';
import type { EmbeddingRow, EmbeddingStore } from './store.ts';

export type EmbeddingService = ReturnType<typeof createEmbeddingService>;

type Needs = {
  readonly embeddings: EmbeddingStore;
  readonly dashboards: {
    /** @throws AppError not_found */
    readonly visible: (principal: Principal, key: string | number) => Promise<DashboardRow>;
    /** @throws AppError not_found, dashboard_edit_denied */
    readonly editable: (principal: Principal, key: string | number) => Promise<DashboardRow>;
    /** @throws AppError data_share_denied when it shows data that the user may not read */
    readonly assertMayShare: (principal: Principal, row: DashboardRow) => Promise<void>;
  };
  readonly now: () => Date;
};

/** Which dashboards other sites may show to their guests. Every method throws AppError. */
export function createEmbeddingService({ embeddings, dashboards, now }: Needs) {
  async function present(dashboardId: number): Promise<EmbeddingItem> {
    const row = await embeddings.ofDashboard(dashboardId);
    if (!row) throw new AppError('not_found', {});
    return itemOf(row);
  }

  return {
    read: async (principal: Principal, key: string): Promise<EmbeddingItem> =>
      present((await dashboards.visible(principal, key)).id),

    /** By its own uuid. */
    byUuid: async (principal: Principal, uuid: string): Promise<EmbeddingItem> => {
      const [row] = await embeddings.among([uuid]);
      if (!row) throw new AppError('not_found', {});
      await dashboards.visible(principal, row.dashboard_id);
      return itemOf(row);
    },

    /** Guests see the data of a dashboard that is embedded: only who may read it opens it to them. */
    write: async (principal: Principal, key: string, body: EmbeddingBody): Promise<EmbeddingItem> => {
      const row = await dashboards.editable(principal, key);
      await dashboards.assertMayShare(principal, row);
      const at = now().toISOString();
      await embeddings.put({
        uuid: crypto.randomUUID(),
        dashboard_id: row.id,
        allowed_domains: JSON.stringify(body.allowed_domains),
        created_on: at,
        created_by: principal.userId,
        changed_on: at,
        changed_by: principal.userId,
      });
      return present(row.id);
    },

    /** Guests see it no more, whatever tokens they hold. */
    remove: async (principal: Principal, key: string): Promise<void> => {
      const row = await dashboards.editable(principal, key);
      await present(row.id);
      await embeddings.remove(row.id);
    },
  };
}

function itemOf({ uuid, dashboard_id, allowed_domains, changed_on, changed_by }: EmbeddingRow): EmbeddingItem {
  const domains: unknown = parseJsonText(allowed_domains);
  return {
    uuid,
    allowed_domains: Array.isArray(domains) ? domains.map(String) : [],
    dashboard_id: String(dashboard_id),
    changed_on,
    changed_by: changed_by === null ? null : { id: changed_by },
  };
}
