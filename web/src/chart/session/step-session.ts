import { effectiveQuery } from '@tessera/core/effective-query/effective-query';
import type { RawForm } from '@tessera/core/form-data';
import { stableJson } from '@tessera/core/stable-json';
import { annotationDataOf, annotationReducer, noAnnotations } from '../annotation-status.ts';
import { readFailure } from '../chart-data.ts';
import { chartReducer, emptyChart, type ChartEvent } from '../chart-status.ts';
import { howToAsk } from './how-to-ask.ts';
import { layerRequests, splitLayers } from './layers.ts';
import type {
  Lane,
  LaneName,
  Loading,
  Question,
  SessionEffect,
  SessionEvent,
  SessionInput,
  SessionState,
  Shown,
  Step,
} from './session-types.ts';

const noState: RawForm = {};
const nothingLoaded: Loading<never> = { type: '', value: null, error: null };
const restingLane: Lane = { request: 0, trigger: null, last: { run: 0, attempt: null } };

export const emptySession: SessionState = {
  input: null,
  definition: nothingLoaded,
  drawing: nothingLoaded,
  ownState: noState,
  question: null,
  attempt: { number: 0, force: false },
  data: restingLane,
  layers: restingLane,
  chart: emptyChart,
  ask: null,
  answer: null,
  shown: null,
  annotations: noAnnotations,
  picture: null,
};

/**
 * The life of one chart. Pure: what is to be done comes out as effects.
 *
 * An event changes what is known; then everything that follows from it is brought up to date, in this order: the code
 * of the type, the question, its failures, the requests, the picture.
 *
 * @param name Of this session, unique on the page: requests are called after it.
 */
export function stepSession(before: SessionState, event: SessionEvent, name: string): Step {
  const effects: SessionEffect[] = [];
  if (event.type === 'stop_pressed') effects.push({ type: 'abort', lane: 'data' }, { type: 'abort', lane: 'layers' });
  const typed = withType(take(before, event), effects);
  const failed = withFailure(withQuestion(typed, before), before, event.now);
  const asked = withLayers(withData(failed, name, event.now, effects), effects);
  const next = withPicture(asked, before);
  return [next, [...effects, ...marksOf(before, next)]];
}

/** What the event itself says. */
function take(state: SessionState, event: SessionEvent): SessionState {
  const to = (chart: ChartEvent): SessionState => ({ ...state, chart: chartReducer(state.chart, chart) });
  switch (event.type) {
    case 'input_changed':
      return withInput(state, event.input);
    case 'definition_loaded':
      return withDefinition(state, { type: event.vizType, value: event.viz, error: null });
    case 'definition_failed':
      return withDefinition(state, { type: event.vizType, value: null, error: event.error });
    case 'drawing_loaded':
      return withDrawing(state, { type: drawingName(event), value: event.loaded, error: null });
    case 'drawing_failed':
      return withDrawing(state, { type: drawingName(event), value: null, error: event.error });
    case 'answered':
      if (!isAwaited(state, event.request)) return state;
      return withAnswer(to({ type: 'update_succeeded', request: event.request, now: event.now }), event.results);
    case 'refused':
      if (!isAwaited(state, event.request)) return state;
      return to({ type: 'update_failed', request: event.request, now: event.now, failure: event.failure });
    case 'layer_told':
      return { ...state, annotations: annotationReducer(state.annotations, event.event) };
    case 'own_state_set':
      return { ...state, ownState: event.ownState };
    case 'stop_pressed':
      return to({ type: 'update_stopped', now: event.now });
    case 'refresh_pressed':
      return again(state, event.force);
    case 'returned':
      return state.chart.failure?.isUnanswered === true ? again(state, false) : state;
    case 'rendered':
      return to({ type: 'rendering_succeeded' });
    case 'render_failed':
      return to({ type: 'rendering_failed', reason: event.reason, stack: event.stack });
    case 'closed':
      return { ...state, input: null };
  }
}

function withInput(state: SessionState, input: SessionInput): SessionState {
  const isFirst = state.input === null;
  const isOtherDataset = !isFirst && (state.input?.datasource?.id ?? null) !== (input.datasource?.id ?? null);
  return {
    ...state,
    input,
    // The page was opened to force it.
    attempt: isFirst && state.attempt.number === 0 ? { number: 0, force: input.force } : state.attempt,
    ...(isOtherDataset ? { ownState: noState, chart: chartReducer(state.chart, { type: 'datasource_changed' }) } : {}),
  };
}

function withDefinition(state: SessionState, definition: SessionState['definition']): SessionState {
  return state.definition.type === definition.type ? { ...state, definition } : state;
}

