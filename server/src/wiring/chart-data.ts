import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Principal } from '../principal.ts';
import type { ResolvedDataset } from '../chart-data/dataset.ts';
import { editorKindOf } from '../chart-data/dataset-kind.ts';
import type { DatasetReader, EditorSourceReader } from '../chart-data/access/authorise.ts';
import { createPipeline, type Annotate } from '../chart-data/pipeline.ts';
import { createResults } from '../chart-data/cache/results.ts';
import { createSharedScans } from '../chart-data/cache/shared-scans.ts';
import { createFinisher } from '../chart-data/post-process/worker-pool.ts';
import { createUnreadAnswers } from '../http/unread-answers.ts';
import { mayReadDataset } from '../resources/access/policy.ts';
import { createLayerStore } from '../resources/annotation-layers/store.ts';
import { createAnnotate } from '../resources/chart-data/annotations.ts';
import { createChartDataCalls, type CallNeeds } from '../resources/chart-data/calls.ts';
import { createBodyEncoder } from '../resources/chart-data/body-encoder.ts';
import { createChartDataService } from '../resources/chart-data/service.ts';
import { createStops } from '../resources/chart-data/stops.ts';
import type { ChartService } from '../resources/charts/service.ts';
import { createDataPaths } from '../resources/dashboards/data-paths.ts';
import { mayEditDataset } from '../resources/datasets/policy.ts';
import { createExploreJsonService, legacyQueries } from '../resources/explore-json/service.ts';
import { createPictureThread } from '../resources/thumbnails/picture-thread.ts';
import { createRetelling } from '../resources/explore-json/retelling.ts';
import { createQueryRecorder } from '../resources/query-log/recorder.ts';
import { createQueryLogStore } from '../resources/query-log/store.ts';
import { createThumbnailService } from '../resources/thumbnails/service.ts';
import type { Ground } from './ground.ts';
import type { Rules } from './rules.ts';
import type { Sources } from './sources.ts';

export type ChartData = ReturnType<typeof createChartData>;

type Needs = {
  readonly ground: Ground;
  readonly sources: Sources;
  readonly rules: Rules;
  readonly charts: ChartService;
  readonly editorSource: EditorSourceReader;
};

/** The way of data, what it keeps, and the services that ask through it. */
export function createChartData({ ground, sources, rules, charts, editorSource }: Needs) {
  const { config, db, nowMs, monotonicMs, retention, scriptFolder } = ground;
  const { resolver } = sources;
  const stores = createStores(ground);
  const queryLogStore = createQueryLogStore(db, (...written) => retention.wrote('query_log', ...written));
  const queryLog = createQueryRecorder({
    store: queryLogStore,
    warn: (err, lost) => ground.log().warn({ err, lost }, 'queries were not logged'),
  });
  // A layer may be a chart, which goes through the pipeline itself.
  const annotate: Annotate = (...asked) => annotations(...asked);
  const pipeline = createPipeline({
    datasets: resolver,
    mayRead: mayReadDataset,
    throughDashboard: createDataPaths({ db, dashboardRoles: ground.dashboardRoles, legacyQueries }),
    editorSource,
    security: rules.rowRules.security,
    rulesOf: rules.rowRules.clausesOf,
    templates: rules.templates,
    engines: sources.engineOf,
    extractsHere: sources.extracts.isHere,
    results: stores.results,
    sharedScans: stores.sharedScans,
    quotas: rules.quotas,
    finisher: stores.finisher,
    readTime: rules.readTime,
    annotate,
    now: nowMs,
    monotonicMs,
    log: queryLog.record,
    settings: config,
  });
  const annotations = createAnnotate({
    layers: createLayerStore(db),
    charts,
    answers: pipeline.answers,
    datasets: resolver,
  });
  const service = createChartDataService({ pipeline, charts });
  const retelling = createRetelling(join(scriptFolder, 'retelling-worker.mjs'));
  const drawn = { datasets: resolver, draw: stores.pictures.draw, now: nowMs };
  return {
    ...stores,
    service,
    queryLog,
    queryLogStore,
    retelling,
    exploreJson: createExploreJsonService(service, retelling.retell),
    thumbnails: createThumbnailService({ ...drawn, charts, data: service }),
    calls: createChartDataCalls({
      unread: stores.unread,
      stops: createStops(),
      data: service,
      db,
      ...callFacts(resolver, editorSource),
    }),
  };
}

/** What calls around chart data ask about what an address names. */
function callFacts(
  datasets: DatasetReader,
  editorSource: EditorSourceReader,
): Pick<CallNeeds, 'mayReadDataset' | 'mayEditDataset' | 'dialectOf'> {
  const passes =
    (may: (principal: Principal, dataset: ResolvedDataset) => boolean) =>
    async (principal: Principal, id: number): Promise<boolean> => {
      const dataset = await datasets(id);
      return dataset !== null && may(principal, dataset);
    };
  return {
    mayReadDataset: passes(mayReadDataset),
    mayEditDataset: passes(mayEditDataset),
    dialectOf: async (principal, { id, type }, signal) => {
      const kind = editorKindOf(type);
      const dataset = await (kind === null ? datasets(id) : editorSource(principal, kind, id, signal));
      return dataset?.dialect ?? null;
    },
  };
}

/** The cache of results in memory, and the threads that post-process and draw them. */
function createStores({ config, nowMs, monotonicMs, scriptFolder, sharing }: Ground) {
  return {
    results: createResults({
      maxBytes: config.cacheMb * 768 * 1024,
      now: nowMs,
      monotonicMs,
      shared: sharing.runs,
    }),
    // Of the memory for results, a quarter is for their compressed forms.
    bodyEncoder: createBodyEncoder({ maxBytes: config.cacheMb * 256 * 1024 }),
    unread: createUnreadAnswers({ maxBytes: config.unreadAnswersMb * 1024 * 1024 }),
    sharedScans: createSharedScans(),
    pictures: createPictureThread(join(scriptFolder, 'picture-worker.mjs')),
    finisher: createFinisher({
      script: pathToFileURL(join(scriptFolder, 'table-worker.mjs')),
      threads: Math.max(1, availableParallelism() - 1),
      timeLimitMs: config.queryTimeoutSeconds * 1000,
    }),
  };
}
