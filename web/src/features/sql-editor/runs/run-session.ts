import { clearInactive, refreshedState } from '@tessera/core/sql-editor/query-runs';
import type { RunQuestion } from '@tessera/core/errors/sql-runs';
import { isActive } from '@tessera/core/sql-editor/query-states';
import type { RunLine, WireQuery } from './read-lines.ts';
import type { AskedRun, Run, RunError, RunWay, Script } from './run.ts';
import { beginRun, failed, fetchRun, refreshed, stepRun, stopped } from './step-run.ts';

/** Where a script runs: its database, and the values and bounds of its tab. */
export type RunPlace = {
  /** What the run belongs to: a tab, or a preview. */
  readonly key: string;
  readonly dbId: number;
  readonly catalog: string | null;
  readonly schema: string | null;
  /** The tab as the server knows it: its number there, or the browser's own name for it. */
  readonly editorId: string;
  readonly tabName: string;
  readonly rowLimit: number;
  /** JSON text. */
  readonly templateParams: string;
};

export type RunAnswer =
  | { readonly kind: 'lines'; readonly lines: AsyncIterable<RunLine> }
  /** It goes on without this request. */
  | { readonly kind: 'async'; readonly told: WireQuery };

export type RunIo = {
  readonly now: () => number;
  readonly newId: () => string;
  readonly execute: (
    id: string,
    place: RunPlace,
    script: Script,
    way: RunWay,
    signal: AbortSignal,
  ) => Promise<RunAnswer>;
  /** The lines of stored results, and those that still come. `isWhole`: no more come, so it is answered soon. */
  readonly results: (key: string, isWhole: boolean, signal: AbortSignal) => AsyncIterable<RunLine>;
  readonly stop: (id: string) => Promise<void>;
  /** What the server knows of queries that changed since, in epoch milliseconds. */
  readonly changedSince: (since: number) => Promise<readonly WireQuery[]>;
  readonly later: (run: () => void, ms: number) => () => void;
  /** An error as the page shows it. `isUnanswered`: nobody was there. */
  readonly errorOf: (error: unknown) => { readonly error: RunError; readonly isUnanswered: boolean };
  readonly isAbort: (error: unknown) => boolean;
  /** The page is being left, and takes what it has requested with it. */
  readonly isLeaving: () => boolean;
  /** What the server asks before it runs something; null where the error is no question. */
  readonly questionOf: (error: unknown) => RunQuestion | null;
  /** Ask the user. What is shown under the key is what was there before, `before` its query. */
  readonly ask: (key: string, asked: AskedRun, before: string | null) => void;
  /** Null: the server does not know it, and it is shown no more. */
  readonly show: (key: string, run: Run | null) => void;
  /** How a stop went ([8.5-01]). */
  readonly tellStop: (went: boolean) => void;
  /** A run that was not over gave way to another one. */
  readonly tellReplaced: () => void;
  /** A run that somebody waited for is over. */
  readonly onEnd: (key: string, run: Run) => void;
  /** Results that could not be fetched ([8.5-10]). */
  readonly onFetchFailed: (run: Run) => void;
};

export type RunSession = {
  /** Run a script; what still runs under the same key gives way. */
  readonly start: (place: RunPlace, script: Script, way: RunWay) => string;
  readonly stop: (key: string) => Promise<void>;
  /** Show a run from before: one that goes on is followed, of one that is over the rows are fetched. */
  readonly resume: (key: string, run: Run) => void;
  readonly run: (key: string) => Run | null;
  /** The server is back: what was followed is followed again. */
  readonly onReturn: () => void;
  readonly close: (key: string) => void;
};

type Live = {
  run: Run;
  control: AbortController;
  /** An answer tells of it as it goes on. */
  isStreamed: boolean;
  isStopping: boolean;
};
type State = {
  readonly io: RunIo;
  readonly live: Map<string, Live>;
  /** Runs that go on unseen until the server has taken the one in their place: it may ask first. */
  readonly aside: Map<string, Live>;
  cancelPoll: (() => void) | null;
};

/** So often the server is asked about queries that nobody streams, and so far back, in ms. */
const POLL_MS = 2000;
const POLL_BACK_MS = 5000;

