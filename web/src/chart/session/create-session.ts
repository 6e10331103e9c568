import { needsRecords, type AnnotationLayer, type AnnotationRecords } from '@tessera/core/annotations/layer';
import type { RawForm } from '@tessera/core/form-data';
import { stableJson } from '@tessera/core/stable-json';
import type { AnyViz } from '@tessera/viz/erase';
import type { AnnotationStates } from '../annotation-status.ts';
import { readFailure, type ChartDataRequest, type ChartResult } from '../chart-data.ts';
import type { ChartState } from '../chart-status.ts';
import type { LoadedViz } from '../use-viz.ts';
import type {
  LaneName,
  LayerRequest,
  Question,
  SessionEffect,
  SessionEvent,
  SessionInput,
  Shown,
} from './session-types.ts';
import { emptySession, stepSession } from './step-session.ts';

/** What a session needs of the world; a test gives its own. */
export type SessionIo = {
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** A name for this session, unique among all pages of a person: `[\\w-]`, at most 40 characters. */
  readonly newName: () => string;
  /** Code of a chart type; at once where it is here already. @throws or rejects for a type that is not available */
  readonly definition: (vizType: string) => AnyViz | Promise<AnyViz>;
  readonly drawing: (vizType: string) => LoadedViz | Promise<LoadedViz>;
  /** The answer of the server, also where a job makes it. */
  readonly fetchData: (asked: ChartDataRequest, signal: AbortSignal) => Promise<readonly ChartResult[]>;
  readonly fetchLayer: (
    asked: ChartDataRequest,
    layer: LayerRequest,
    signal: AbortSignal,
  ) => Promise<AnnotationRecords>;
  /** @throws or rejects with what a person reads of it when a formula cannot be read */
  readonly checkFormula: (layer: AnnotationLayer) => Promise<void>;
  /** Look at the queue for a request until the function that comes back is called. */
  readonly joinQueue: (ask: string, databaseId: () => number | null) => () => void;
  /** What the page keeps of earlier answers. */
  readonly kept: {
    readonly read: (key: readonly string[]) => { readonly value: unknown; readonly at: number } | null;
    readonly write: (key: readonly string[], value: unknown) => void;
  };
  readonly mark: (name: string) => void;
  /** Call back whenever the server answers again after it did not, until the function that comes back is called. */
  readonly onReturn: (run: () => void) => () => void;
};

/** What a page sees of a session; the same object until something has changed. */
export type SessionView = {
  readonly state: ChartState;
  /** The name of the newest request; see `useQueryProgress`. Null before the first. */
  readonly ask: string | null;
  /** The last answer, kept while a newer one is on its way or cannot be asked for; null before the first. */
  readonly shown: Shown | null;
  readonly loaded: LoadedViz | null;
  /** What the chart asks now; null until its type is here, or when it cannot be asked. */
  readonly effective: Extract<Question, { ok: true }>['effective'] | null;
  /** The queries of the annotation layers; their records are in `shown` already. */
  readonly annotations: AnnotationStates;
  readonly ownState: RawForm;
};

export type ChartSession = {
  readonly view: () => SessionView;
  readonly subscribe: (onChange: () => void) => () => void;
  /** What is to be shown from now on. */
  readonly update: (input: SessionInput) => void;
  readonly setOwnState: (ownState: RawForm) => void;
  readonly stop: () => void;
  /** Ask again; `force` goes past the server's cache. */
  readonly refresh: (force?: boolean) => void;
  readonly onRendered: () => void;
  readonly onFailed: (error: unknown) => void;
  /** End what is under way; an update opens the session again. */
  readonly close: () => void;
};

/** An answer is as good as new for this long: going back to earlier settings is then instant. */
const FRESH_MS = 60_000;
const noRecords: AnnotationRecords = { columns: [], records: [] };

