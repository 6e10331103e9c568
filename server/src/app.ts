import type { Config } from './config.ts';
import type { App } from './http/app-types.ts';
import { createServer } from './http/server.ts';
import type { Metadata } from './metadata/metadata.ts';
import { assertReady } from './metadata/ready.ts';
import { gaugesOf } from './wiring/gauges.ts';
import { registerLifeCycle } from './wiring/life-cycle.ts';
import { createParts } from './wiring/parts.ts';
import { registerRoutes } from './wiring/routes.ts';
import type { RedisTimes } from './redis-client.ts';
import { createWriteProbe } from './write-probe.ts';

export type AppNeeds = {
  /** Folder with the scripts of the processes and workers. */
  readonly scriptFolder: string;
  readonly config: Config;
  readonly metadata: Metadata;
  readonly now: () => Date;
  /** Milliseconds of a clock that corrections of the time do not move; that of the process when left out. */
  readonly monotonicMs?: () => number;
  readonly redisTimes?: Partial<RedisTimes>;
  /** Folder of the built web app; null serves the API alone. */
  readonly webRoot: string | null;
  /** Folder of more catalogues than those of the build; null for none. */
  readonly messagesRoot?: string | null;
  readonly logStream?: { readonly write: (line: string) => void };
  /** Compare every answer with the schema of its route; tests do. */
  readonly checkResponses?: boolean;
};

/** The whole server; `wiring/` has its parts, wired by hand. It does not listen yet. */
export async function createApp({
  config,
  metadata,
  now,
  monotonicMs = () => performance.now(),
  redisTimes = {},
  scriptFolder,
  webRoot,
  messagesRoot = null,
  logStream,
  checkResponses,
}: AppNeeds): Promise<App> {
  const parts = await createParts({ config, metadata, now, monotonicMs, redisTimes, scriptFolder, log: () => app.log });
  const app = createServer({
    unread: parts.chartData.unread,
    config,
    webRoot,
    messagesRoot,
    gauges: gaugesOf(parts),
    paint: async ({ principal, headers, translator }, key) =>
      parts.firstPaint.service.paint({
        principal,
        key,
        cookies: headers.cookie,
        isPrefetch: headers['sec-purpose'] !== undefined,
        translator,
      }),
    authenticate: parts.principals.authenticate,
    findUser: parts.principals.user,
    ready: [() => assertReady(metadata), createWriteProbe(config.home)],
    ...(logStream ? { logStream } : {}),
    ...(checkResponses ? { checkResponses } : {}),
  });
  await registerRoutes(app, parts);
  registerLifeCycle(app, parts);
  return app;
}
