import { AppError } from '@tessera/core/errors/app-error';
import { printExactJson } from '@tessera/core/exact-json';
import { message } from '@tessera/core/messages';
import type { QueryContext } from '@tessera/core/query-object';
import { isDatasetKind, readDatasource } from '../../chart-data/dataset-kind.ts';
import { createLoopTicks } from '../../chart-data/run/loop-ticks.ts';
import { bytesOf, compact, type Chunks } from '../../chart-data/values/chunks.ts';
import { listed } from '../../chart-data/format/shape.ts';
import { fairnessKeyOf } from '../../engines/admission/fairness-key.ts';
import { errorBody, wordsBeside } from '../../http/error-body.ts';
import { addressedOf } from '../../http/request-parts.ts';
import type { UnreadAnswers } from '../../http/unread-answers.ts';
import type { Principal } from '../../principal.ts';
import { CHART_DATA, writePayload } from './async.ts';
import type { SubmitJob } from './job-wish.ts';
import { ASK, readContext, type BatchBody } from './schema.ts';
import type { Addressed, ChartDataService, Wish } from './service.ts';
import type { Stops } from './stops.ts';

type Needs = {
  readonly data: Pick<ChartDataService, 'answers' | 'cachedAnswers' | 'announce'>;
  readonly unread: UnreadAnswers;
  readonly stops: Stops;
};

/** How a batch was sent. */
export type BatchWay = {
  readonly principal: Principal;
  readonly addressed: Addressed;
  readonly signal: AbortSignal;
  /** What users read of a failure; what broke on our side is in the log then. */
  readonly asTold: (error: unknown) => AppError;
  /** Makes a job of what is not cached; left out where answers are waited for. */
  readonly submit?: SubmitJob;
};

type Item = BatchBody['requests'][number];
/** A line that is made, and gives back its room once it is with the stream. */
type Line = { readonly line: Chunks; readonly release: () => void };

/**
 * One line of JSON per request, in the order in which the answers are there. A request that fails says so in its
 * own line.
 */
export async function* answerBatch(needs: Needs, { requests }: BatchBody, way: BatchWay): AsyncGenerator<Chunks, void> {
  const pending = new Map<number, Promise<Line & { readonly at: number }>>();
  // Each may ask as much as a request of its own: what answers at once would be one step of the loop for all of
  // them.
  const tickOfTheLoop = createLoopTicks();
  for (const [at, begun] of requests.map((item) => begin(needs, item, way)).entries()) {
    const answering = lineOf(needs, begun, way, tickOfTheLoop).finally(begun.end);
    pending.set(
      at,
      answering.then((line) => ({ at, ...line })),
    );
  }
  try {
    while (pending.size > 0) {
      const { at, line, release } = await Promise.race(pending.values());
      pending.delete(at);
      try {
        yield line;
      } finally {
        release();
      }
    }
  } finally {
    // Who leaves, leaves lines behind that nobody reads.
    for (const left of pending.values()) void left.then(({ release }) => release());
  }
}

type Begun = {
  readonly id: Item['id'];
  /** @throws AppError */
  readonly context: () => QueryContext;
  readonly wish: Wish;
  readonly signal: AbortSignal;
  readonly end: () => void;
};

/** All of them are announced before the first is answered, so that they share scans. */
function begin({ data, stops }: Needs, { id, search, stale_ok: staleOk, ...body }: Item, way: BatchWay): Begun {
  const address = addressedOf(Object.fromEntries(new URLSearchParams(search ?? '')));
  const ask = new RegExp(ASK).test(address['ask'] ?? '') ? address['ask'] : undefined;
  const announcement = data.announce(...sizeOf(body));
  const stopping = stops.begin(fairnessKeyOf(way.principal), ask, way.signal);
  return {
    id,
    context: () => inJson(readContext(body)),
    wish: {
      force: address['force'] === 'true',
      staleOkSeconds: staleOk ?? 0,
      addressed: { ...way.addressed, ...address },
      announcement,
      ...(ask !== undefined && { ask }),
    },
    signal: stopping.signal,
    end: () => {
      stopping.end();
      announcement.close();
    },
  };
}

/** The dataset (0 for what is none) and the number of queries, of a body that nobody has read yet. */
function sizeOf({ datasource, queries }: Readonly<Record<string, unknown>>): readonly [number, number] {
  const { id, type }: { readonly id?: unknown; readonly type?: unknown } = Object(datasource);
  const named = readDatasource({ id: String(id), type: typeof type === 'string' ? type : undefined });
  return [isDatasetKind(named.kind) ? (named.id ?? 0) : 0, Array.isArray(queries) ? queries.length : 0];
}

/** @throws AppError incorrect_request */
function inJson(context: QueryContext): QueryContext {
  if ((context.result_format ?? 'json') === 'json') return context;
  throw new AppError('incorrect_request', { reason: message('result_format: a batch answers in JSON') });
}

async function lineOf(
  { data, unread }: Needs,
  { id, context: read, wish, signal }: Begun,
  { principal, asTold, submit }: BatchWay,
  tickOfTheLoop: () => Promise<void>,
): Promise<Line> {
  try {
    await tickOfTheLoop();
    const context = read();
    const answers = submit
      ? await data.cachedAnswers(principal, context, wish, signal)
      : await data.answers(principal, context, wish, signal);
    if (answers === null) {
      const { announcement: _, ...lasting } = wish;
      const job = await submit?.(CHART_DATA, writePayload(context, lasting));
      return textLine({ id, ...job, status: 202 });
    }
    const line = compact([
      Buffer.from(`{"id":${printExactJson(id)},"status":200,"result":[`),
      ...listed(answers),
      Buffer.from(']}\n'),
    ]);
    return { line, release: unread.hold(bytesOf(line)) };
  } catch (error) {
    const told = asTold(error);
    return textLine({ id, status: told.status, code: told.code, ...errorBody(told, 'message'), ...wordsBeside(told) });
  }
}

function textLine(body: object): Line {
  return { release: () => undefined, line: [Buffer.from(`${printExactJson(body)}\n`)] };
}
