import type { App } from '../http/app-types.ts';
import type { Parts } from './parts.ts';

/** Sessions that have expired are removed so often. */
const SWEEP_MS = 3_600_000;

/** What begins when the server is ready, and what ends with it, in this order. */
export function registerLifeCycle(
  app: App,
  { ground, principals, chartData, asyncQueries, sources, rules, uploads, firstPaint, pictures }: Parts,
): void {
  const { retention, sharing } = ground;
  const { jobs, bus } = asyncQueries;
  const sweep = (): void =>
    void principals.sessions
      .sweep()
      .catch((error: unknown) => app.log.warn({ err: error }, 'old sessions were not removed'));
  // A home has one server: what lies there half-way was left by the one before.
  const sweepUploads = (all: boolean): Promise<void> =>
    uploads.sweep(all).catch((error: unknown) => app.log.warn({ err: error }, 'old uploads were not removed'));
  app.addHook('onReady', () => sweepUploads(ground.config.uploadsFolder === null));
  const sweepingUploads = setInterval(() => void sweepUploads(false), SWEEP_MS).unref();
  app.addHook('onClose', async () => clearInterval(sweepingUploads));
  const sweeping = setInterval(sweep, SWEEP_MS).unref();
  app.addHook('onClose', async () => clearInterval(sweeping));
  app.addHook('onReady', async () => retention.start());
  app.addHook('onClose', retention.close);
  app.addHook('onClose', chartData.queryLog.close);
  app.addHook('onReady', async () => jobs.start());
  app.addHook('onClose', async () => {
    await jobs.close();
    await bus.close();
    await sharing.close();
  });
  app.addHook('onClose', async () => {
    const { finisher, retelling } = chartData;
    const threads = [finisher, rules.renderer, retelling, chartData.pictures, firstPaint, pictures].map((thread) =>
      thread.close(),
    );
    await Promise.all([sources.engines.close(), ...threads]);
  });
}
