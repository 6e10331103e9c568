import type { RawForm } from '@tessera/core/form-data';
import type { QueryObject } from '@tessera/core/query-object';
import type { Table } from '@tessera/core/table';
import type { EChartsOption } from 'echarts';
import type { ComponentType } from 'react';
import type { FormRules } from './control-kinds/kind.ts';
import type {
  Advice,
  BuildContext,
  ChartContext,
  Complaints,
  Controls,
  EChartsParts,
  FormOf,
  MetricFormats,
  PanelContext,
  QueryResult,
  Section,
  ViewProps,
  VizPlugin,
} from './define.ts';
import type { ChartEvent, Outcome } from './events.ts';
import type { ChartInputs } from './inputs.ts';
import { withAnswered } from './layer/additivity.ts';
import { comparedNotes } from './layer/compared.ts';
import { withMetricFormats } from './layer/metric-formats.ts';
import { spanOf } from './layer/span.ts';
import { unmatchedNotes } from './layer/unmatched.ts';
import { inZone } from './layer/zone-filters.ts';
import { unplacedNotes } from './layer/unplaced.ts';
import type { RowFacts } from './define.ts';
import type { Again } from './define.ts';
import type { Mark } from './marks.ts';
import { newForm } from './new-form.ts';
import { parseForm } from './parse-form.ts';
import type { Roles } from './roles.ts';
import { validateForm } from './validate-form.ts';
import { type Presented, presentRows } from './present.ts';
import type { Scene } from './scene/scene.ts';
import { selectMarks } from './select.ts';

export type AnyOptionDrawing = {
  readonly kind: 'option';
  readonly toOption: (results: readonly QueryResult[], raw: RawForm, context: ChartContext) => EChartsOption;
  readonly parts: () => Promise<{ readonly echartsParts: EChartsParts }>;
};

export type AnyModelDrawing = {
  readonly kind: 'model';
  /** The model is for `view` and nobody else. */
  readonly toModel: (results: readonly QueryResult[], raw: RawForm, context: ChartContext) => unknown;
  readonly view: () => Promise<{ readonly View: ComponentType<ViewProps<unknown>> }>;
  readonly toSvg: (results: readonly QueryResult[], raw: RawForm, context: ChartContext) => string;
};

export type AnySceneDrawing = {
  readonly kind: 'scene';
  readonly toScene: (results: readonly QueryResult[], raw: RawForm, context: ChartContext) => Scene;
};

/** Any chart type with its form and model types hidden behind the parser, so that callers hold it without a cast. */
export type AnyViz = {
  readonly type: string;
  readonly controls: Controls;
  readonly sections: readonly Section[];
  readonly roles: Roles;
  /** Form data of a new chart on this dataset. */
  readonly newForm: (panel: PanelContext) => RawForm;
  /** Form data that only the dataset knows; written whenever dataset or chart type change. */
  readonly fromDataset: (panel: PanelContext) => RawForm;
  /** What a user must mend before the chart can run; an empty record means nothing. */
  readonly validate: (raw: RawForm, panel: PanelContext, rules: FormRules) => Complaints;
  /** Fetch what the picture needs beyond the code of its type; null when everything is here. */
  readonly prepare: (raw: RawForm) => Promise<unknown> | null;
  readonly buildQueries: (raw: RawForm, context: BuildContext) => readonly QueryObject[];
  /** What its queries are called, as messages, where each has rows of its own; empty where the first has them all. */
  readonly queryNames: readonly string[];
  readonly again: (
    results: readonly (QueryResult & RowFacts)[],
    raw: RawForm,
    queries: readonly QueryObject[],
  ) => Again | null;
  /** Names of the selects that a form leaves to readers. */
  readonly readerControls: (raw: RawForm) => readonly string[];
  /** What stands below the picture wherever it is shown. */
  readonly notes: (results: readonly QueryResult[], raw: RawForm, context: ChartContext) => readonly string[];
  /** The time that it shows, for the line under its name. */
  readonly span: (results: readonly QueryResult[], raw: RawForm) => string;
  /** How much what is measured changed from another time or a target. */
  readonly changes: (results: readonly QueryResult[], raw: RawForm) => readonly string[];
  readonly describe: (results: readonly QueryResult[], raw: RawForm, context: ChartContext) => string;
  readonly advise: (results: readonly QueryResult[], raw: RawForm) => Advice | null;
  /** What can be touched on the picture that these arguments draw. */
  readonly marks: (results: readonly QueryResult[], raw: RawForm, context: ChartContext) => readonly Mark[];
  readonly select: (event: ChartEvent, results: readonly QueryResult[], raw: RawForm, inputs: ChartInputs) => Outcome;
  readonly present: (table: Table, raw: RawForm, verbose: Readonly<Record<string, string>>) => Presented;
  readonly whyEmpty: (results: readonly QueryResult[], raw: RawForm) => string | null;
  readonly drawing: AnyOptionDrawing | AnyModelDrawing | AnySceneDrawing;
};

