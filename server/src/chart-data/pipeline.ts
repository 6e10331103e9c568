import { createHash } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { AppError } from '@tessera/core/errors/app-error';
import { printExactJson } from '@tessera/core/exact-json';
import type { QueryContext, QueryObject, ResultType } from '@tessera/core/query-object';
import type { Table } from '@tessera/core/table';
import { writtenLength } from '@tessera/query/compile/written';
import { canOnMain, type Actor } from '../actor.ts';
import type { Asker } from '../engines/askers.ts';
import type { CostEstimate } from '../engines/engine.ts';
import { createGate } from '../engines/gate.ts';
import { metered, type Quotas } from '../engines/quotas.ts';
import { turnOf } from '../engines/turn.ts';
import { authorise, type DatasetReader, type MayRead } from './authorise.ts';
import { createContained } from './contained.ts';
import type { ResolvedDataset } from './dataset.ts';
import { discreet, discreetly, discreetPieces, maySeeSql } from './discreet.ts';
import { downloadLines } from './download.ts';
import { explain } from './explain.ts';
import { createFinishOnce } from './finish-once.ts';
import { freshness, type CacheWish } from './freshness.ts';
import type { LineFormat } from './line-formats.ts';
import { createLoopTurns } from './loop-turns.ts';
import { atNewestPartition } from './newest-partition.ts';
import { atInstantRange, fetchWithOffsets, hasOffsets, planOffsets, type Prepared } from './offsets/compare.ts';
import { bytesOf, type Pieces } from './pieces.ts';
import { plan, type Plan } from './plan.ts';
import { presentationOf, type Presentation } from './present/present.ts';
import { logSubject, outcomeOf, type LoggedQuery, type QueryLogger, type QueryTrace } from './query-log.ts';
import { isRaw, verboseNames } from './raw.ts';
import { checkBounds, HEAVY_SQL, isHeavy } from './request-bounds.ts';
import { resolve, type ResolvedQuery, type TimeReader } from './resolve/resolve.ts';
import { restrict, type RowSecurity } from './restrict.ts';
import type { Results } from './results.ts';
import { holdsRules, seesRules, withoutQuotes } from './row-rules.ts';
import type { EngineReader } from './run.ts';
import { shape, shapeColumns, shapeGrains, shapeQuery } from './shape.ts';
import type { TemplateStep } from './template-step.ts';
import type { Together } from './together.ts';
import type { Finisher } from './worker-pool.ts';

export type PipelineNeeds = {
  readonly datasets: DatasetReader;
  readonly mayRead: MayRead;
  readonly security: RowSecurity;
  /** Clauses of the row-level rules that bind a person on a dataset, as they were written. */
  readonly rulesOf: (actor: Actor, dataset: ResolvedDataset) => Promise<readonly string[]>;
  readonly templates: TemplateStep;
  readonly engines: EngineReader;
  readonly results: Results;
  readonly together: Together;
  readonly quotas: Quotas;
  readonly finisher: Finisher;
  readonly annotate: Annotate;
  /** Hears of every query that reached its rows, and of every one that failed. */
  readonly log: QueryLogger;
  readonly readTime: TimeReader;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** A clock that corrections of the time do not move: for how long things take. */
  readonly monotonicMs: () => number;
  readonly settings: {
    readonly rowLimit: number;
    readonly downloadRowLimit: number;
    readonly resultMb: number;
    readonly queryTimeoutSeconds: number;
    readonly cacheTimeoutSeconds: number;
  };
};

export type DataRequest = {
  readonly actor: Actor;
  readonly context: QueryContext;
  readonly cache: CacheWish;
  /** Aborted when the client goes away. */
  readonly signal: AbortSignal;
  /** The name under which the one who asks is told how far it is. */
  readonly ask?: string;
  /** What the address of the request says, by name: templates read it. */
  readonly addressed?: Readonly<Record<string, string>>;
  /** The expressions are drafts of who edits the dataset: like its saved ones they may name whatever the source has. */
  readonly asAuthor?: true;
  /** Leave the database alone: what is not kept fails with NotKept. */
  readonly onlyKept?: true;
};

