import { needsRecords, type AnnotationRecords } from '@tessera/core/annotations/layer';
import { stableJson } from '@tessera/core/stable-json';
import { askUntilWhole } from '@tessera/viz/layer/series-cut';
import { readFailure, type ChartResult } from '../chart-data.ts';
import type { SessionIo } from './session-io.ts';
import type { LaneName, LayerRequest, SessionEffect, SessionEvent } from './session-types.ts';

type Effect<Type extends SessionEffect['type']> = Extract<SessionEffect, { readonly type: Type }>;
/** An event to which the moment is added. */
type Told = SessionEvent extends infer Event ? (Event extends unknown ? Omit<Event, 'now'> : never) : never;

/** What the effects of one session tell, and what they may ask of it. */
export type Around = {
  readonly tell: (event: Told) => void;
  readonly databaseId: () => number | null;
};

/** An answer is as good as new for this long: going back to earlier settings is then instant. */
const FRESH_MS = 60_000;
const noRecords: AnnotationRecords = { columns: [], records: [] };

/** Does the effects of one session; each lane has one controller, that of its newest request. */
export function createEffects(io: SessionIo, around: Around): (effect: SessionEffect) => void {
  const controllers = new Map<LaneName, AbortController>();
  const begin = (lane: LaneName): AbortSignal => {
    const controller = new AbortController();
    controllers.set(lane, controller);
    return controller.signal;
  };
  return (effect) => {
    switch (effect.type) {
      case 'load_definition':
        return loadDefinition(io, around, effect.vizType);
      case 'load_drawing':
        return loadDrawing(io, around, effect);
      case 'abort':
        controllers.get(effect.lane)?.abort();
        return;
      case 'ask':
        return ask(io, around, effect, begin('data'));
      case 'ask_layers': {
        const signal = begin('layers');
        for (const layer of effect.layers) askLayer(io, around, effect, layer, signal);
        return;
      }
      case 'mark':
        io.mark(effect.name);
    }
  };
}

function loadDefinition(io: SessionIo, { tell }: Around, vizType: string): void {
  settle(
    () => io.definition(vizType),
    (viz) => tell({ type: 'definition_loaded', vizType, viz }),
    (error) => tell({ type: 'definition_failed', vizType, error }),
  );
}

function loadDrawing(io: SessionIo, { tell }: Around, { vizType, isStill }: Effect<'load_drawing'>): void {
  settle(
    () => io.drawing(vizType, isStill),
    (loaded) => tell({ type: 'drawing_loaded', vizType, isStill, loaded }),
    (error) => tell({ type: 'drawing_failed', vizType, isStill, error }),
  );
}

function ask(
  io: SessionIo,
  { tell, databaseId }: Around,
  { request, key, takesKept, takesOld, asked, again }: Effect<'ask'>,
  signal: AbortSignal,
): void {
  const cacheKey = ['chart-data', key];
  const known = takesKept ? storedOf(io, cacheKey, takesOld) : null;
  if (known !== null) return tell({ type: 'answered', request, results: known as readonly ChartResult[] });
  const leaveQueue = io.joinQueue(asked.ask, databaseId);
  void io
    .fetchData(asked, signal)
    .then((results) => askAgain(io, asked, again, results, signal))
    .then(
      (results) => {
        if (signal.aborted) return;
        io.kept.write(cacheKey, results);
        tell({ type: 'answered', request, results });
      },
      (error: unknown) => {
        if (!signal.aborted) tell({ type: 'refused', request, failure: readFailure(error) });
      },
    )
    .finally(leaveQueue);
}

/** The answer that is drawn. What is asked once more may be refused: the first answer is better than none. */
async function askAgain(
  io: SessionIo,
  asked: Effect<'ask'>['asked'],
  again: Effect<'ask'>['again'],
  results: readonly ChartResult[],
  signal: AbortSignal,
): Promise<readonly ChartResult[]> {
  try {
    return await askUntilWhole(
      asked.queries,
      results,
      (found, queries) => (signal.aborted ? null : again(found, asked.form, queries)),
      (queries) => io.fetchData({ ...asked, queries }, signal),
    );
  } catch {
    return results;
  }
}

function askLayer(
  io: SessionIo,
  { tell }: Around,
  { request, takesKept, takesOld, asked }: Effect<'ask_layers'>,
  layer: LayerRequest,
  signal: AbortSignal,
): void {
  const { name } = layer;
  const succeed = (records: AnnotationRecords) =>
    tell({ type: 'layer_told', event: { type: 'annotation_succeeded', name, request, records } });
  const fail = (error: unknown) =>
    tell({ type: 'layer_told', event: { type: 'annotation_failed', name, request, error } });
  if (!needsRecords(layer.read)) {
    io.checkFormula(layer.read).then(() => succeed(noRecords), fail);
    return;
  }
  const cacheKey = ['annotation', stableJson([asked.datasource, asked.queries[0], layer.layer])];
  const known = takesKept ? storedOf(io, cacheKey, takesOld) : null;
  if (known !== null) return succeed(known as AnnotationRecords);
  io.fetchLayer(asked, layer, signal).then((records) => {
    io.kept.write(cacheKey, records);
    succeed(records);
  }, fail);
}

function storedOf(io: SessionIo, cacheKey: readonly string[], takesOld: boolean): unknown {
  const entry = io.kept.read(cacheKey);
  return entry && (takesOld || io.now() - entry.at < FRESH_MS) ? entry.value : null;
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