/** Runs of the editor, one per key, without a page around them. */
export function createRunSession(io: RunIo): RunSession {
  const state: State = { io, live: new Map(), aside: new Map(), cancelPoll: null };
  return {
    start: (place, script, way) => start(state, place, script, way),
    stop: (key) => stop(state, key),
    resume: (key, run) => resume(state, key, run),
    run: (key) => state.live.get(key)?.run ?? null,
    onReturn: () => {
      for (const [key, { run }] of state.live) if (isLost(run)) follow(state, key);
    },
    close: (key) => {
      endAside(state, key);
      state.live.get(key)?.control.abort();
      state.live.delete(key);
    },
  };
}

/** Goes on at the server while nothing tells the page of it. */
function isLost({ isAsync, state }: Run): boolean {
  return isAsync && isActive(state);
}

function start(state: State, place: RunPlace, script: Script, way: RunWay): string {
  const { io } = state;
  const { key } = place;
  const before = state.live.get(key);
  // Of one that was not taken yet, the one before it stays.
  if (state.aside.has(key)) before?.control.abort();
  else if (before) state.aside.set(key, before);
  const id = io.newId();
  const live = begin(state, key, beginRun(id, script, way, io.now()));
  void perform(state, place, live);
  return id;
}

/** A run gives way to the one that the server has taken in its place. */
function giveWay(state: State, key: string): void {
  const before = state.aside.get(key);
  endAside(state, key);
  if (before && isActive(before.run.state)) state.io.tellReplaced();
}

/** What would go on for nobody ends. */
function endAside({ io, aside }: State, key: string): void {
  const before = aside.get(key);
  aside.delete(key);
  before?.control.abort();
  if (before && isLost(before.run)) void io.stop(before.run.query.id).catch(() => undefined);
}

function begin(state: State, key: string, run: Run): Live {
  const live: Live = { run, control: new AbortController(), isStreamed: false, isStopping: false };
  state.live.set(key, live);
  state.io.show(key, run);
  return live;
}

async function perform(state: State, place: RunPlace, live: Live): Promise<void> {
  const { io } = state;
  const { script, way, query } = live.run;
  const { key } = place;
  live.isStreamed = true;
  try {
    const answer = await io.execute(query.id, place, script, way, live.control.signal);
    if (answer.kind === 'lines') return await read(state, key, live, answer.lines);
    live.isStreamed = false;
    if (state.live.get(key) === live) giveWay(state, key);
    show(state, key, live, stepRun(live.run, { kind: 'query', ...answer.told }, io.now()));
    follow(state, key);
  } catch (error) {
    live.isStreamed = false;
    // A newer run took its place, or it was stopped.
    if (io.isAbort(error)) return;
    const question = io.questionOf(error);
    if (question) return askFirst(state, key, live, question);
    if (state.live.get(key) === live) giveWay(state, key);
    const { error: shown, isUnanswered } = io.errorOf(error);
    // The page took its answer away. What became of the run is known to the server, and asked by the next page.
    if (isUnanswered && io.isLeaving()) return pollLater(state);
    show(state, key, live, failed(live.run, [shown], io.now()));
  }
}

/** Nothing ran: what was there before is there again, or still, and the user is asked. */
function askFirst(state: State, key: string, live: Live, question: RunQuestion): void {
  const { io } = state;
  if (state.live.get(key) !== live) return;
  const before = state.aside.get(key);
  state.aside.delete(key);
  if (before) state.live.set(key, before);
  else state.live.delete(key);
  io.show(key, before?.run ?? null);
  io.ask(key, { script: live.run.script, way: live.run.way, question }, before?.run.query.id ?? null);
}

/** Take the lines up as they come. @throws what breaks them off */
async function read(state: State, key: string, live: Live, lines: AsyncIterable<RunLine>): Promise<void> {
  for await (const line of lines) {
    if (!isHeld(state, key, live)) return;
    // The server has taken it, without a question.
    if (state.live.get(key) === live) giveWay(state, key);
    show(state, key, live, stepRun(live.run, line, state.io.now()));
  }
  if (!live.run.isComplete) throw new Error('The answer broke off.');
}

