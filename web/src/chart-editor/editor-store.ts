import { effectiveQuery } from '@tessera/core/effective-query/effective-query';
import { standalone } from '@tessera/core/effective-query/sources';
import type { RawForm } from '@tessera/core/form-data';
import { stableJson } from '@tessera/core/stable-json';
import type { ControlKind, PanelContext } from '@tessera/viz/define';
import type { AnyViz } from '@tessera/viz/erase';
import { create, type StoreApi, type UseBoundStore } from 'zustand';
import { splitLayers } from '../chart/session/layers.ts';
import { panelContext, type DatasetFields } from '../controls/fields.ts';
import { sameForm } from '../controls/values.ts';
import type { Draft, LastingDraft, SavedChart } from './draft.ts';
import { type Lost, lostFields } from './lost-fields.ts';
import { remapToDataset } from './switch-dataset.ts';
import { emptyMemory, type Memory, remapMemory, switchViz } from './switch-viz.ts';

export type Carried = {
  readonly by: 'dataset' | 'type';
  /** Controls whose value came along whole, and those that lost a part; of a change of dataset. */
  readonly transferred: readonly string[];
  readonly dropped: readonly string[];
  readonly lost: readonly Lost[];
};

/** A dataset that the chart was made over, with what was stored for it. */
type Ground = { readonly dataset: DatasetFields; readonly memory: Memory };

export type EditorState = {
  /** The search part of the address that this state belongs to; empty before anything is open. */
  readonly address: string;
  /** The address before, while the browser is on its way from it to `address`; it is not to be loaded again. */
  readonly leaving: string | null;
  readonly dataset: DatasetFields | null;
  readonly chart: SavedChart | null;
  /** What the panel shows. */
  readonly draft: Draft;
  /** Values of controls that are hidden ([4.7-04]). */
  readonly stash: RawForm;
  /** Chart types that were here before, as they were left ([4.7-04]). */
  readonly memory: Memory;
  /** Datasets that were here before, by the key that forms have: steps back and forth lead to them. */
  readonly grounds: ReadonlyMap<unknown, Ground>;
  /** What the chart shows; null before the first run. */
  readonly run: Run | null;
  /** What the chart was when it was opened here; saving does not change it. */
  readonly opened: Draft;
  /** What 'unsaved' is measured against; null for a chart that was never saved. */
  readonly saved: Draft | null;
  /** A user changed something: from here on the controls complain ([5.0-03], ruling 5). */
  readonly edited: boolean;
  /** The address brought settings that cannot be run: the controls say which, before anybody edits. */
  readonly refused: boolean;
  /** What the last change of dataset or type preserved and dropped ([4.7-03]); null where there is nothing to say. */
  readonly carried: Carried | null;
  /** Why the last save failed; null after one that did not. */
  readonly saveProblem: string | null;
  readonly past: readonly Draft[];
  readonly future: readonly Draft[];
  /** Somebody is asked whether to leave what is not saved, or leaves it: nothing is written until they stay. */
  readonly asksToLeave: boolean;
  /** The control that is being typed into; its letters are one step together until they are run. */
  readonly typing: string | null;
  /** Forms that were run here, by identity: steps back to them have a picture already. */
  readonly ran: readonly RawForm[];
};

export type Run = {
  readonly vizType: string;
  readonly form: RawForm;
  /** Counts every run. */
  readonly number: number;
  /** Counts the runs that ask anew; the others take what the page keeps. */
  readonly asked: number;
  /** It was run before: what the page keeps will do, however old. */
  readonly isKnown: boolean;
};

export type Opened = {
  readonly address: string;
  readonly dataset: DatasetFields;
  readonly chart: SavedChart | null;
  readonly draft: Draft;
  /** What it is without the edits that were left here. */
  readonly base: Draft;
  readonly saved: Draft | null;
  /** Changes of an earlier visit that are back; the state before is one step behind. */
  readonly restored: LastingDraft | null;
  /** Run at once, with this form; null for a start that needs a user first. */
  readonly runForm: RawForm | null;
  /** It is not run because a setting that came with the address is wrong. */
  readonly refused: boolean;
};

