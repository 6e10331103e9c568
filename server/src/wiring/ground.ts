import { sql } from 'kysely';
import type { Config } from '../config.ts';
import { identityOf } from '../engines/drivers/postgresql/identity.ts';
import type { App } from '../http/app-types.ts';
import type { Metadata } from '../metadata/metadata.ts';
import { createRetention } from '../metadata/retention.ts';
import { createTroubleLog, type Tell } from '../presence.ts';
import type { RedisTimes } from '../redis-client.ts';
import { createSharing } from '../sharing/sharing.ts';

export type GroundNeeds = {
  /** Folder with the scripts of the processes and workers. */
  readonly scriptFolder: string;
  readonly config: Config;
  readonly metadata: Metadata;
  readonly now: () => Date;
  readonly monotonicMs: () => number;
  readonly redisTimes: Partial<RedisTimes>;
  /** The log of the server, which exists once all is wired. */
  readonly log: () => App['log'];
};
export type Ground = Awaited<ReturnType<typeof createGround>>;

const MB = 1024 * 1024;

/** What every other part stands on: settings, clocks, the metadata database, the other servers, the log. */
export async function createGround({ config, metadata, now, monotonicMs, redisTimes, scriptFolder, log }: GroundNeeds) {
  const { db } = metadata;
  const identity = metadata.dialect === 'postgresql' ? await identityOf((query) => sql.raw(query).execute(db)) : null;
  const warn = createTroubleLog((what, err, untold) => log().warn({ err, ...(untold > 0 && { untold }) }, what));
  const tell: Tell = (level, text) => log()[level](text);
  const nowMs = (): number => now().getTime();
  return {
    config,
    metadata,
    db,
    /** Of the metadata database, so that nobody connects to it as data; null for a file. */
    identity,
    now,
    nowMs,
    monotonicMs,
    redisTimes,
    scriptFolder,
    log,
    warn,
    tell,
    dashboardRoles: config.featureFlags['DASHBOARD_RBAC'] === true,
    hasComments: config.featureFlags['DASHBOARD_COMMENTS'] !== false,
    sharing: createSharing({
      redisUrl: config.redisUrl,
      redisTimes,
      secretKey: config.secretKey,
      metadata: identity ?? config.metadataUrl,
      sharedCacheMb: config.sharedCacheMb,
      now: nowMs,
      tell,
    }),
    retention: createRetention({
      db,
      now,
      warn: (error) => warn('old log entries were not removed', error),
      days: { logs: config.eventLogDays, query_log: config.queryLogDays, sql_queries: config.sqlHistoryDays },
      trashDays: config.trashDays,
      maxBytes: {
        logs: config.eventLogMb * MB,
        query_log: config.queryLogMb * MB,
        sql_queries: config.sqlHistoryMb * MB,
      },
    }),
  };
}
