import { AppError } from '@tessera/core/errors/app-error';
import { relativeTime } from '@tessera/core/relative-time';
import { chartHref, hrefOf } from '@tessera/core/pages';
import type { Principal } from '../../principal.ts';
import { dashboardUrl } from '../dashboard-url.ts';
import { readEvents } from './events.ts';
import type { LogQuery } from './schema.ts';
import type { Activity, LogStore } from './store.ts';

export type LogService = ReturnType<typeof createLogService>;

/** Actions that count as opening something. */
const opened = ['mount_dashboard', 'mount_explorer', 'mount_dataset'];

export type RecentQuery = {
  readonly actions: readonly string[] | null;
  readonly distinct: boolean;
  readonly page: number;
  readonly pageSize: number;
};

export function createLogService({ logs, now }: { readonly logs: LogStore; readonly now: () => Date }) {
  return {
    /**
     * Keep what happened in a browser; who it was is what the session says, never the event.
     * @throws AppError
     * invalid_request
     */
    record: (principal: Principal, body: unknown, query: LogQuery): Promise<void> =>
      logs.append(readEvents(body, query), principal.userId, now().toISOString()),

    /** What the user opened of late, for the home page. `time` is epoch milliseconds. */
    recent: async (principal: Principal, { actions, distinct, page, pageSize }: RecentQuery) => {
      const rows = await logs.recent(principal, actions ?? opened, distinct, pageSize, page * pageSize);
      return rows.map(({ action, item_type, item_id, item_title, item_slug, dttm }) => ({
        action,
        item_type,
        item_id,
        item_title,
        item_url: addressOf(item_type, item_id, item_slug),
        time: Date.parse(dttm),
        time_delta_humanized: relativeTime(dttm, now().getTime()),
      }));
    },

    /** One entry. @throws AppError not_found */
    read: async (id: number) => {
      const row = await logs.find(id);
      if (!row) throw new AppError('not_found', {});
      return row;
    },
  };
}

function addressOf(type: Activity['item_type'], id: number, slug: string | null): string {
  if (type === 'dashboard') return dashboardUrl({ id, slug });
  return type === 'dataset' ? hrefOf('dataset', { id }) : chartHref(id);
}
