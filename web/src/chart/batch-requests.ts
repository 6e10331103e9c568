import { isAbort, networkError } from '../api/api-error.ts';

/** A question of one chart, as the address and the body of a request of its own would put it. */
export type ChartQuestion = {
  readonly search: string;
  readonly body: object;
  /** The name under which it can be stopped; see `nextRequestId`. */
  readonly ask?: string;
};
/** What came for it: a status, and a body as a request of its own would have. `date`: when, by the server's clock. */
export type ChartLine = { readonly status: number; readonly data: unknown; readonly date: string | null };
/** A request in a batch: its place there is the id of its line. */
export type BatchItem = { readonly id: number; readonly search: string; readonly [key: string]: unknown };

export type TellLine = (id: number, line: ChartLine | Error) => void;

export type BatchIo = {
  /** One question by itself. */
  readonly sendAlone: (question: ChartQuestion, signal: AbortSignal) => Promise<ChartLine>;
  /** Many on one connection: tells each line, or what was refused, as it comes. @throws what ended the connection */
  readonly sendMany: (items: readonly BatchItem[], signal: AbortSignal, tell: TellLine) => Promise<void>;
  /** End questions of a batch that others still wait for. @returns how many of them the server knew */
  readonly stop: (asks: readonly string[]) => Promise<number>;
  /** Run when everything that is asked in this moment has been said. */
  readonly soon: (run: () => void) => void;
  /** A clock, in ms. */
  readonly now: () => number;
};

/** Questions of one request at most; the server takes a hundred. */
const MOST = 100;
/** Answers that came so recently are still being drawn. */
const DRAWN_MS = 300;
/** Characters of one request at most. */
const MOST_CHARACTERS = 400_000;

type Waiting = {
  readonly question: ChartQuestion;
  readonly signal: AbortSignal;
  readonly resolve: (line: ChartLine) => void;
  readonly reject: (error: unknown) => void;
  isSettled: boolean;
};
type Batch = { readonly members: readonly Waiting[]; readonly controller: AbortController };
type State = {
  readonly io: BatchIo;
  readonly batches: Set<Batch>;
  asked: Waiting[];
  left: Waiting[];
  isPlanned: boolean;
  /** Questions that went out by themselves. */
  alone: number;
  /** When the last batch was over. */
  endedMs: number;
};

/**
 * Sends the questions of charts that are asked in one moment as one request, so that the server answers them by few
 * scans, and tells each chart its answer as soon as it is there. A question that is alone is sent by itself.
 */
export function createBatchRequests(io: BatchIo) {
  const state: State = { io, batches: new Set(), asked: [], left: [], isPlanned: false, alone: 0, endedMs: -Infinity };
  return {
    /** @throws DOMException AbortError when stopped, and whatever the request of its own would throw */
    ask: (question: ChartQuestion, signal: AbortSignal): Promise<ChartLine> => ask(state, question, signal),
    /** Whether every question is answered. */
    isIdle: (): boolean => state.batches.size === 0 && state.asked.length === 0 && state.alone === 0,
    /** Whether many charts change at once: then nothing moves, so that all of them stand sooner. */
    isCrowd: (): boolean => state.batches.size > 0 || io.now() - state.endedMs < DRAWN_MS,
  };
}

function ask(state: State, question: ChartQuestion, signal: AbortSignal): Promise<ChartLine> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(stopped());
    const one: Waiting = { question, signal, resolve, reject, isSettled: false };
    signal.addEventListener('abort', () => leave(state, one), { once: true });
    state.asked.push(one);
    plan(state);
  });
}

function plan(state: State): void {
  if (state.isPlanned) return;
  state.isPlanned = true;
  state.io.soon(() => {
    state.isPlanned = false;
    endLeft(state);
    const asked = state.asked.filter(({ isSettled }) => !isSettled);
    state.asked = [];
    for (const members of packed(asked)) send(state, members);
  });
}

/** Whoever leaves hears of it at once; the server does when it is known who else left. */
function leave(state: State, one: Waiting): void {
  if (one.isSettled) return;
  one.isSettled = true;
  one.reject(stopped());
  state.left.push(one);
  plan(state);
}

/** A batch that nobody waits for is given up; of the others the server ends single questions by their names. */
function endLeft(state: State): void {
  const left = new Set(state.left);
  state.left = [];
  for (const batch of state.batches) {
    const gone = batch.members.filter((one) => left.has(one));
    if (gone.length === 0) continue;
    if (batch.members.every(({ isSettled }) => isSettled)) batch.controller.abort();
    else void endSome(state, batch, gone);
  }
}

/** Another server than the one that answers does not know the names: then the others are asked for anew. */
async function endSome(state: State, batch: Batch, gone: readonly Waiting[]): Promise<void> {
  const asks = gone.flatMap(({ question }) => question.ask ?? []);
  const known = await state.io.stop(asks).catch(() => 0);
  if (known > 0 || asks.length === 0 || !state.batches.has(batch)) return;
  const others = batch.members.filter(({ isSettled }) => !isSettled);
  state.batches.delete(batch);
  batch.controller.abort();
  for (const members of packed(others)) send(state, members);
}

function packed(asked: readonly Waiting[]): readonly (readonly Waiting[])[] {
  const packs: Waiting[][] = [];
  let size = 0;
  for (const one of asked) {
    const own = one.question.search.length + JSON.stringify(one.question.body, plainInteger).length;
    const last = packs.at(-1);
    const fits = last !== undefined && last.length < MOST && size + own <= MOST_CHARACTERS;
    if (fits) last.push(one);
    else packs.push([one]);
    size = fits ? size + own : own;
  }
  return packs;
}

/** Only lengths are measured: the digits of long integers count. */
function plainInteger(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value;
}

function send(state: State, members: readonly Waiting[]): void {
  const [first] = members;
  if (members.length === 1 && first) return sendAlone(state, first);
  const batch: Batch = { members, controller: new AbortController() };
  state.batches.add(batch);
  const items = members.map(({ question }, id) => ({ ...question.body, id, search: question.search }));
  const tell: TellLine = (id, line) => {
    const one = members[id];
    if (one) settle(one, () => (line instanceof Error ? one.reject(line) : one.resolve(line)));
  };
  void state.io
    .sendMany(items, batch.controller.signal, tell)
    .then(
      () => networkError(),
      (error: unknown) => error,
    )
    .then((error) => {
      state.endedMs = state.io.now();
      // What goes on in another batch is not over.
      if (!state.batches.delete(batch) && isAbort(error)) return;
      for (const one of members) settle(one, () => one.reject(error));
    });
}

function sendAlone(state: State, one: Waiting): void {
  state.alone += 1;
  void state.io
    .sendAlone(one.question, one.signal)
    .then(
      (line) => settle(one, () => one.resolve(line)),
      (error: unknown) => settle(one, () => one.reject(error)),
    )
    .finally(() => (state.alone -= 1));
}

function settle(one: Waiting, end: () => void): void {
  if (one.isSettled) return;
  one.isSettled = true;
  end();
}

function stopped(): DOMException {
  return new DOMException('The chart was stopped.', 'AbortError');
}