export type EditorAction =
  | { readonly type: 'opened'; readonly opened: Opened }
  | { readonly type: 'control_changed'; readonly key: string; readonly value: unknown; readonly viz: AnyViz }
  | { readonly type: 'viz_changed'; readonly from: AnyViz | null; readonly to: AnyViz }
  | { readonly type: 'dataset_changed'; readonly dataset: DatasetFields; readonly viz: AnyViz }
  /** Missing columns and metrics gave way to others. */
  | { readonly type: 'fields_replaced'; readonly form: RawForm }
  | { readonly type: 'renamed'; readonly name: string }
  | { readonly type: 'run_pressed' }
  /** The chart follows an edit by itself. */
  | { readonly type: 'followed' }
  | { readonly type: 'addressed'; readonly address: string }
  | { readonly type: 'arrived' }
  | { readonly type: 'closed' }
  | { readonly type: 'run_refused' }
  | { readonly type: 'save_started' }
  | { readonly type: 'save_failed'; readonly problem: string }
  | { readonly type: 'saved'; readonly chart: SavedChart; readonly form: RawForm }
  | { readonly type: 'chart_changed'; readonly chart: SavedChart }
  | { readonly type: 'undone' }
  | { readonly type: 'redone' }
  /** Several steps at once: back below zero, forth above. */
  | { readonly type: 'stepped'; readonly by: number }
  | { readonly type: 'leave_asked'; readonly isOpen: boolean }
  | { readonly type: 'carried_seen' };

export const emptyDraft: Draft = { name: '', vizType: '', form: {} };

export const emptyEditor: EditorState = {
  address: '',
  leaving: null,
  dataset: null,
  chart: null,
  draft: emptyDraft,
  opened: emptyDraft,
  stash: {},
  memory: emptyMemory,
  grounds: new Map(),
  run: null,
  saved: null,
  edited: false,
  refused: false,
  carried: null,
  saveProblem: null,
  past: [],
  future: [],
  asksToLeave: false,
  typing: null,
  ran: [],
};

/** Steps that can be undone. */
const HISTORY = 50;

/** Pure, so that every state of the page can be built and tested without a browser. */
export function editChart(state: EditorState, action: EditorAction): EditorState {
  switch (action.type) {
    case 'opened':
      return opened(state, action.opened);
    case 'control_changed': {
      const { form, stash } = changeControl(state, action.key, action.value, action.viz);
      const isTyped = isTypedKind(action.viz.controls[action.key]?.kind);
      const next = { ...state.draft, form };
      return { ...step(state, next, isTyped ? action.key : null), stash, edited: true };
    }
    case 'viz_changed': {
      const { form, stash, memory } = switchViz(
        { viz: action.from, form: state.draft.form, stash: state.stash },
        state.memory,
        action.to,
        panelContext(state.dataset),
      );
      const lost = action.from ? lostFields(action.from, state.draft.form, action.to, form) : [];
      const carried: Carried | null = lost.length > 0 ? { by: 'type', transferred: [], dropped: [], lost } : null;
      const next = step(state, { ...state.draft, vizType: action.to.type, form });
      return { ...next, stash, memory, carried, edited: true };
    }
    case 'dataset_changed':
      return onDataset(state, action.dataset, action.viz);
    case 'fields_replaced':
      return { ...step(state, { ...state.draft, form: action.form }), edited: true };
    case 'renamed':
      return { ...state, draft: { ...state.draft, name: action.name } };
    case 'run_pressed':
      return { ...ranNow(state, { asksAnew: true }), edited: true };
    case 'followed':
      return ranNow(state, { asksAnew: false });
    case 'addressed':
      return { ...state, address: action.address, leaving: state.address };
    case 'arrived':
      return { ...state, leaving: null };
    case 'closed':
      return emptyEditor;
    case 'run_refused':
      return { ...state, edited: true };
    case 'save_started':
      return { ...state, saveProblem: null };
    case 'save_failed':
      return { ...state, saveProblem: action.problem };
    case 'saved':
      return saved(state, action.chart, action.form);
    case 'chart_changed':
      return renamedChart(state, action.chart);
    case 'undone':
      return stepped(state, -1);
    case 'redone':
      return stepped(state, 1);
    case 'stepped':
      return stepped(state, action.by);
    case 'leave_asked':
      return { ...state, asksToLeave: action.isOpen };
    case 'carried_seen':
      return { ...state, carried: null };
  }
}

function opened(state: EditorState, { runForm, base, restored, ...next }: Opened): EditorState {
  const run =
    runForm === null
      ? null
      : {
          vizType: next.draft.vizType,
          form: runForm,
          number: (state.run?.number ?? 0) + 1,
          asked: (state.run?.asked ?? 0) + 1,
          isKnown: false,
        };
  const past = restored ? [base] : [];
  return { ...emptyEditor, ...next, past, opened: next.saved ?? base, run, ran: runForm === null ? [] : [runForm] };
}

