import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { sql } from 'kysely';
import { createPipeline } from './chart-data/pipeline.ts';
import type { EngineReader } from './chart-data/run.ts';
import { resultGauges } from './chart-data/result-gauges.ts';
import { createResults } from './chart-data/results.ts';
import { createTemplateLookups } from './chart-data/template-lookups.ts';
import { createTemplateStep } from './chart-data/template-step.ts';
import { createTogether } from './chart-data/together.ts';
import { createTimeReader } from './chart-data/time-reader.ts';
import { createFinisher } from './chart-data/worker-pool.ts';
import type { Config } from './config.ts';
import { createEngineContext } from './engines/context.ts';
import { identityOf } from './engines/postgresql/identity.ts';
import { createQuotas } from './engines/quotas.ts';
import { engineGauges } from './engines/engine-gauges.ts';
import { createEngineRegistry } from './engines/registry.ts';
import { createInProcessBus } from './events/in-process.ts';
import { createRedisBus } from './events/redis.ts';
import type { App } from './http/app-types.ts';
import { errorList } from './http/error-body.ts';
import { createServer } from './http/server.ts';
import { createUnreadAnswers, unreadGauge } from './http/unread-answers.ts';
import { createJobs } from './jobs/jobs.ts';
import { createJobStore } from './jobs/store.ts';
import { deriveKey } from './keys.ts';
import type { Metadata } from './metadata/metadata.ts';
import { assertReady } from './metadata/ready.ts';
import { createRetention } from './metadata/retention.ts';
import { createTroubleLog, type Tell } from './presence.ts';
import { mayReadDataset } from './resources/access/policy.ts';
import { accessRequestRoutes } from './resources/access-requests/routes.ts';
import { createAccessRequestService } from './resources/access-requests/service.ts';
import { createAccessRequestStore } from './resources/access-requests/store.ts';
import { annotationLayerRoutes } from './resources/annotation-layers/routes.ts';
import { createLayerService } from './resources/annotation-layers/service.ts';
import { createLayerStore } from './resources/annotation-layers/store.ts';
import { createChannels } from './resources/async-events/channels.ts';
import { asyncEventRoutes } from './resources/async-events/routes.ts';
import { registerEventSocket } from './resources/async-events/socket.ts';
import { registerTokenCookie } from './resources/async-events/token-cookie.ts';
import { createAnnotate } from './resources/chart-data/annotations.ts';
import { CHART_DATA, createChartDataHandler } from './resources/chart-data/async.ts';
import { chartDataCallRoutes } from './resources/chart-data/calls-routes.ts';
import { createChartDataCalls } from './resources/chart-data/calls.ts';
import { chartDataRoutes, samplesRoutes } from './resources/chart-data/routes.ts';
import { createSealer } from './resources/chart-data/seal.ts';
import { createChartDataService } from './resources/chart-data/service.ts';
import { chartList } from './resources/charts/list.ts';
import { chartRoutes } from './resources/charts/routes.ts';
import { createChartService } from './resources/charts/service.ts';
import { createChartStore } from './resources/charts/store.ts';
import { createDatasetStore } from './resources/dashboards/datasets.ts';
import { dashboardList } from './resources/dashboards/list.ts';
import { dashboardRoutes } from './resources/dashboards/routes.ts';
import { createDashboardService } from './resources/dashboards/service.ts';
import { dashboardSharingRoutes } from './resources/dashboards/sharing-routes.ts';
import { createDashboardSharing } from './resources/dashboards/sharing.ts';
import { createDashboardStore } from './resources/dashboards/store.ts';
import { catalogRoutes } from './resources/databases/catalog-routes.ts';
import { createCatalogService } from './resources/databases/catalog.ts';
import { savedConnection } from './resources/databases/connection.ts';
import { databaseList } from './resources/databases/list.ts';
import { databaseRoutes } from './resources/databases/routes.ts';
import { createSecretBox } from './resources/databases/secrets.ts';
import { createDatabaseService } from './resources/databases/service.ts';
import { createDatabaseStore } from './resources/databases/store.ts';
import { datasetList } from './resources/datasets/list.ts';
import { datasetRoutes, datasourceRoutes } from './resources/datasets/routes.ts';
import { mayEditDataset } from './resources/datasets/policy.ts';
import { createResolver } from './resources/datasets/resolved.ts';
import { createDatasetService } from './resources/datasets/service.ts';
import { createDatasetStore as createDatasets } from './resources/datasets/store.ts';
import { createWithSource } from './resources/datasets/templates.ts';
import { createExploreJsonHandler, EXPLORE_JSON } from './resources/explore-json/async.ts';
import { createRetelling } from './resources/explore-json/retelling.ts';
import { exploreJsonRoutes } from './resources/explore-json/routes.ts';
import { createExploreJsonService } from './resources/explore-json/service.ts';
import { exploreRoutes } from './resources/explore/routes.ts';
import { createExploreService } from './resources/explore/service.ts';
import { createFavoriteStore } from './resources/favorites/store.ts';
import { createKeyValueStore } from './resources/key-value/store.ts';
import { logList } from './resources/log/list.ts';
import { eventRoutes, logRoutes } from './resources/log/routes.ts';
import { createLogService } from './resources/log/service.ts';
import { createLogStore } from './resources/log/store.ts';
import { createQueryRecorder } from './resources/query-log/recorder.ts';
import { queryLogRoutes } from './resources/query-log/routes.ts';
import { createQueryLogStore } from './resources/query-log/store.ts';
import { meRoutes } from './resources/me/routes.ts';
import { menuRoutes } from './resources/menu/routes.ts';
import { queueRoutes } from './resources/queue/routes.ts';
import { roleRoutes } from './resources/roles/routes.ts';
import { createRoleService } from './resources/roles/service.ts';
import { createActors } from './resources/security/actors.ts';
import { createAttempts } from './resources/security/attempts.ts';
import { createAuthenticator } from './resources/security/authenticator.ts';
import { createGuesses } from './resources/security/guesses.ts';
import { passwords } from './resources/security/passwords.ts';
import { securityRoutes, signInRoutes } from './resources/security/routes.ts';
import { createSecurityService } from './resources/security/service.ts';
import { createSessions } from './resources/security/sessions.ts';
import { createThrottle } from './resources/security/throttle.ts';
import { createTokens } from './resources/security/tokens.ts';
import { setupRoutes } from './resources/setup/routes.ts';
import { createSetupService } from './resources/setup/service.ts';
import { createRowSecurity } from './resources/row-level-security/row-security.ts';
import { rowLevelSecurityRoutes } from './resources/row-level-security/routes.ts';
import { createRuleService } from './resources/row-level-security/service.ts';
import { createRuleStore } from './resources/row-level-security/store.ts';
import { createRuleTrial } from './resources/row-level-security/trial.ts';
import { timeRangeRoutes } from './resources/time-range/routes.ts';
import { userRoutes } from './resources/users/routes.ts';
import { createUserService } from './resources/users/service.ts';
import { createSharing } from './sharing/sharing.ts';
import { removeSamples } from './samples/load.ts';
import { createTemplateRenderer } from './templates/render.ts';
import { createTemplateUsers } from './templates/users.ts';
import { createWriteProbe } from './write-probe.ts';

