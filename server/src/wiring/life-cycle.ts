import type { App } from '../http/app-types.ts';
import type { Parts } from './parts.ts';

/** Sessions that have expired are removed so often. */
const SWEEP_MS = 3_600_000;
/** Extracts whose time has come are looked for so often. */
const DUE_MS = 15_000;

/** What begins when the server is ready, and what ends with it, in this order. */
export function registerLifeCycle(
  app: App,
  { ground, principals, chartData, asyncQueries, sources, rules, uploads, firstPaint, pictures, extracts }: Parts,
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
  keepExtracts(app, extracts, ground.config.extractsFolder === null);
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
    await Promise.all([sources.engines.close(), sources.extracts.close(), ...threads]);
  });
}

/** Refreshes extracts in time, and takes away their old files. @param isAlone no other server has them */
function keepExtracts(app: App, extracts: Parts['extracts'], isAlone: boolean): void {
  const warn = (what: string) => (err: unknown) => app.log.warn({ err }, what);
  const sweep = (all: boolean) => extracts.sweep(all).catch(warn('old extracts were not removed'));
  let looking: Promise<void> | null = null;
  const look = (): void => {
    looking ??= extracts
      .runDue()
      .catch(warn('extracts were not refreshed'))
      .finally(() => (looking = null));
  };
  const timers = [setInterval(look, DUE_MS).unref(), setInterval(() => void sweep(false), SWEEP_MS).unref()];
  app.addHook('onReady', () => sweep(isAlone));
  app.addHook('onReady', async () => look());
  app.addHook('onClose', async () => {
    timers.forEach(clearInterval);
    await looking;
  });
}
