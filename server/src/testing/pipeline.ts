import type { Predicate } from '@tessera/query/structured-query';
import type { QueryObject } from '@tessera/core/query-object';
import { anonymous, type Principal, type Guest, type Rights, type User } from '../principal.ts';
import { textOf } from '../chart-data/values/chunks.ts';
import { createPipeline, type DataRequest, type Pipeline } from '../chart-data/pipeline.ts';
import type { LoggedQuery } from '../chart-data/edge/query-log.ts';
import { createResults, type Results } from '../chart-data/cache/results.ts';
import type { TemplateStep } from '../chart-data/template-step.ts';
import { createTimeReader } from '../chart-data/resolve/time-reader.ts';
import { createSharedScans } from '../chart-data/cache/shared-scans.ts';
import { createFinisher } from '../chart-data/post-process/worker-pool.ts';
import type { Engine, RunOptions } from '../engines/engine.ts';
import { createQuotas, type Quota } from '../engines/admission/quotas.ts';
import type { CompiledQuery } from '@tessera/query/structured-query';
import { TEST_NOW } from './builders.ts';
import type { Births } from './engines/births.ts';

export const analyst: User = {
  ...anonymous,
  kind: 'user',
  userId: 5,
  username: 'ana',
  grants: new Set(['can_view_query Tessera', 'can_csv Tessera', 'can_samples Tessera']),
  datasetIds: new Set([17]),
};

/** A guest with the rights of somebody else. */
export function guestLike({ isAdmin, roleIds, roles, grants, datasetIds, databaseIds }: Rights): Guest {
  return {
    kind: 'guest',
    userId: null,
    username: 'visitor',
    firstName: '',
    lastName: '',
    embeddings: new Set(),
    clauses: [],
    isAdmin,
    roleIds,
    roles,
    grants,
    datasetIds,
    databaseIds,
  };
}

/** A metric and a time axis of the births. */
export const sumOfNum = {
  expressionType: 'SIMPLE',
  column: { column_name: 'num' },
  aggregate: 'SUM',
  label: 'SUM(num)',
} as const;
export const yearly = {
  timeGrain: 'P1Y',
  columnType: 'BASE_AXIS',
  sqlExpression: 'ds',
  label: 'ds',
  expressionType: 'SQL',
} as const;

export type TestPipeline = {
  readonly pipeline: Pipeline;
  readonly results: Results;
  /** Statements that reached the database. */
  readonly ran: CompiledQuery[];
  /** Entries of the log of queries. */
  readonly logged: readonly LoggedQuery[];
  /** Let the clock go on. */
  readonly pass: (ms: number) => void;
  readonly ask: (
    query: QueryObject,
    more?: Partial<DataRequest> & { readonly type?: DataRequest['context']['result_type'] },
  ) => Promise<Answer>;
};
// The tests look at answers as clients do: as whatever JSON they hold.
type Answer = Readonly<Record<string, unknown>> & {
  readonly data: readonly Readonly<Record<string, unknown>>[];
  readonly query: string;
};

/** Longer than any test. */
const SHARED_SCAN_WAIT_MS = 600_000;

type Options = {
  readonly security?: (principal: Principal) => Predicate;
  readonly rules?: (principal: Principal) => readonly string[];
  readonly wrap?: (engine: Engine) => Engine;
  readonly rowLimit?: number;
  readonly resultMb?: number;
  readonly maxBytes?: number;
  readonly results?: Results;
  readonly quotas?: Readonly<Record<string, Quota>>;
  readonly templates?: TemplateStep;
  readonly dataset?: Partial<Births['dataset']>;
};

/** The pipeline over a real table, with a clock that tests move and a list of what reached the database. */
export function testPipeline(
  births: Births,
  {
    security = () => ({ kind: 'true' }),
    rules = () => [],
    wrap = (engine) => engine,
    rowLimit = 100_000,
    resultMb = 256,
    maxBytes = 10_000_000,
    results: given,
    quotas = {},
    templates = noTemplates,
    dataset: change = {},
  }: Options = {},
): TestPipeline {
  let at = TEST_NOW.getTime();
  const now = () => at;
  const results = given ?? createResults({ maxBytes, now, monotonicMs: now });
  const ran: CompiledQuery[] = [];
  const logged: LoggedQuery[] = [];
  const base = wrap(births.engine);
  const engine: Engine = {
    ...base,
    run: (query: CompiledQuery, options: RunOptions) => {
      ran.push(query);
      return base.run(query, options);
    },
  };
  const dataset = { ...births.dataset, ...change };
  const pipeline = createPipeline({
    datasets: async (id) => (id === dataset.id ? dataset : null),
    throughDashboard: async () => null,
    editorSource: async () => null,
    mayRead: (principal, one) =>
      principal.isAdmin || (principal.datasetIds !== 'all' && principal.datasetIds.has(one.id)),
    security: async (principal, { source }) => ({ security: security(principal), source }),
    rulesOf: async (principal) => rules(principal),
    log: (entry) => void logged.push(entry),
    now,
    monotonicMs: now,
    annotate: async () => '{}',
    templates,
    engines: async () => engine,
    extractsHere: () => true,
    results,
    // Whether queries come together is for the order of what happens to say, not for the speed of the machine.
    sharedScans: createSharedScans({ longestWaitMs: SHARED_SCAN_WAIT_MS }),
    quotas: createQuotas({ byRole: quotas, now, monotonicMs: now }),
    finisher: createFinisher({
      script: new URL('file:///no-thread-is-needed'),
      threads: 1,
      timeLimitMs: 20_000,
      inlineCells: Infinity,
    }),
    readTime: createTimeReader(() => new Date(at)),
    settings: { resultMb, rowLimit, downloadRowLimit: 1_000_000, queryTimeoutSeconds: 20, cacheTimeoutSeconds: 600 },
  });
  return {
    pipeline,
    results,
    ran,
    logged,
    pass: (ms) => void (at += ms),
    ask: async (query, { type, ...more } = {}) => {
      const request = requestFor(query, more);
      const [chunks = []] = await pipeline.answers({
        ...request,
        context: { ...request.context, ...(type && { result_type: type }) },
      });
      return JSON.parse(textOf(chunks)) as Answer;
    },
  };
}

/** For tests without templates in their SQL; chart-data/template-step.test.ts has the real step. */
export const noTemplates: TemplateStep = {
  render: async (_asked, dataset, query) => ({ dataset, query, takenOver: [], readFilters: [], holdsRules: false }),
  renderText: async (_principal, _dataset, text) => text,
  renderSource: async (_principal, _dataset, text) => ({ text, holdsRules: false }),
};

export function requestFor(query: QueryObject, more: Partial<DataRequest> = {}): DataRequest {
  return {
    principal: analyst,
    context: { datasource: { id: 17, type: 'table' }, queries: [query] },
    cache: { force: false, staleOkSeconds: 0, requestTimeout: null, chartTimeout: null },
    signal: new AbortController().signal,
    ...more,
  };
}