/** Follow a run that goes on by itself, or fetch the rows of one that is over. */
function follow(state: State, key: string): void {
  const { io } = state;
  const live = state.live.get(key);
  if (!live) return;
  const { resultsKey } = live.run.query;
  live.control.abort();
  live.control = new AbortController();
  // Before there are results there is only the state.
  if (resultsKey === null) return pollLater(state);
  const isWhole = !isActive(live.run.state);
  const { control } = live;
  live.isStreamed = true;
  show(state, key, live, fetchRun(live.run));
  read(state, key, live, io.results(resultsKey, isWhole, control.signal)).catch((error: unknown) => {
    if (live.control !== control || state.live.get(key) !== live) return;
    live.isStreamed = false;
    if (io.isAbort(error)) return;
    control.abort();
    const { error: shown, isUnanswered } = io.errorOf(error);
    // It goes on at the server: it is asked how it is, until somebody answers.
    if (isUnanswered && !isWhole) return pollLater(state);
    show(state, key, live, failed(live.run, [shown], io.now()));
    io.onFetchFailed(live.run);
  });
}

function resume(state: State, key: string, run: Run): void {
  if (state.live.get(key)?.run.query.id === run.query.id) return;
  endAside(state, key);
  state.live.get(key)?.control.abort();
  const isLeft = isActive(run.state) && !run.isAsync;
  const live = begin(state, key, isLeft ? { ...run, isLeft } : run);
  if (isActive(run.state)) {
    // Only the server knows what became of it meanwhile.
    if (run.query.resultsKey !== null && run.isAsync) follow(state, key);
    else pollNow(state);
  } else if (!live.run.isComplete && run.query.resultsKey !== null) follow(state, key);
}

async function stop(state: State, key: string): Promise<void> {
  const { io } = state;
  const live = state.live.get(key);
  // Two stops at once are one.
  if (!live || !isActive(live.run.state) || live.isStopping) return;
  live.isStopping = true;
  endAside(state, key);
  try {
    await io.stop(live.run.query.id);
    // What has come to its end meanwhile is not taken back.
    if (state.live.get(key) !== live || !isActive(live.run.state)) return;
    show(state, key, live, stopped(live.run, io.now()));
    live.control.abort();
    io.tellStop(true);
  } catch {
    io.tellStop(false);
  } finally {
    live.isStopping = false;
  }
}

function pollLater(state: State): void {
  state.cancelPoll ??= state.io.later(() => {
    state.cancelPoll = null;
    pollNow(state);
  }, POLL_MS);
}

/** Ask about the runs that go on while nothing tells of them. */
function pollNow(state: State): void {
  void poll(state).then((isWaiting) => {
    if (isWaiting) pollLater(state);
  });
}

async function poll(state: State): Promise<boolean> {
  const { io, live } = state;
  const waiting = () => [...live].filter(([, { run, isStreamed }]) => isActive(run.state) && !isStreamed);
  const asked = waiting();
  if (asked.length === 0) return false;
  const since = Math.min(...asked.map(([, { run }]) => run.startedAt)) - POLL_BACK_MS;
  try {
    const told = await io.changedSince(since);
    for (const [key, one] of asked) {
      if (live.get(key) !== one) continue;
      const query = told.find(({ query: { id } }) => id === one.run.query.id);
      if (query) refresh(state, key, one, query);
      else dropInactive(state, key, one);
    }
  } catch {
    // Nobody answered: requested again.
  }
  return waiting().length > 0;
}

/** The server has never heard of it: the page ended before it was sent ([4.9-07]). */
function dropInactive({ io, live }: State, key: string, { run }: Live): void {
  const progress = Math.round((run.progress.share ?? 0) * 100);
  if (clearInactive([{ ...run, progress }], io.now(), POLL_MS).length > 0) return;
  live.delete(key);
  io.show(key, null);
}

function refresh(state: State, key: string, live: Live, told: WireQuery): void {
  const next = refreshed(live.run, told, refreshedState(live.run.state, told.state));
  show(state, key, live, next);
  // Its rows come by the key of its results.
  if (told.query.resultsKey !== null && (isActive(next.state) || !next.isComplete)) follow(state, key);
}

function isHeld({ live: all, aside }: State, key: string, live: Live): boolean {
  return all.get(key) === live || aside.get(key) === live;
}

function show(state: State, key: string, live: Live, run: Run): void {
  const { io } = state;
  if (!isHeld(state, key, live)) return;
  const before = live.run;
  if (before === run) return;
  live.run = run;
  if (state.live.get(key) === live) io.show(key, run);
  if (isActive(before.state) && !isActive(run.state)) io.onEnd(key, run);
}
