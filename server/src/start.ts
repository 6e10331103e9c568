import { createServer, type AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '@tessera/core/errors/app-error';
import { nearestName } from '@tessera/core/nearest-name';
import { createApp } from './app.ts';
import { finishRestore } from './commands/staged-restore.ts';
import type { Config, Settings } from './config.ts';
import { assertMetadataPresent, prepareHome, secretKeyOf } from './home.ts';
import { lockHome } from './home-lock.ts';
import type { App } from './http/app-types.ts';
import { openMetadata } from './metadata/connect.ts';
import { isUsedWithKey } from './metadata/holdings.ts';
import { assertSecretKey, refuseOtherKey } from './metadata/key-check.ts';
import type { Metadata } from './metadata/metadata.ts';
import { seedRoles } from './resources/roles/builtin.ts';
import { passwords } from './resources/security/passwords.ts';
import { createSetupService } from './resources/setup/service.ts';
import { loadSamples } from './samples/load.ts';

export type Running = {
  /** `http://127.0.0.1:8088` */
  readonly address: string;
  /** Token of the one-use link; null once there is an administrator. */
  readonly setupToken: string | null;
  /** What does not stop a start and yet is not meant. */
  readonly warnings: readonly string[];
  readonly app: App;
  /** Begin an orderly stop: `/ready` is 503, and requests are served until balancers had their time to learn of it. */
  readonly drain: (hurry: AbortSignal) => Promise<void>;
  readonly close: () => Promise<void>;
};

type Needs = {
  readonly settings: Settings;
  readonly webRoot: string | null;
  readonly messagesRoot?: string | null;
  /** Folder with the scripts of the processes and workers. */
  readonly scriptFolder: string;
  readonly now: () => Date;
  /** Takes a line about what goes on. */
  readonly report: (line: string) => void;
};

/**
 * From settings to a listening server. What was opened before a failure is closed again.
 * @throws AppError with a
 * sentence that says how to go on
 */
export async function start({
  settings,
  webRoot,
  messagesRoot = null,
  scriptFolder,
  now,
  report,
}: Needs): Promise<Running> {
  const closers: (() => Promise<void> | void)[] = [];
  const close = async (): Promise<void> => {
    const failures: unknown[] = [];
    for (const closer of closers.splice(0).toReversed()) {
      try {
        await closer();
      } catch (error) {
        failures.push(error); // the rest is closed all the same
      }
    }
    if (failures.length > 0) throw new AggregateError(failures, 'Not everything could be closed.');
  };
  try {
    prepareHome(settings);
    closers.push(lockHome(settings.home));
    await assertPortFree(settings);
    if (await finishRestore(settings)) report('A restore that was interrupted has been ended.');
    assertMetadataPresent(settings);
    const metadata = await openMetadata(settings.metadataUrl, {
      connections: settings.metadataConnections,
      statementMs: settings.metadataTimeoutSeconds * 1000,
    });
    closers.push(metadata.close);
    const config: Config = {
      ...settings,
      secretKey: await secretKeyOf(settings, async () => !(await isUsedWithKey(metadata.db))),
    };
    await refuseOtherKey(metadata.db, config.secretKey); // before the tables change under those who have the right one
    await metadata.migrate();
    await assertSecretKey(metadata.db, config.secretKey);
    await seedRoles(metadata.db, now());
    const setup = createSetupService({ db: metadata.db, passwords, now, onChange: () => undefined });
    if (config.admin) await setup.fromEnvironment(config.admin);
    const setupToken = await setup.issueToken();
    if (config.samples) await loadSamplesOrTell(config, metadata, { now, scriptFolder, report });
    const warnings = await quotaWarnings(config, metadata);
    const app = await createApp({ config, metadata, now, scriptFolder, webRoot, messagesRoot });
    closers.push(() => app.close());
    const address = await listen(app, config);
    const drain = async (hurry: AbortSignal): Promise<void> => {
      app.drain.begin();
      // somebody hurries
      await sleep(config.stopDelaySeconds * 1000, undefined, { signal: hurry }).catch(() => undefined);
    };
    return { address: config.baseUrl ?? address, setupToken, warnings, app, drain, close };
  } catch (error) {
    await close().catch(() => undefined); // the first failure is the one to tell
    throw error;
  }
}

/** A role may be renamed or deleted while servers run, so that a quota for it must not keep them from starting. */
async function quotaWarnings({ quotas }: Config, { db }: Metadata): Promise<readonly string[]> {
  const known = (await db.selectFrom('roles').select('name').where('deleted_on', 'is', null).execute()).map(
    ({ name }) => name,
  );
  return Object.keys(quotas)
    .filter((name) => !known.includes(name))
    .map((name) => {
      const meant = nearestName(name, known);
      return (
        `quotas names the role ${JSON.stringify(name)}, which does not exist, so that the quota limits nobody. ` +
        `${meant === null ? 'Make the role, or take it out of the settings.' : `Did you mean ${meant}?`}`
      );
    });
}

/** A server without sample data is better than none. */
async function loadSamplesOrTell(
  config: Config,
  { db }: Metadata,
  { now, scriptFolder, report }: Pick<Needs, 'now' | 'scriptFolder' | 'report'>,
): Promise<void> {
  try {
    await loadSamples({
      db,
      home: config.home,
      now,
      processFolder: scriptFolder,
      memoryMb: config.engineMemoryMb,
      report,
    });
  } catch (error) {
    report(error instanceof Error ? error.message : String(error));
  }
}

/**
 * Reported at once, and not after the minute that a first start spends on its sample data.
 * @throws AppError port_in_use,
 * port_denied
 */
async function assertPortFree({ host, port }: Pick<Settings, 'host' | 'port'>): Promise<void> {
  const probe = createServer();
  try {
    await new Promise<void>((resolve, reject) => void probe.once('error', reject).listen({ host, port }, resolve));
  } catch (error) {
    throw portProblem(error, { host, port });
  }
  await new Promise((resolve) => probe.close(resolve));
}

function portProblem(error: unknown, { host, port }: Pick<Settings, 'host' | 'port'>): unknown {
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
  if (code === 'EADDRINUSE') return new AppError('port_in_use', { host, port }, { cause: error });
  if (code === 'EACCES' || code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return new AppError('port_denied', { host, port, reason: code }, { cause: error });
  return error;
}

async function listen(app: App, { host, port }: Settings): Promise<string> {
  // The address is announced to a user; the framework's own line about it would stand between.
  const { level } = app.log;
  app.log.level = 'warn';
  try {
    await app.listen({ host, port });
  } catch (error) {
    throw portProblem(error, { host, port });
  } finally {
    app.log.level = level;
  }
  const bound = app.server.address() as AddressInfo;
  const name = bound.family === 'IPv6' ? `[${bound.address}]` : bound.address;
  return `http://${name}:${bound.port}`;
}