/** What the panel says, run. */
function ranNow(state: EditorState, { asksAnew }: { readonly asksAnew: boolean }): EditorState {
  const { draft, run } = state;
  const isKnown = !asksAnew && state.ran.includes(draft.form);
  const next = {
    vizType: draft.vizType,
    form: draft.form,
    number: (run?.number ?? 0) + 1,
    asked: (run?.asked ?? 0) + (asksAnew || run === null ? 1 : 0),
    isKnown,
  };
  const ran = state.ran.includes(draft.form) ? state.ran : [...state.ran, draft.form].slice(-2 * HISTORY);
  return { ...state, run: next, ran };
}

function onDataset(state: EditorState, dataset: DatasetFields, viz: AnyViz): EditorState {
  const { form, transferred, dropped } = remapToDataset(state.draft.form, viz, dataset);
  const draft = { ...state.draft, form };
  const here = { viz, form: state.draft.form, stash: state.stash };
  const memory = remapMemory(here, state.memory, panelContext(state.dataset), dataset);
  const lost = lostFields(viz, state.draft.form, viz, form);
  const carried: Carried = { by: 'dataset', transferred, dropped, lost };
  return { ...step(state, draft), dataset, memory, grounds: groundsLeft(state), carried, edited: true };
}

/** The datasets that were here, this one among them. */
function groundsLeft({ dataset, memory, grounds, draft }: EditorState): EditorState['grounds'] {
  return dataset === null ? grounds : new Map(grounds).set(draft.form['datasource'], { dataset, memory });
}

/** The dataset that a draft of another step was made over, as it was left. */
function onGround(state: EditorState, { form }: Draft): Partial<EditorState> {
  if (state.dataset === null || form['datasource'] === state.draft.form['datasource']) return {};
  const ground = state.grounds.get(form['datasource']);
  return ground ? { ...ground, grounds: groundsLeft(state), carried: null } : {};
}

function saved(state: EditorState, chart: SavedChart, form: RawForm): EditorState {
  const draft = { ...state.draft, name: chart.name, form };
  const { run } = state;
  // What was run and is saved now is the same picture, by the form as it is stored.
  const isShown = run !== null && sameForm(run.form, state.draft.form);
  const shown = isShown ? { run: { ...run, form }, ran: [...state.ran, form] } : {};
  return { ...state, chart, draft, saved: draft, ...shown, saveProblem: null };
}

function renamedChart(state: EditorState, chart: SavedChart): EditorState {
  const { name } = chart;
  return { ...state, chart, draft: { ...state.draft, name }, saved: state.saved && { ...state.saved, name } };
}

/** The draft of some steps before or after this one; a state that was run shows its picture at once. */
function stepped(state: EditorState, by: number): EditorState {
  const line = [...state.past, state.draft, ...state.future];
  const at = Math.min(Math.max(state.past.length + by, 0), line.length - 1);
  const target = line[at];
  if (!target || at === state.past.length) return state;
  const draft = { ...target, name: state.draft.name };
  const steps = { past: line.slice(0, at), future: line.slice(at + 1), typing: null };
  const next = { ...state, ...onGround(state, target), draft, ...steps, edited: true };
  return state.ran.includes(draft.form) ? ranNow(next, { asksAnew: false }) : next;
}

/** Letters typed into one control are one step, as long as no picture was made of them. */
function step(state: EditorState, draft: Draft, typing: string | null = null): EditorState {
  const goesOn = typing !== null && typing === state.typing && !state.ran.includes(state.draft.form);
  const past = goesOn ? state.past : [...state.past, state.draft].slice(-HISTORY);
  return { ...state, draft, past, future: [], typing };
}

/** Kinds whose value passes through others on its way to the one that is meant. */
export function isTypedKind(kind: ControlKind | undefined): boolean {
  return kind !== undefined && (['text', 'slider', 'bounds', 'color'] as readonly ControlKind[]).includes(kind);
}

/**
 * Set one value; controls that hide because of it leave their values in the stash, those that appear take them back
 * ([4.7-04]).
 */