/**
 * What annotation layers draw over a query's answer, as JSON text by the name of the layer; '{}' for none.
 * It asks for itself, so that a layer is never more than the person may see.
 */
export type Annotate = (
  request: DataRequest,
  layers: unknown,
  around: { readonly query: QueryObject; readonly range: ResolvedQuery['range'] },
) => Promise<string>;

/**
 * Queries that begin in one turn of the event loop. A dashboard begins as a whole, so that its charts share scans;
 * thousands in one request let others in between.
 */
const BEGIN_AT_ONCE = 25;

/** A request for kept answers met one that is not kept. */
class NotKept extends Error {}

export type Pipeline = ReturnType<typeof createPipeline>;

/**
 * The way of data, from a request to its answer:
 * authorise → resolve → restrict → plan → cache → run → post-process → shape.
 *
 * Everything that could answer differently for two people or at two times is an argument of a step, and in the key.
 */
export function createPipeline(needs: PipelineNeeds) {
  const { settings, results, together, finisher } = needs;
  const contained = createContained(results);
  const finishOnce = createFinishOnce(finisher);
  const beginning = createGate(BEGIN_AT_ONCE);
  const turnOfTheLoop = createLoopTurns();

  /** resolve → restrict → plan; templates become SQL before names are looked up. */
  async function prepare(
    request: DataRequest,
    given: ResolvedDataset,
    asked: QueryObject,
    type: ResultType,
    mostRows: number,
  ): Promise<Prepared> {
    // Rows as they are hold every column, whatever the request names.
    if (isHeavy(asked)) await turnOfTheLoop();
    const named = isRaw(type) ? { ...asked, columns: given.columns.map((column) => column.name) } : asked;
    const mayAsk = (): void => {
      if (request.onlyKept) throw new NotKept();
    };
    const { query, dataset, takenOver, readFilters, holdsRules } = await needs.templates.render(
      { ...request, mayAsk },
      given,
      named,
    );
    const found = resolve(query, dataset, type, needs.readTime, { most: mostRows });
    // A filter that a template read is in the rows, whether or not the dataset has such a column.
    const byTemplate = [
      ...found.rejected.map(({ column }) => column).filter((column) => readFilters.includes(column)),
      ...takenOver,
    ];
    const resolved = {
      ...found,
      applied: [...found.applied, ...byTemplate.map((column) => ({ column }))],
      rejected: found.rejected.filter(({ column }) => !byTemplate.includes(column)),
    };
    const isLong = isHeavy(asked) || writtenLength(found.structured) > HEAVY_SQL;
    const structured = request.asAuthor ? { ...resolved.structured, source: dataset.source } : resolved.structured;
    const restricted = restrict(structured, await needs.security(request.actor, dataset, request.signal));
    const settled = await atNewestPartition(restricted, dataset, needs.engines, request.signal, mayAsk);
    if (isLong) await turnOfTheLoop();
    return { isLong, resolved, plan: plan(settled, dataset, resolved.temporal, holdsRules), takenOver, readFilters };
  }

  /** cache → run: a kept result, one that is under way, or the database. */
  async function read(request: DataRequest, dataset: ResolvedDataset, { isLong, resolved, plan: planned }: Prepared) {
    const wish = freshness(request.cache, dataset, settings.cacheTimeoutSeconds);
    if (isLong) await turnOfTheLoop();
    await contained.offer(dataset, planned, resolved.temporal, wish);
    if (request.onlyKept && !(await results.has(planned.key, wish))) throw new NotKept();
    const work = { plan: planned, dataset, temporal: resolved.temporal };
    const got = await results
      .read(
        planned.key,
        wish,
        request.signal,
        async (signal, askers) =>
          together.run(work, await needs.engines(dataset), needs.quotas.accountOf(request.actor), {
            ...runOptions(request.actor, signal, settings.rowLimit),
            askers,
          }),
        askerOf(request),
      )
      .catch((error: unknown) => {
        throw withoutQuotes(error, request.actor, planned);
      });
    contained.remember(dataset, planned, resolved.temporal);
    const { table, truncated, ranAtMs } = got.result;
    return { ...got, table, truncated, timeoutSeconds: wish.timeoutSeconds, identity: `${planned.key} ${ranAtMs}` };
  }

  /** The whole way of one query; post-process → shape happen once per kept result. */
  async function answer(
    request: DataRequest,
    dataset: ResolvedDataset,
    query: QueryObject,
    trace: (seen: QueryTrace) => void,
  ): Promise<Pieces> {
    const type = query.result_type ?? request.context.result_type ?? 'full';
    checkType(type, request.actor);
    if (type === 'columns') return shapeColumns(dataset);
    if (type === 'timegrains') return shapeGrains(dataset);
    if (type === 'query') return queryText(request, dataset, query);

    const beganMs = needs.monotonicMs();
    const asked = atInstantRange(query, dataset, needs.readTime);
    const prepareOne = (one: QueryObject) => prepare(request, dataset, one, type, settings.rowLimit);
    const own = await prepareOne(asked);
    const { resolved, plan: planned } = own;
    const note = (plans: readonly Plan[], came: Pick<QueryTrace, 'rows' | 'isCached'>): void =>
      trace({
        ...came,
        key: plans.map((one) => one.key).join(' '),
        sql: () => statements(plans, 'hidden'),
        holdsRules: plans.some(holdsRules),
      });
    // Of a query that fails from here on the log still has the SQL.
    note([planned], { rows: null, isCached: false });
    const compares = hasOffsets(asked) && !isRaw(type);
    const others = { dataset, readTime: needs.readTime, prepare: prepareOne };
    const rules = seesRules(request.actor) ? 'shown' : 'hidden';

    const plannedMs = needs.monotonicMs();
    const fetch = (one: Prepared) => read(request, dataset, one);
    const [{ compared, main }, annotations] = await Promise.all([
      compares
        ? fetchWithOffsets(asked, own, { ...others, fetch }).then((found) => ({ compared: found, main: found.main }))
        : fetch(own).then((found) => ({ compared: null, main: found })),
      type === 'full' || type === 'post_processed' ? annotate(request, asked, resolved) : '{}',
    ]);
    const { table, isCached, identity } = compared ?? main;
    const { result, timeoutSeconds } = main;
    const plans = [planned, ...(compared?.plans ?? [])];
    note(plans, { rows: main.table.rowCount, isCached });

    // An answer that was given before is given again as it is; its name holds all that could make it differ.
    const seesSql = maySeeSql(request.actor);
    const shown =
      type === 'post_processed'
        ? { presentation: presentationOf(request.context.form_data ?? {}), verbose: verboseNames(dataset) }
        : { verbose: {} };
    const name = answerName(
      type,
      isCached,
      seesSql ? rules : null,
      timeoutSeconds,
      own,
      compared === null ? null : identity,
      shown.presentation,
      annotations,
    );
    const ready = type === 'explain' ? undefined : result.answers.get(name);
    if (ready) return ready;

    const finishingMs = needs.monotonicMs();
    const finished = await finishOnce(
      identity,
      table,
      { steps: resolved.steps, columnOrder: resolved.columnOrder, format: 'json', ...shown },
      { signal: request.signal, turn: turnOf(request.actor) },
    );
    if (type === 'explain') {
      return explain({
        dataset,
        context: request.context,
        query: asked,
        plans,
        estimates:
          seesSql && (rules === 'shown' || !plans.some(holdsRules))
            ? await estimates(dataset, plans, request.signal)
            : [],
        takenOver: own.takenOver,
        rejected: resolved.rejected,
        seesSql,
        seesRules: rules === 'shown',
        rules: await needs.rulesOf(request.actor, dataset),
        cache: { key: planned.key, isCached, ranAtMs: result.ranAtMs, nowMs: needs.now(), timeoutSeconds },
        rows: {
          read: main.table.rowCount,
          answered: finished.rowCount,
          isCut: main.truncated || main.table.rowCount === planned.query.limit,
        },
        stages: {
          plan: plannedMs - beganMs,
          database: result.tookMs,
          postProcessing: needs.monotonicMs() - finishingMs,
        },
      });
    }
    const facts = {
      type,
      isCached,
      resolved,
      readFilters: own.readFilters,
      cacheKey: planned.key,
      cacheTimeoutSeconds: timeoutSeconds,
      ranAtMs: result.ranAtMs,
      sql: seesSql ? statements(plans, rules) : null,
      sqlRowCount: main.table.rowCount,
      annotations,
    };
    const shaped = shape(facts, finished);
    if (isCached) results.keepAnswer(planned.key, result, name, shaped);
    return shaped;
  }

  /** The layers of a query; those of its form where the query names none. */
  function annotate(request: DataRequest, query: QueryObject, { range }: ResolvedQuery): Promise<string> {
    return needs.annotate(request, query.annotation_layers ?? request.context.form_data?.['annotation_layers'], {
      query,
      range,
    });
  }

  /** The statements of a query, or what is wrong with it. */
  async function queryText(request: DataRequest, dataset: ResolvedDataset, query: QueryObject): Promise<Pieces> {
    try {
      const asked = atInstantRange(query, dataset, needs.readTime);
      const prepareOne = (one: QueryObject) => prepare(request, dataset, one, 'query', settings.rowLimit);
      const own = await prepareOne(asked);
      const others = hasOffsets(asked)
        ? await planOffsets(asked, { dataset, readTime: needs.readTime, prepare: prepareOne })
        : [];
      return shapeQuery({ query: statements([own.plan, ...others], seesRules(request.actor) ? 'shown' : 'hidden') });
    } catch (error) {
      if (error instanceof AppError && error.status === 400) return shapeQuery({ error: error.message });
      throw error;
    }
  }

  /**
   * What the database expects of statements, from all rows of the table: nothing for whom rules hide some. An answer is
   * explained without it too.
   */
  async function estimates(
    dataset: ResolvedDataset,
    plans: readonly Plan[],
    signal: AbortSignal,
  ): Promise<readonly (CostEstimate | null)[]> {
    const engine = await needs.engines(dataset);
    return Promise.all(
      plans.map(async (one) => (await engine.estimate?.(one.compiled(), signal).catch(() => null)) ?? null),
    );
  }

  /** An answer, and a line in the log of queries whatever comes of it. */
  async function answerLogged(request: DataRequest, dataset: ResolvedDataset, query: QueryObject): Promise<Pieces> {
    const log = startEntry(request, dataset, query, 'chart');
    let seen: QueryTrace | null = null;
    try {
      const done = await answer(request, dataset, query, (facts) => {
        seen = facts;
      });
      // SQL, columns and grains are told without a query.
      if (seen !== null) log(seen, null);
      return done;
    } catch (error) {
      if (!(error instanceof NotKept)) log(seen, error);
      throw error;
    }
  }

  /** Begin an entry of the log; the function ends it. */
  function startEntry(
    { actor, context }: DataRequest,
    dataset: ResolvedDataset,
    query: QueryObject,
    source: LoggedQuery['source'],
  ) {
    const startMs = needs.now();
    const beganMs = needs.monotonicMs();
    return (seen: QueryTrace | null, error: unknown): void =>
      needs.log({
        ...logSubject(actor, context),
        rows: seen?.rows ?? null,
        isCached: seen?.isCached ?? false,
        key: seen?.key ?? null,
        sql: seen?.sql ?? null,
        startMs,
        durationMs: needs.monotonicMs() - beganMs,
        source,
        kind: query.result_type ?? context.result_type ?? 'full',
        dataset,
        ...outcomeOf(error, seen),
      });
  }

  /** The lines of one query's download, with its line in the log of queries. */
  async function* downloadLogged(
    request: DataRequest,
    dataset: ResolvedDataset,
    query: QueryObject,
    format: LineFormat,
  ): AsyncGenerator<Buffer, void> {
    const log = startEntry(request, dataset, query, 'download');
    let seen: QueryTrace | null = null;
    const trace = (planned: Plan, rows: number): void => {
      seen = {
        rows,
        isCached: false,
        key: planned.key,
        sql: () => statements([planned], 'hidden'),
        holdsRules: holdsRules(planned),
      };
    };
    // Who leaves a download half-way ends this generator without a word.
    let came: unknown = new AppError('query_cancelled', {});
    try {
      yield* download(request, dataset, query, format, trace);
      came = null;
    } catch (error) {
      came = error;
      throw error;
    } finally {
      log(seen, came);
    }
  }

  /** The lines of one query's download. */
  async function* download(
    request: DataRequest,
    dataset: ResolvedDataset,
    query: QueryObject,
    format: LineFormat,
    trace: (planned: Plan, rows: number) => void,
  ): AsyncGenerator<Buffer, void> {
    const type = query.result_type ?? request.context.result_type ?? 'full';
    checkType(type, request.actor);
    const plans: Plan[] = [];
    const lines = downloadLines(atInstantRange(query, dataset, needs.readTime), {
      dataset,
      type,
      format,
      finisher,
      trace,
      readTime: needs.readTime,
      presentation: type === 'post_processed' ? presentationOf(request.context.form_data ?? {}) : null,
      prepare: async (one) => {
        const prepared = await prepare(request, dataset, one, type, settings.downloadRowLimit);
        if (plans.length === 0) trace(prepared.plan, 0);
        plans.push(prepared.plan);
        return prepared;
      },
      engine: () => engineFor(request.actor, dataset),
      options: runOptions(request.actor, request.signal, settings.downloadRowLimit),
    });
    try {
      yield* lines;
    } catch (error) {
      const [planned] = plans;
      throw planned ? withoutQuotes(error, request.actor, planned) : error;
    }
  }

  /** @throws AppError for a query that cannot be asked */
  async function checkDownload(request: DataRequest, dataset: ResolvedDataset, query: QueryObject): Promise<void> {
    const type = query.result_type ?? request.context.result_type ?? 'full';
    checkType(type, request.actor);
    const { plan: planned } = await prepare(
      request,
      dataset,
      atInstantRange(query, dataset, needs.readTime),
      type,
      settings.downloadRowLimit,
    );
    try {
      planned.compiled();
    } catch (error) {
      throw withoutQuotes(error, request.actor, planned);
    }
  }

  /** What runs for a person is on their account. */
  async function engineFor(actor: Actor, dataset: ResolvedDataset) {
    return metered(await needs.engines(dataset), needs.quotas.accountOf(actor));
  }

  function runOptions(actor: Actor, signal: AbortSignal, maxRows: number) {
    return {
      signal,
      timeoutMs: settings.queryTimeoutSeconds * 1000,
      maxRows,
      maxBytes: settings.resultMb * 1024 * 1024,
      turn: turnOf(actor),
    };
  }

  async function answers(request: DataRequest): Promise<readonly Pieces[]> {
    checkBounds(request.context);
    const dataset = await authorise(request.actor, request.context.datasource, needs.datasets, needs.mayRead);
    // One query that fails fails the request: the others need not run to their end.
    const failed = new AbortController();
    const signal = AbortSignal.any([request.signal, failed.signal]);
    // Each of the queries waits by itself.
    setMaxListeners(0, signal);
    const answered = together.announce(dataset.id, request.context.queries.length);
    const turn = turnOf(request.actor);
    const held = new Set<Pieces>();
    const isOfMany = request.context.queries.length > 1;
    const mostBytes = settings.resultMb * 1024 * 1024;
    return Promise.all(
      request.context.queries.map(async (query) => {
        const begun = await beginning.enter(turn, signal);
        setImmediate(begun);
        const pieces = await answerLogged({ ...request, signal }, dataset, query);
        // Answers wait for the last of them: together they may hold what one result may.
        if (isOfMany && bytesOf([...held.add(pieces)].flat()) > mostBytes)
          throw new AppError('result_too_large', { megabytes: settings.resultMb });
        return pieces;
      }),
    )
      .catch((error: unknown) => {
        failed.abort();
        throw discreet(error, request.actor);
      })
      .finally(answered);
  }

  return {
    /**
     * One JSON entry per query, in their order, each in pieces.
     * @throws AppError; a query that fails fails the request
     */
    answers,

    /**
     * The same when every query can be answered without a database, else null. What is wrong with the request is told
     * either way.
     * @throws AppError
     */
    keptAnswers: (request: DataRequest): Promise<readonly Pieces[] | null> =>
      answers({ ...request, onlyKept: true }).catch((error: unknown) => {
        if (error instanceof NotKept) return null;
        throw error;
      }),

    /**
     * What the layers of each query draw ([7.1-03]), as JSON text by the name of the layer; the queries themselves are
     * not run.
     * @throws AppError
     */
    annotations: (request: DataRequest): Promise<readonly string[]> =>
      discreetly(request.actor, async () => {
        checkBounds(request.context);
        const dataset = await authorise(request.actor, request.context.datasource, needs.datasets, needs.mayRead);
        return Promise.all(
          request.context.queries.map(async (query) => {
            const asked = atInstantRange(query, dataset, needs.readTime);
            return annotate(
              request,
              asked,
              (await prepare(request, dataset, asked, 'full', settings.rowLimit)).resolved,
            );
          }),
        );
      }),

    /** The rows of the first query as a table, before post-processing: for readers on the server. @throws AppError */
    table: (request: DataRequest): Promise<Table> =>
      discreetly(request.actor, async () => {
        checkBounds(request.context);
        const dataset = await authorise(request.actor, request.context.datasource, needs.datasets, needs.mayRead);
        const [query] = request.context.queries;
        if (!query) throw new AppError('empty_query', {});
        return (await read(request, dataset, await prepare(request, dataset, query, 'results', settings.rowLimit)))
          .table;
      }),

    /** The lines of one download per query, in their order. @throws AppError before the first bytes */
    downloads: async (
      request: DataRequest,
      format: LineFormat = 'csv',
    ): Promise<readonly AsyncGenerator<Buffer, void>[]> => {
      checkBounds(request.context);
      if (!canOnMain(request.actor, 'can_csv')) throw new AppError('forbidden', {});
      const dataset = await authorise(request.actor, request.context.datasource, needs.datasets, needs.mayRead);
      // A file that has begun cannot turn into an error any more: what is wrong with a later query is told before the
      // first.
      const { queries } = request.context;
      if (queries.length > 1)
        await discreetly(request.actor, () =>
          Promise.all(queries.map((query) => checkDownload(request, dataset, query))),
        );
      return queries.map((query) => discreetPieces(downloadLogged(request, dataset, query, format), request.actor));
    },
  };
}