/** The effects around the rules of step-session.ts. */
export function createChartSession(io: SessionIo): ChartSession {
  const name = io.newName();
  const listeners = new Set<() => void>();
  const controllers: Record<LaneName, AbortController | null> = { data: null, layers: null };
  const waiting: SessionEvent[] = [];
  let state = emptySession;
  let view = viewOf(state);
  let stopListening: (() => void) | null = null;

  /** An effect may tell something at once: it waits until the effects before it are done. */
  function send(event: SessionEvent): void {
    waiting.push(event);
    if (waiting.length > 1) return;
    for (let next = waiting[0]; next !== undefined; next = waiting[0]) {
      const [after, effects] = stepSession(state, next, name);
      state = after;
      effects.forEach(act);
      waiting.shift();
    }
    publish();
  }

  function publish(): void {
    const next = viewOf(state);
    if ((Object.keys(next) as (keyof SessionView)[]).every((key) => next[key] === view[key])) return;
    view = next;
    for (const listener of listeners) listener();
  }

  function act(effect: SessionEffect): void {
    const now = io.now;
    switch (effect.type) {
      case 'load_definition': {
        const { vizType } = effect;
        return settle(
          () => io.definition(vizType),
          (viz) => send({ type: 'definition_loaded', vizType, viz, now: now() }),
          (error) => send({ type: 'definition_failed', vizType, error, now: now() }),
        );
      }
      case 'load_drawing': {
        const { vizType } = effect;
        return settle(
          () => io.drawing(vizType),
          (loaded) => send({ type: 'drawing_loaded', vizType, loaded, now: now() }),
          (error) => send({ type: 'drawing_failed', vizType, error, now: now() }),
        );
      }
      case 'abort':
        controllers[effect.lane]?.abort();
        return;
      case 'ask':
        return ask(effect);
      case 'ask_layers':
        return askLayers(effect);
      case 'mark':
        io.mark(effect.name);
    }
  }

  function ask({ request, key, takesKept, asked }: Extract<SessionEffect, { type: 'ask' }>): void {
    const { signal } = (controllers.data = new AbortController());
    const cacheKey = ['chart-data', key];
    const known = takesKept ? fresh(cacheKey) : null;
    if (known !== null)
      return send({ type: 'answered', request, results: known as readonly ChartResult[], now: io.now() });
    const leaveQueue = io.joinQueue(asked.ask ?? name, () => state.input?.databaseId ?? null);
    void io
      .fetchData(asked, signal)
      .then(
        (results) => {
          if (signal.aborted) return;
          io.kept.write(cacheKey, results);
          send({ type: 'answered', request, results, now: io.now() });
        },
        (error: unknown) => {
          if (signal.aborted) return;
          send({ type: 'refused', request, failure: readFailure(error), now: io.now() });
        },
      )
      .finally(leaveQueue);
  }

  function askLayers({ request, takesKept, asked, layers }: Extract<SessionEffect, { type: 'ask_layers' }>): void {
    const { signal } = (controllers.layers = new AbortController());
    for (const layer of layers) {
      const succeed = (records: AnnotationRecords) =>
        send({
          type: 'layer_told',
          event: { type: 'annotation_succeeded', name: layer.name, request, records },
          now: io.now(),
        });
      const fail = (error: unknown) =>
        send({
          type: 'layer_told',
          event: { type: 'annotation_failed', name: layer.name, request, error },
          now: io.now(),
        });
      if (!needsRecords(layer.read)) {
        io.checkFormula(layer.read).then(() => succeed(noRecords), fail);
        continue;
      }
      const cacheKey = ['annotation', stableJson([asked.datasource, asked.queries[0], layer.layer])];
      const known = takesKept ? fresh(cacheKey) : null;
      if (known !== null) {
        succeed(known as AnnotationRecords);
        continue;
      }
      io.fetchLayer(asked, layer, signal).then((records) => {
        io.kept.write(cacheKey, records);
        succeed(records);
      }, fail);
    }
  }

  function fresh(cacheKey: readonly string[]): unknown {
    const entry = io.kept.read(cacheKey);
    return entry && io.now() - entry.at < FRESH_MS ? entry.value : null;
  }

  return {
    view: () => view,
    subscribe: (onChange) => {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
    update: (input) => {
      stopListening ??= io.onReturn(() => send({ type: 'returned', now: io.now() }));
      const known = state.input;
      if (known && (Object.keys(input) as (keyof SessionInput)[]).every((key) => input[key] === known[key])) return;
      send({ type: 'input_changed', input, now: io.now() });
    },
    setOwnState: (ownState) => send({ type: 'own_state_set', ownState, now: io.now() }),
    stop: () => send({ type: 'stop_pressed', now: io.now() }),
    refresh: (force = false) => send({ type: 'refresh_pressed', force, now: io.now() }),
    onRendered: () => send({ type: 'rendered', now: io.now() }),
    onFailed: (error) => {
      const known = error instanceof Error ? error : null;
      const reason = known?.message ?? String(error);
      send({ type: 'render_failed', reason, stack: known?.stack ?? null, now: io.now() });
    },
    close: () => {
      stopListening?.();
      stopListening = null;
      send({ type: 'closed', now: io.now() });
    },
  };
}

/** Tell a value at once where it is here, so that a chart whose code is loaded asks without waiting. */
function settle<T>(get: () => T | Promise<T>, tell: (value: T) => void, fail: (error: unknown) => void): void {
  try {
    const value = get();
    if (value instanceof Promise) value.then(tell, fail);
    else tell(value);
  } catch (error) {
    fail(error);
  }
}

function viewOf({ chart, ask, picture, drawing, question, annotations, ownState }: typeof emptySession): SessionView {
  return {
    state: chart,
    ask,
    shown: picture,
    loaded: drawing.value,
    effective: question?.ok === true ? question.effective : null,
    annotations,
    ownState,
  };
}