function withDrawing(state: SessionState, drawing: SessionState['drawing']): SessionState {
  return state.drawing.type === drawing.type ? { ...state, drawing } : state;
}

/** An answer counts only while its own request is the newest, is still wanted, and was not stopped. */
function isAwaited({ data, chart }: SessionState, request: number): boolean {
  return data.trigger !== null && data.request === request && chart.request === request && chart.status === 'loading';
}

function withAnswer(state: SessionState, results: Shown['results']): SessionState {
  const { question } = state;
  if (question?.ok !== true || question.key === null) return state;
  const { key, effective } = question;
  return { ...state, answer: { key, effective, form: effective.form, results } };
}

/** Ask again; code that could not be loaded is loaded again. */
function again(state: SessionState, force: boolean): SessionState {
  const retry = <T>(loading: Loading<T>): Loading<T> =>
    loading.error === null ? loading : { type: '', value: null, error: null };
  return {
    ...state,
    attempt: { number: state.attempt.number + 1, force },
    definition: retry(state.definition),
    drawing: retry(state.drawing),
  };
}

/** The definition is enough to ask; the code that draws loads while the database works. */
function withType(state: SessionState, effects: SessionEffect[]): SessionState {
  const vizType = state.input?.vizType ?? '';
  if (vizType === '') return state;
  const isStill = state.input?.isStill === true;
  const drawn = drawingName({ vizType, isStill });
  const on = { value: null, error: null };
  const { definition, drawing } = state;
  if (definition.type !== vizType) effects.push({ type: 'load_definition', vizType });
  if (drawing.type !== drawn) effects.push({ type: 'load_drawing', vizType, isStill });
  if (definition.type === vizType && drawing.type === drawn) return state;
  return {
    ...state,
    definition: definition.type === vizType ? definition : { ...on, type: vizType },
    drawing: drawing.type === drawn ? drawing : { ...on, type: drawn },
  };
}

/** A picture needs other code than a chart that is drawn. */
function drawingName({ vizType, isStill }: { readonly vizType: string; readonly isStill: boolean }): string {
  return isStill ? `${vizType} still` : vizType;
}

function withQuestion(state: SessionState, before: SessionState): SessionState {
  const { input, definition, ownState } = state;
  const asksTheSame =
    isSameQuestion(input, before.input) && definition.value === before.definition.value && ownState === before.ownState;
  return asksTheSame ? state : { ...state, question: questionOf(input, definition, ownState) };
}

const QUESTION_KEYS = ['chartId', 'vizType', 'form', 'datasource', 'masks', 'url', 'timeOverride', 'whole'] as const;

function isSameQuestion(one: SessionInput | null, other: SessionInput | null): boolean {
  return one === other || (one !== null && other !== null && QUESTION_KEYS.every((key) => one[key] === other[key]));
}

/** A form that a script wrote may hold anything; what its type cannot ask is an error of this chart alone. */
function questionOf(
  input: SessionInput | null,
  { value: viz }: SessionState['definition'],
  ownState: RawForm,
): Question | null {
  if (!input?.form || viz?.type !== input.vizType) return null;
  const { form, datasource, masks, url, timeOverride, whole } = input;
  const chartId = input.chartId === 'new' ? null : input.chartId;
  try {
    const effective = effectiveQuery({ chartId, form, masks, url, timeOverride, ownState }, (one, context) =>
      viz.buildQueries(one, { ...context, ...(whole === null ? {} : { whole }) }),
    );
    const { queries, layers } = splitLayers(effective.queries);
    return {
      ok: true,
      effective,
      queries,
      layers,
      key: datasource && stableJson([datasource, queries]),
      layersKey: datasource && stableJson([datasource, queries[0] ?? null, layers]),
    };
  } catch (error) {
    return { ok: false, error };
  }
}

/** What cannot be loaded or asked is reported as a request that failed, so that answers to older ones are late. */
function withFailure(state: SessionState, before: SessionState, now: number): SessionState {
  const error = failureOf(state);
  if (error === null || error === failureOf(before)) return state;
  const request = state.chart.request + 1;
  const started = chartReducer(state.chart, { type: 'update_started', request, now });
  return {
    ...state,
    chart: chartReducer(started, { type: 'update_failed', request, now, failure: readFailure(error) }),
  };
}

function failureOf({ definition, drawing, question }: SessionState): unknown {
  return definition.error ?? drawing.error ?? (question?.ok === false ? question.error : null);
}