function askerOf({ actor, ask }: DataRequest): Asker | undefined {
  return ask === undefined ? undefined : { turn: turnOf(actor), ask };
}

function checkType(type: ResultType, actor: Actor): void {
  if (type === 'query' && !maySeeSql(actor)) throw new AppError('forbidden', {});
  if (isRaw(type) && !canOnMain(actor, 'can_samples')) throw new AppError('forbidden', {});
}

function answerName(
  type: ResultType,
  isCached: boolean,
  sql: 'shown' | 'hidden' | null,
  timeoutSeconds: number,
  { resolved: { steps, columnOrder, labels, applied, rejected, range }, readFilters }: Prepared,
  compared: string | null,
  presentation: Presentation | undefined,
  annotations: string,
): string {
  return printExactJson([
    type,
    isCached,
    sql,
    timeoutSeconds,
    steps,
    columnOrder,
    labels,
    applied,
    rejected,
    readFilters,
    range,
    compared,
    presentation,
    digestOf(annotations),
  ]);
}

/** Annotations may be long; the name of an answer is not. */
function digestOf(text: string): string {
  return text === '{}' ? '' : createHash('sha256').update(text).digest('base64');
}

/** Everything that is run for an answer, one statement behind the other. */
function statements(plans: readonly Plan[], rules: 'shown' | 'hidden'): string {
  return plans.map((one) => one.readableSql(rules)).join(';\n\n');
}