export type AppNeeds = {
  /** Folder with the scripts of the processes and workers. */
  readonly scriptFolder: string;
  readonly config: Config;
  readonly metadata: Metadata;
  readonly now: () => Date;
  /** Milliseconds of a clock that corrections of the time do not move; that of the process when left out. */
  readonly monotonicMs?: () => number;
  /** Folder of the built web app; null serves the API alone. */
  readonly webRoot: string | null;
  readonly logStream?: { readonly write: (line: string) => void };
  /** Compare every answer with the schema of its route; tests do. */
  readonly checkResponses?: boolean;
};

const MB = 1024 * 1024;
/** Sessions that have expired are removed so often. */
const SWEEP_MS = 3_600_000;

/** The whole server, wired by hand: read it from top to bottom to know what there is. It does not listen yet. */
export async function createApp({
  config,
  metadata,
  now,
  monotonicMs = () => performance.now(),
  scriptFolder,
  webRoot,
  logStream,
  checkResponses,
}: AppNeeds): Promise<App> {
  const { db } = metadata;

  const identity = metadata.dialect === 'postgresql' ? await identityOf((query) => sql.raw(query).execute(db)) : null;
  const warn = createTroubleLog((what, err, untold) => app.log.warn({ err, ...(untold > 0 && { untold }) }, what));
  const tell: Tell = (level, text) => app.log[level](text);
  const others = createSharing({
    redisUrl: config.redisUrl,
    secretKey: config.secretKey,
    metadata: identity ?? config.metadataUrl,
    sharedCacheMb: config.sharedCacheMb,
    now: () => now().getTime(),
    tell,
  });

  const retention = createRetention({
    db,
    now,
    warn: (error) => warn('old log entries were not removed', error),
    days: { logs: config.eventLogDays, query_log: config.queryLogDays },
    maxBytes: { logs: config.eventLogMb * MB, query_log: config.queryLogMb * MB },
  });

  // Who asks
  const actors = createActors({ db });
  const sessions = createSessions({
    db,
    key: deriveKey(config.secretKey, 'anonymous sessions'),
    now,
    hours: config.sessionHours,
    isAlwaysSecure: config.baseUrl?.startsWith('https:') === true,
  });
  const tokens = createTokens({
    key: deriveKey(config.secretKey, 'access tokens'),
    now,
    lifeSeconds: { access: config.accessTokenMinutes * 60, refresh: config.refreshTokenDays * 86_400 },
  });
  const attempts = createAttempts(monotonicMs, others.attempts);
  const guesses = createGuesses(attempts);
  const security = createSecurityService({
    db,
    actors,
    sessions,
    tokens,
    passwords,
    throttle: createThrottle(attempts),
    now,
  });

  // Databases and datasets
  const dashboardRoles = config.featureFlags['DASHBOARD_RBAC'] === true;
  const databaseStore = createDatabaseStore(db, dashboardRoles);
  const box = createSecretBox(deriveKey(config.secretKey, 'connection secrets'));
  const engines = createEngineRegistry({
    load: async (id) => {
      const row = await databaseStore.find(id);
      return row && savedConnection(row, box);
    },
    context: {
      ...createEngineContext(config, scriptFolder, identity),
      onProcessDeath: (death) => app.log.error(death, 'an engine process has ended'),
    },
    gateOf: others.gateOf,
  });
  const catalog = createCatalogService({ databases: databaseStore, engines });
  const databases = createDatabaseService({
    databases: databaseStore,
    engines,
    box,
    now,
    onChange: catalog.forget,
    removeSamples: (actor) => removeSamples({ db, home: config.home, now }, actor),
  });
  const datasetStore = createDatasets(db, dashboardRoles);

  // Charts, dashboards, the explore page
  const favorites = createFavoriteStore(db);
  const keyValues = createKeyValueStore(db);
  const chartStore = createChartStore(db, dashboardRoles);
  const charts = createChartService({ charts: chartStore, favorites, now });
  const results = createResults({
    maxBytes: config.cacheMb * 768 * 1024,
    now: () => now().getTime(),
    monotonicMs,
    shared: others.runs,
  });
  // Of the memory for results, a quarter is for their compressed forms.
  const sealer = createSealer({ maxBytes: config.cacheMb * 256 * 1024 });
  const together = createTogether();
  const quotas = createQuotas({
    byRole: config.quotas,
    now: () => now().getTime(),
    monotonicMs,
    elsewhere: others.tallies,
  });
  const finisher = createFinisher({
    script: pathToFileURL(join(scriptFolder, 'table-worker.mjs')),
    threads: Math.max(1, availableParallelism() - 1),
    timeLimitMs: config.queryTimeoutSeconds * 1000,
  });
  const resolver = createResolver(datasetStore);
  const engineOf: EngineReader = ({ databaseId, databaseVersion }) => engines.engineFor(databaseId, databaseVersion);
  const readTime = createTimeReader(now);
  const renderer = createTemplateRenderer({ scriptFolder, timeLimitMs: config.templateTimeLimitMs });
  const rowRules = createRowSecurity({
    rules: createRuleStore(db),
    render: (actor, dataset, clause, clauses) => templates.renderText(actor, dataset, clause, clauses),
    engines: engineOf,
    believeMs: 5000,
  });
  const templates = createTemplateStep({
    templates: renderer,
    readTime,
    userOf: createTemplateUsers(db),
    rulesOf: rowRules.clausesOf,
    lookUp: (...asked) => lookUp(...asked),
  });
  const datasets = createDatasetService({
    datasets: datasetStore,
    databases: databaseStore,
    engines,
    withSource: createWithSource(templates.renderSource),
    rowRules,
    now,
  });
  const lookUp = createTemplateLookups({
    datasets: resolver,
    mayRead: mayReadDataset,
    security: rowRules.security,
    render: templates.render,
    readTime,
    mostRows: config.rowLimit,
    engines: engineOf,
  });
  const queryLogStore = createQueryLogStore(db, (...written) => retention.wrote('query_log', ...written));
  const queryLog = createQueryRecorder({
    store: queryLogStore,
    warn: (err, lost) => app.log.warn({ err, lost }, 'queries were not logged'),
  });
  const pipeline = createPipeline({
    datasets: resolver,
    mayRead: mayReadDataset,
    security: rowRules.security,
    rulesOf: rowRules.clausesOf,
    templates,
    engines: engineOf,
    results,
    together,
    quotas,
    finisher,
    readTime,
    annotate: (...asked) => annotate(...asked),
    now: () => now().getTime(),
    monotonicMs,
    log: queryLog.record,
    settings: config,
  });
  const annotate = createAnnotate({
    layers: createLayerStore(db),
    charts,
    answers: pipeline.answers,
    datasets: resolver,
  });
  const ruleTrial = createRuleTrial({
    datasets: resolver,
    mayRead: mayReadDataset,
    templates,
    engines: engineOf,
    quotas,
    readTime,
    patienceMs: Math.min(30, config.queryTimeoutSeconds) * 1000,
  });
  const rules = createRuleService({
    db,
    now,
    trial: ruleTrial,
    onChange: () => {
      rowRules.forget();
      others.changed('rules');
    },
  });
  const chartData = createChartDataService({ pipeline, charts });
  const retelling = createRetelling(join(scriptFolder, 'retelling-worker.mjs'));
  const exploreJson = createExploreJsonService(chartData, retelling.retell);
  const annotationLayers = createLayerService({ db, now });
  // Work that outlives its request, and how people hear of it
  const bus =
    config.redisUrl === null ? createInProcessBus(() => now().getTime()) : createRedisBus(config.redisUrl, { tell });
  const person = async (userId: number) => (await actors.find(userId))?.actor ?? null;
  const jobs = createJobs({
    store: createJobStore(db, metadata.dialect),
    bus,
    now,
    monotonicMs,
    describe: errorList,
    log: warn,
    handlers: {
      [CHART_DATA]: createChartDataHandler({ data: chartData, person }),
      [EXPLORE_JSON]: createExploreJsonHandler({ explore: exploreJson, person }),
    },
    settings: { workers: config.asyncWorkers, patienceMs: config.asyncPatienceSeconds * 1000 },
  });
  const authenticate = createAuthenticator({ actors, sessions, tokens });
  const channels = createChannels({
    key: deriveKey(config.secretKey, 'event channels'),
    sessions,
    actors,
    authenticate,
  });
  const asyncIsDefault = config.featureFlags['GLOBAL_ASYNC_QUERIES'] === true;
  const { isAlwaysSecure } = sessions;
  const asJobs = { jobs, channels, isDefault: asyncIsDefault, isAlwaysSecure };
  const unread = createUnreadAnswers({ maxBytes: config.unreadAnswersMb * 1024 * 1024 });
  const chartCalls = createChartDataCalls({
    unread,
    data: chartData,
    db,
    mayReadDataset: async (actor, id) => {
      const dataset = await resolver(id);
      return dataset !== null && mayReadDataset(actor, dataset);
    },
    mayEditDataset: async (actor, id) => {
      const dataset = await resolver(id);
      return dataset !== null && mayEditDataset(actor, dataset);
    },
  });
  const chartDataLimit = config.largeBodyLimitKb * 1024;
  const readableDatasets = createDatasetStore(db);
  const dashboardStore = createDashboardStore(db, dashboardRoles);
  const dashboards = createDashboardService({
    dashboards: dashboardStore,
    charts: chartStore,
    datasets: readableDatasets,
    favorites,
    guesses,
    now,
    wake: engines.wake,
  });
  const sharing = createDashboardSharing({ dashboards, store: keyValues, now });
  const explore = createExploreService({ charts, datasets: readableDatasets, store: keyValues, now });
  const logStore = createLogStore(db, dashboardRoles, (...written) => retention.wrote('logs', ...written));
  const logs = createLogService({ logs: logStore, now });
  const onChange = (): void => {
    actors.forget();
    others.changed('people');
  };
  others.onChanged('people', actors.forget);
  others.onChanged('rules', rowRules.forget);
  const accessRequests = createAccessRequestService({
    requests: createAccessRequestStore(db),
    dashboards: dashboardStore,
    dashboardRoles,
    person,
    now,
    onChange,
  });
  const users = createUserService({ db, passwords, guesses, now, onChange, endSessions: sessions.endAll });
  const roles = createRoleService({ db, now, onChange });
  const setup = createSetupService({ db, passwords, now, onChange });

  const app = createServer({
    unread,
    config,
    webRoot,
    gauges: [
      ...metadata.gauges,
      unreadGauge(unread),
      ...resultGauges(results, together),
      ...engineGauges(engines),
      {
        name: 'tessera_chart_data_sealed_bytes',
        help: 'Memory of kept chart answers in their compressed forms, in bytes.',
        read: sealer.bytes,
      },
      { name: 'tessera_jobs_running', help: 'Asynchronous queries that this server runs now.', read: jobs.running },
      ...others.gauges,
    ],
    authenticate,
    ready: [() => assertReady(metadata), createWriteProbe(config.home)],
    ...(logStream ? { logStream } : {}),
    ...(checkResponses ? { checkResponses } : {}),
  });

  if (asyncIsDefault) registerTokenCookie(app, channels, isAlwaysSecure);
  registerEventSocket(app, { path: config.asyncWebsocketPath, baseUrl: config.baseUrl, bus, jobs, channels });

  // What there is
  await app.register(signInRoutes(security, sessions, config.baseUrl));
  await app.register(eventRoutes(logs));
  await app.register(datasourceRoutes(datasets));
  await app.register(exploreJsonRoutes({ explore: exploreJson, async: asJobs, now, bodyLimit: chartDataLimit }));
  await app.register(samplesRoutes({ data: chartData, bodyLimit: chartDataLimit }));
  await app.register(
    async (api: App) => {
      await api.register(securityRoutes(security, sessions));
      await api.register(setupRoutes(setup, sessions));
      await api.register(meRoutes(users, roles));
      await api.register(menuRoutes);
      await api.register(queueRoutes(engines));
      await api.register(userRoutes({ db }, users));
      await api.register(roleRoutes({ db }, roles));
      await api.register(
        databaseRoutes(databases, { db }, databaseList({ store: databaseStore, service: databases, now })),
      );
      await api.register(catalogRoutes(catalog));
      await api.register(datasetRoutes(datasets, { db }, datasetList({ store: datasetStore, service: datasets, now })));
      await api.register(
        chartRoutes(charts, { db }, chartList({ store: chartStore, service: charts, dashboardRoles, now })),
      );
      await api.register(
        chartDataRoutes({ data: chartData, seal: sealer.seal, now, bodyLimit: chartDataLimit, async: asJobs }),
      );
      await api.register(asyncEventRoutes(jobs, channels));
      await api.register(chartDataCallRoutes({ calls: chartCalls, bodyLimit: chartDataLimit }));
      await api.register(timeRangeRoutes(now));
      await api.register(rowLevelSecurityRoutes({ db }, rules));
      await api.register(annotationLayerRoutes({ db }, annotationLayers));
      await api.register(accessRequestRoutes(accessRequests));
      await api.register(
        dashboardRoutes(
          dashboards,
          { db },
          dashboardList({ store: dashboardStore, service: dashboards, dashboardRoles, now }),
        ),
      );
      await api.register(dashboardSharingRoutes(sharing, config.baseUrl));
      await api.register(exploreRoutes(explore, config.baseUrl));
      await api.register(queryLogRoutes(queryLogStore, { db }, now));
      await api.register(logRoutes(logs, { db }, logList(logStore)));
    },
    { prefix: '/api/v1' },
  );
  const sweeping = setInterval(
    () =>
      void sessions.sweep().catch((error: unknown) => app.log.warn({ err: error }, 'old sessions were not removed')),
    SWEEP_MS,
  );
  sweeping.unref();
  app.addHook('onClose', async () => clearInterval(sweeping));
  app.addHook('onReady', async () => retention.start());
  app.addHook('onClose', retention.close);
  app.addHook('onClose', queryLog.close);
  app.addHook('onReady', async () => jobs.start());
  app.addHook('onClose', async () => {
    await jobs.close();
    await bus.close();
    await others.close();
  });
  app.addHook(
    'onClose',
    async () => void (await Promise.all([engines.close(), finisher.close(), renderer.close(), retelling.close()])),
  );
  return app;
}