function changeControl(
  state: EditorState,
  key: string,
  value: unknown,
  viz: AnyViz,
): { readonly form: RawForm; readonly stash: RawForm } {
  const panel = panelContext(state.dataset);
  const before = visibleControls(viz, state.draft.form, panel);
  const form: Record<string, unknown> = { ...state.draft.form, [key]: value };
  if (value === undefined) delete form[key];
  const stash: Record<string, unknown> = { ...state.stash };
  const after = visibleControls(viz, form, panel);
  for (const name of Object.keys(viz.controls)) {
    if (before.has(name) && !after.has(name) && name in form && name !== key) {
      stash[name] = form[name];
      delete form[name];
    }
    if (!before.has(name) && after.has(name) && name in stash && !(name in form)) {
      form[name] = stash[name];
      delete stash[name];
    }
  }
  return { form, stash };
}

export function visibleControls(viz: AnyViz, form: RawForm, panel: PanelContext): ReadonlySet<string> {
  return new Set(
    Object.entries(viz.controls)
      .filter(([, control]) => control.visible?.(form, panel) ?? true)
      .map(([key]) => key),
  );
}

/** What the chart draws: the form of the last run, with what needs no new data taken from the panel ([4.7-02]). */
export function drawnForm(state: Pick<EditorState, 'run' | 'draft'>, viz: AnyViz | null): RawForm | null {
  if (!state.run) return null;
  if (!viz || state.run.vizType !== state.draft.vizType || viz.type !== state.run.vizType) return state.run.form;
  let form = state.run.form;
  for (const [key, control] of Object.entries(viz.controls)) {
    if (control.renderOnly !== true || form[key] === state.draft.form[key]) continue;
    const { [key]: _, ...rest } = form;
    const next = key in state.draft.form ? { ...form, [key]: state.draft.form[key] } : rest;
    // A switch of the drawing may need data that was not asked for, such as a total.
    if (isAnswered(viz, next, state.run.form)) form = next;
  }
  return form;
}

/** Whether all that a form asks was asked with another one; annotation layers are asked for apart. */
function isAnswered(viz: AnyViz, form: RawForm, asked: RawForm): boolean {
  const queriesOf = (one: RawForm) =>
    splitLayers(effectiveQuery(standalone(one), viz.buildQueries).queries).queries.map((query) => stableJson(query));
  const known = new Set(queriesOf(asked));
  return queriesOf(form).every((query) => known.has(query));
}

/** Whether an address has to be loaded: it is neither what is shown nor what is just being left. */
export function needsLoading(state: Pick<EditorState, 'address' | 'leaving'>, search: string): boolean {
  return search !== state.address && search !== state.leaving;
}

/** Whether what was run is what the page still shows: not left, not run anew, not saved as another chart since. */
export function isStillShown(
  state: { readonly run: Run | null; readonly chart: Pick<SavedChart, 'id'> | null },
  asked: { readonly number: number | null; readonly chartId: number | null },
): boolean {
  return state.run !== null && state.run.number === asked.number && (state.chart?.id ?? null) === asked.chartId;
}

/** Derived, never stored: the panel asks for data that the chart does not show. */
export function isStale(state: Pick<EditorState, 'run' | 'draft'>, viz: AnyViz | null): boolean {
  const drawn = drawnForm(state, viz);
  return (
    drawn === null ||
    state.run?.vizType !== state.draft.vizType ||
    !sameForm(withoutMeta(drawn), withoutMeta(state.draft.form))
  );
}

/** Something would be lost: it differs from what is saved, or from what a new chart began with. */
export function isUnsaved({ saved, opened, draft }: Pick<EditorState, 'saved' | 'opened' | 'draft'>): boolean {
  const stored = saved ?? opened;
  return (
    stored.name !== draft.name ||
    stored.vizType !== draft.vizType ||
    (stored.form !== draft.form && !sameForm(withoutMeta(stored.form), withoutMeta(draft.form)))
  );
}

/** Keys that say where a form came from, not what it asks. */
const META = [
  'slice_id',
  'viz_type',
  'dashboards',
  'dashboardId',
  'url_params',
  'force',
  'result_format',
  'result_type',
  'extra_form_data',
  'extra_filters',
];

function withoutMeta(form: RawForm): RawForm {
  return Object.fromEntries(Object.entries(form).filter(([key]) => !META.includes(key)));
}

/** A chart in the making: its state, and the way to change it. */
export type EditorStore = UseBoundStore<StoreApi<EditorState & { readonly dispatch: (action: EditorAction) => void }>>;

export function createEditorStore(): EditorStore {
  return create<EditorState & { readonly dispatch: (action: EditorAction) => void }>((set) => ({
    ...emptyEditor,
    dispatch: (action) => set((state) => editChart(state, action)),
  }));
}
