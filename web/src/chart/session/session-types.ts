import type { AnnotationLayer } from '@tessera/core/annotations/layer';
import type { EffectiveQuery } from '@tessera/core/effective-query/effective-query';
import type { EffectiveInput } from '@tessera/core/effective-query/sources';
import type { RawForm } from '@tessera/core/form-data';
import type { QueryObject } from '@tessera/core/query-object';
import type { AnyViz } from '@tessera/viz/erase';
import type { AnnotationEvent, AnnotationStates } from '../annotation-status.ts';
import type { ChartDataRequest, ChartResult, Datasource } from '../chart-data.ts';
import type { ChartFailure, ChartState } from '../chart-status.ts';
import type { LoadedViz } from '../use-viz.ts';
import type { LastAsked } from './how-to-ask.ts';

/** What a chart is to show; a session asks again when what it asks has changed. */
export type SessionInput = Pick<EffectiveInput, 'masks' | 'url' | 'timeOverride'> & {
  /** `new` before the first save. */
  readonly chartId: number | 'new';
  readonly vizType: string;
  /** Form data to show; null while there is nothing to ask yet. Render-only changes draw again without a request. */
  readonly form: RawForm | null;
  readonly datasource: Datasource | null;
  /** Database of the dataset, for the place in its queue; null while the page does not know it. */
  readonly databaseId: number | null;
  readonly dashboardId: number | null;
  /** A new number asks again even when nothing else changed; the cache of the page is then passed by. */
  readonly run: number;
  /** Whatever the page keeps will do, however old: the way back to a picture that was here costs no request. */
  readonly takesOld: boolean;
  /** Past the server's cache as well, for the first request. */
  readonly force: boolean;
  /** The picture that came with the page will do: the library that draws is not needed yet. */
  readonly isStill: boolean;
  /** False keeps a chart that is not on screen from asking. */
  readonly enabled: boolean;
  /** What it answers without the selections of other charts, for types whose part has its places; null for none. */
  readonly whole: readonly ChartResult[] | null;
  /** It went off screen: what it showed stays, and whatever changes is asked for when it is back. */
  readonly isAway: boolean;
};

/** One picture: the answer, the query that asked for it, and the type that draws it. */
export type Shown = {
  /** What the answer belongs to; the same for queries that ask the same. */
  readonly key: string;
  readonly loaded: LoadedViz;
  readonly effective: EffectiveQuery;
  /** Form data that is drawn: that of `effective`. */
  readonly form: RawForm;
  readonly results: readonly ChartResult[];
};

/** What the chart asks now. Annotation layers are asked for apart, so that one that fails takes only itself away. */
export type Question =
  | {
      readonly ok: true;
      readonly effective: EffectiveQuery;
      /** The queries without their layers. */
      readonly queries: readonly QueryObject[];
      readonly layers: readonly RawForm[];
      readonly key: string | null;
      readonly layersKey: string | null;
    }
  | { readonly ok: false; readonly error: unknown };

/** Code that loads by chart type; of another type than is shown, it is on its way. */
export type Loading<T> = { readonly type: string; readonly value: T | null; readonly error: unknown };

/** One kind of request: at most one of it is under way. */
export type Lane = {
  /** Number of the newest request, 0 before the first. */
  readonly request: number;
  /** What the newest request was made for; null when there is nothing to ask. */
  readonly trigger: string | null;
  readonly last: LastAsked;
};

export type SessionState = {
  readonly input: SessionInput | null;
  readonly definition: Loading<AnyViz>;
  readonly drawing: Loading<LoadedViz>;
  /** Paging, order and search that the chart set itself. */
  readonly ownState: RawForm;
  readonly question: Question | null;
  readonly attempt: { readonly number: number; readonly force: boolean };
  readonly data: Lane;
  readonly layers: Lane;
  /** Where the chart stands; its request counts failures to load or read as well. */
  readonly chart: ChartState;
  /** The name of the newest request at the server; see `useQueryProgress`. Null before the first. */
  readonly ask: string | null;
  /** The newest answer, whose type may still be on its way; null when it is shown. */
  readonly answer: Omit<Shown, 'loaded'> | null;
  /** The last answer that could be drawn, retained while a newer one is on its way. */
  readonly shown: Shown | null;
  readonly annotations: AnnotationStates;
  /** What is drawn: the last answer with the newest form and annotations that belong to it. */
  readonly picture: Shown | null;
};

/** `now`: epoch milliseconds. */
export type SessionEvent =
  | { readonly type: 'input_changed'; readonly input: SessionInput; readonly now: number }
  | { readonly type: 'definition_loaded'; readonly vizType: string; readonly viz: AnyViz; readonly now: number }
  | { readonly type: 'definition_failed'; readonly vizType: string; readonly error: unknown; readonly now: number }
  | {
      readonly type: 'drawing_loaded';
      readonly vizType: string;
      readonly isStill: boolean;
      readonly loaded: LoadedViz;
      readonly now: number;
    }
  | {
      readonly type: 'drawing_failed';
      readonly vizType: string;
      readonly isStill: boolean;
      readonly error: unknown;
      readonly now: number;
    }
  | {
      readonly type: 'answered';
      readonly request: number;
      readonly results: readonly ChartResult[];
      readonly now: number;
    }
  | { readonly type: 'refused'; readonly request: number; readonly failure: ChartFailure; readonly now: number }
  | { readonly type: 'layer_told'; readonly event: AnnotationEvent; readonly now: number }
  | { readonly type: 'own_state_set'; readonly ownState: RawForm; readonly now: number }
  | { readonly type: 'stop_pressed'; readonly now: number }
  | { readonly type: 'refresh_pressed'; readonly force: boolean; readonly now: number }
  /** The server answers again after it did not. */
  | { readonly type: 'returned'; readonly now: number }
  | { readonly type: 'rendered'; readonly now: number }
  | { readonly type: 'render_failed'; readonly reason: string; readonly stack: string | null; readonly now: number }
  | { readonly type: 'closed'; readonly now: number };

export type LaneName = 'data' | 'layers';

/** One layer of annotations: what is asked for it, or the formula that is read for it. */
export type LayerRequest = {
  readonly name: string;
  readonly read: AnnotationLayer;
  readonly layer: RawForm;
};

export type SessionEffect =
  | { readonly type: 'load_definition'; readonly vizType: string }
  | { readonly type: 'load_drawing'; readonly vizType: string; readonly isStill: boolean }
  | { readonly type: 'abort'; readonly lane: LaneName }
  | {
      readonly type: 'ask';
      readonly request: number;
      readonly key: string;
      /** What the page keeps will do, while it is fresh. */
      readonly takesKept: boolean;
      /** What the page keeps will do, fresh or not. */
      readonly takesOld: boolean;
      readonly asked: ChartDataRequest & { readonly ask: string };
      /** What the chart type asks once more when the answer does not do. */
      readonly again: AnyViz['again'];
    }
  | {
      readonly type: 'ask_layers';
      readonly request: number;
      readonly takesKept: boolean;
      readonly takesOld: boolean;
      /** `queries` holds the first query alone. */
      readonly asked: ChartDataRequest;
      readonly layers: readonly LayerRequest[];
    }
  | { readonly type: 'mark'; readonly name: string };

export type Step = readonly [SessionState, readonly SessionEffect[]];