/** Hide a plugin's types behind its parser. */
export function erase<C extends Controls, Model>(viz: VizPlugin<C, Model>): AnyViz {
  // Nobody changes a form in place, so that the same one reads the same: picture, notes, words and marks share it.
  const parsed = new WeakMap<RawForm, FormOf<C>>();
  const parse = (raw: RawForm): FormOf<C> => {
    const form = parsed.get(raw) ?? parseForm(viz.controls, viz.defaults, raw);
    parsed.set(raw, form);
    return form;
  };
  const formatted = new WeakMap<RawForm, { readonly formats: MetricFormats; readonly form: FormOf<C> }>();
  const inFormats = viz.inMetricFormats ?? withMetricFormats;
  // What is drawn and said is written as the dataset writes its metrics; what is asked does not depend on it.
  const written = (raw: RawForm, { metricFormats: formats }: ChartContext): FormOf<C> => {
    if (!formats) return parse(raw);
    const known = formatted.get(raw);
    if (known?.formats === formats) return known.form;
    const form = inFormats(parse(raw), formats);
    formatted.set(raw, { formats, form });
    return form;
  };
  return {
    type: viz.type,
    controls: viz.controls,
    sections: viz.sections.map((section) => ({ ...section })),
    roles: viz.roles,
    newForm: (panel) => ({ ...newForm(viz.controls, panel), ...viz.fromDataset?.(panel), viz_type: viz.type }),
    fromDataset: (panel) => viz.fromDataset?.(panel) ?? {},
    validate: (raw, panel, rules) => ({
      ...viz.validate?.(parse(raw)),
      ...validateForm(viz.controls, raw, panel, rules),
    }),
    prepare: (raw) => viz.prepare?.(parse(raw)) ?? null,
    buildQueries: (raw, context) => viz.buildQueries(parse(raw), raw, context),
    queryNames: viz.queryNames ?? [],
    again: (results, raw, queries) => viz.again?.(results, parse(raw), queries) ?? null,
    readerControls: (raw) => viz.readerControls?.(parse(raw)) ?? [],
    notes: (results, raw, context) => [
      ...unplacedNotes(results, raw, context),
      ...comparedNotes(results, raw),
      ...unmatchedNotes(results),
      ...(viz.notes?.(results, written(raw, context), answeredIn(results, context)) ?? []),
    ],
    span: spanOf,
    changes: (results, raw) => viz.changes?.(results, parse(raw)) ?? [],
    describe: (results, raw, context) =>
      said(viz.describe(results, written(raw, context), answeredIn(results, context))),
    advise: (results, raw) => viz.advise?.(results, parse(raw)) ?? null,
    marks: (results, raw, context) =>
      viz.drawing.marks?.(results, written(raw, context), answeredIn(results, context)) ?? [],
    select: (event, results, raw, inputs) =>
      inZone(viz.select ? viz.select(event, results, parse(raw), inputs) : selectMarks(event, inputs), results),
    present: viz.present ?? presentRows,
    whyEmpty: (results, raw) => viz.whyEmpty?.(results, parse(raw)) ?? null,
    drawing: eraseDrawing(viz, written),
  };
}

type Answered = { readonly results: readonly QueryResult[]; readonly context: ChartContext };
/** The last results of each context: what is asked of one picture has one context. */
const answeredContexts = new WeakMap<ChartContext, Answered>();

function answeredIn(results: readonly QueryResult[], around: ChartContext): ChartContext {
  const known = answeredContexts.get(around);
  if (known?.results === results) return known.context;
  const context = withAnswered(results, around);
  answeredContexts.set(around, { results, context });
  return context;
}

/** A name of a page's length would be read aloud whole: nobody listens to more than this. */
const MOST_SAID = 1_500;

function said(text: string): string {
  return text.length > MOST_SAID ? `${text.slice(0, MOST_SAID)}…` : text;
}

function eraseDrawing<C extends Controls, Model>(
  viz: VizPlugin<C, Model>,
  written: (raw: RawForm, context: ChartContext) => FormOf<C>,
): AnyViz['drawing'] {
  const { drawing } = viz;
  if (drawing.kind === 'option') {
    return {
      kind: 'option',
      parts: drawing.parts,
      toOption: (results, raw, context) =>
        drawing.toOption(results, written(raw, context), answeredIn(results, context)),
    };
  }
  if (drawing.kind === 'scene')
    return {
      kind: 'scene',
      toScene: (results, raw, context) => drawing.toScene(results, written(raw, context), answeredIn(results, context)),
    };
  return {
    kind: 'model',
    toModel: (results, raw, context) => drawing.toModel(results, written(raw, context), answeredIn(results, context)),
    // A view only ever gets the model that its own `toModel` made.
    view: drawing.view as unknown as AnyModelDrawing['view'],
    toSvg: (results, raw, context) =>
      drawing.toSvg(drawing.toModel(results, written(raw, context), answeredIn(results, context)), context),
  };
}