/** Latest wins: a newer request ends the older one, and the answer to an older one is dropped. */
function withData(state: SessionState, name: string, now: number, effects: SessionEffect[]): SessionState {
  const { input, question, definition } = state;
  const key = question?.ok === true ? question.key : null;
  const lane = nextOf(state, 'data', key, effects);
  if (lane === state.data) return state;
  if (lane.trigger === null || !input?.datasource || question?.ok !== true || key === null)
    return { ...state, data: lane };
  const { isAgain, isForced } = howToAsk({ run: input.run, attempt: state.attempt }, state.data.last);
  const request = state.chart.request + 1;
  const ask = `${name}-${request}`;
  effects.push({
    type: 'ask',
    request,
    key,
    takesKept: !isAgain && !isForced,
    takesOld: input.takesOld && !isForced,
    asked: {
      ...addressOf(input, isForced),
      datasource: input.datasource,
      queries: question.queries,
      form: question.effective.form,
      ask,
    },
    again: definition.value?.again ?? (() => null),
  });
  return {
    ...state,
    ask,
    data: { ...lane, request },
    chart: chartReducer(state.chart, { type: 'update_started', request, now }),
  };
}

function withLayers(state: SessionState, effects: SessionEffect[]): SessionState {
  const { input, question } = state;
  const lane = nextOf(state, 'layers', question?.ok === true ? question.layersKey : null, effects);
  if (lane === state.layers) return state;
  const query = question?.ok === true ? question.queries[0] : undefined;
  if (lane.trigger === null || !input?.datasource || question?.ok !== true || !query) return { ...state, layers: lane };
  const { isAgain, isForced } = howToAsk({ run: input.run, attempt: state.attempt }, state.layers.last);
  const request = lane.request + 1;
  const layers = layerRequests(question.layers);
  if (layers.length > 0)
    effects.push({
      type: 'ask_layers',
      request,
      takesKept: !isAgain && !isForced,
      takesOld: input.takesOld && !isForced,
      asked: {
        ...addressOf(input, isForced),
        datasource: input.datasource,
        queries: [query],
        form: question.effective.form,
      },
      layers,
    });
  const names = layers.map((layer) => layer.name);
  return {
    ...state,
    layers: { ...lane, request },
    annotations: annotationReducer(state.annotations, { type: 'annotations_started', names, request }),
  };
}

/** A lane after what it is asked for has changed: the request under way is ended. The same lane when it has not. */
function nextOf(state: SessionState, name: LaneName, key: string | null, effects: SessionEffect[]): Lane {
  const { input, attempt } = state;
  const lane = state[name];
  // Nobody looks. A request that is under way belongs to its question, though, and goes with it.
  if (input?.isAway === true && state.chart.status !== 'loading') return lane;
  const trigger = input?.enabled === true && key !== null ? `${input.run} ${attempt.number} ${key}` : null;
  if (trigger === lane.trigger) return lane;
  if (lane.trigger !== null) effects.push({ type: 'abort', lane: name });
  return {
    ...lane,
    trigger,
    last: trigger === null || !input ? lane.last : { run: input.run, attempt: attempt.number },
  };
}

function addressOf({ chartId, dashboardId }: SessionInput, force: boolean) {
  return { chartId: chartId === 'new' ? null : chartId, dashboardId, force };
}

/** The last picture stays until the next one can be drawn: its answer and the code of its type are both here. */
function withPicture(state: SessionState, before: SessionState): SessionState {
  const { answer, drawing } = state;
  const next =
    answer && drawing.value ? { ...state, answer: null, shown: { ...answer, loaded: drawing.value } } : state;
  const isSame = (['shown', 'question', 'drawing', 'annotations'] as const).every((key) => next[key] === before[key]);
  return isSame ? next : { ...next, picture: pictureOf(next) };
}

/** The same answer with other colours is another picture; a form that asks something else waits for its answer. */
function pictureOf({ shown, question, drawing, annotations }: SessionState): Shown | null {
  if (!shown) return null;
  const [first, ...others] = shown.results;
  const results =
    !first || annotations.size === 0
      ? shown.results
      : [{ ...first, annotations: annotationDataOf(annotations) }, ...others];
  const effective = question?.ok === true && question.key === shown.key ? question.effective : null;
  if (!effective || !drawing.value) return { ...shown, results };
  return { ...shown, results, effective, form: effective.form, loaded: drawing.value };
}

/** Instants that the measurements of the page read. */
function marksOf(before: SessionState, next: SessionState): readonly SessionEffect[] {
  const { status, request } = next.chart;
  if (before.chart.status === status && before.chart.request === request) return [];
  const moment = status === 'success' ? 'queried' : status === 'rendered' ? 'rendered' : null;
  return moment === null || !next.input ? [] : [{ type: 'mark', name: `chart:${next.input.chartId}:${moment}` }];
}
