import type { App } from '../http/app-types.ts';
import type { Parts } from './parts.ts';

/** What the SQL editor left, and what it stored, is looked after so often. */
const SQL_SWEEP_MS = 60_000;
/** A run that was not written down for so long has no server any more. */
const SQL_LEFT_MS = 60_000;
/** So long a stop waits for queries that are bound to their requests. */
const SQL_DRAIN_MS = 15_000;

/** Sessions that have expired are removed so often. */
const SWEEP_MS = 3_600_000;
/** Extracts whose time has come are looked for so often. */
const DUE_MS = 15_000;

/** What begins when the server is ready, and what ends with it, in this order. */
export function registerLifeCycle(app: App, parts: Parts): void {
  const { ground, principals, chartData, asyncQueries, sources, rules, uploads, sqlEditor, firstPaint } = parts;
  const { pictures, extracts } = parts;
  registerSqlEditorLife(app, ground, sqlEditor);
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
    await bus.close();
    await sharing.close();
  });
  app.addHook('onClose', async () => {
    const { finisher, retelling } = chartData;
    const threads = [finisher, rules.renderer, retelling, chartData.pictures, firstPaint, pictures].map((thread) =>
      thread.close(),
    );
    await Promise.all([sources.engines.close(), sources.extracts.close(), sources.resultTables.close(), ...threads]);
  });
  // The last hook runs first: work is stopped and given back while what it stands on is open.
  app.addHook('onClose', async () => {
    await sqlEditor.runs.close();
    await sqlEditor.formatter.close();
    await jobs.close();
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

/** Queries of the editor end with their server, but for those that are jobs. */
function registerSqlEditorLife(app: App, { metadata, nowMs }: Parts['ground'], sqlEditor: Parts['sqlEditor']): void {
  const sweep = (since: number): Promise<void> =>
    sqlEditor
      .sweep(new Date(since))
      .catch((error: unknown) => app.log.warn({ err: error }, 'the SQL editor was not looked after'));
  // Metadata in a file have one server: whatever runs there was left by the one before.
  app.addHook('onReady', () => sweep(metadata.file === null ? nowMs() - SQL_LEFT_MS : nowMs()));
  const sweeping = setInterval(() => void sweep(nowMs() - SQL_LEFT_MS), SQL_SWEEP_MS).unref();
  let ending: NodeJS.Timeout | null = null;
  app.addHook('preClose', async () => {
    ending = setTimeout(() => void sqlEditor.runs.close().catch(() => undefined), SQL_DRAIN_MS).unref();
  });
  app.addHook('onClose', async () => {
    clearInterval(sweeping);
    if (ending) clearTimeout(ending);
  });
}
