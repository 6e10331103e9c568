/**
 * What a chart type is.
 *
 * A chart type is a folder `plugins/<family>/` and a line each in `registry.ts` and `gallery.ts`:
 *
 * - `index.ts` calls `defineViz({ type, controls, sections, roles, defaults, buildQueries, describe, drawing })`. The
 *   form type follows from `controls`: reading a control that does not exist, or comparing a select with a value that
 *   is none of its choices, does not compile.
 * - `drawing` is `kind: 'option'` (a pure function to an ECharts option, plus the ECharts parts that it needs),
 *   `kind: 'scene'` (a pure function to shapes and text, drawn alike by browser and server) or `kind: 'model'` (a pure
 *   function to a model, a React view of it for the browser, a text SVG of it for the server).
 * - `drawing.marks` names what can be touched, `select` says what that means beyond the chart (`docs/charts.md`).
 * - `fixtures/cases.ts` lists what the goldens draw, `golden/` holds the option or model and the picture of each.
 *
 * `erase` hides the form type, so that the panel, the dashboard and the server hold any chart type without a cast.
 */
import type { AnnotationData } from '@tessera/core/annotations/layer';
import type { RawForm } from '@tessera/core/form-data';
import type { QueryObject } from '@tessera/core/query-object';
import type { Additivities, Additivity } from '@tessera/core/additivity';
import type { Table } from '@tessera/core/table';
import type { EChartsOption } from 'echarts';
import type { use } from 'echarts/core';
import type { ComponentType } from 'react';
import type { Currency } from './control-kinds/currency.ts';
import type { OwnControl, ValueOf } from './control-kinds/index.ts';
import type { Choice, Named, PanelContext, Warning } from './panel.ts';
import type { ChartEvent, Outcome } from './events.ts';
import type { ChartInputs } from './inputs.ts';
import type { TileServer } from './shared/geo/tile-server.ts';
import type { Mark } from './marks.ts';
import type { Presented } from './present.ts';
import type { Scene } from './scene/scene.ts';
import type { Roles } from './roles.ts';

export type { Bounds } from './control-kinds/bounds.ts';
export type { Rgba } from './control-kinds/color.ts';
export type { Currency } from './control-kinds/currency.ts';
export type { ControlKind } from './control-kinds/index.ts';
export type { Choice, PanelContext, Warning } from './panel.ts';

type ControlBase = Named & {
  /** One sentence behind the help icon. */
  readonly hint?: string;
  /** Empty gives 'cannot be empty' when a user edits; a saved chart still loads ([5.0-03], ruling 5). */
  readonly required?: boolean;
  /** What excuses an empty required control, such as the time column of charts from before x axes. */
  readonly requiredUnless?: (form: RawForm) => boolean;
  /** Changing it draws again without asking the database. */
  readonly renderOnly?: boolean;
  readonly visible?: (form: RawForm, panel: PanelContext) => boolean;
  /** Choices that the last result gives, after the control's own. */
  readonly offers?: (panel: PanelContext) => readonly Choice[];
  /** What the last result says against the setting. */
  readonly warn?: (form: RawForm, panel: PanelContext) => Warning | null;
  /** What a new chart takes where the dataset decides it; `undefined` falls back to `default`. */
  readonly initial?: (panel: PanelContext) => unknown;
};

/** A control of any kind: what all of them say, and what its kind says in `control-kinds/<kind>.ts`. */
export type Control = ControlBase & OwnControl;
export type Controls = Readonly<Record<string, Control>>;

/** Order of the control panel: two tabs, sections in them, control names in those. */
export type Section<C extends Controls = Controls> = Named & {
  readonly tab: 'data' | 'customize';
  readonly controls: readonly (keyof C & string)[];
};

/** Form data as the controls describe it: the schema is the source, the type follows. */
export type FormOf<C extends Controls> = { readonly [K in keyof C]: ValueOf<C[K]> };

/** What an answer says about its rows. */
export type RowFacts = {
  /** Rows that the database gave. */
  readonly sqlRowCount: number;
  /** The row limit that the query ran with; null for none. */
  readonly rowLimit: number | null;
};

/** Of an answer that has room for a part of its series only. */
export type SeriesCut = {
  readonly shown: number;
  /** How many there are; null where nobody counted them. */
  readonly of: number | null;
  /** The rest is one more series. */
  readonly hasOthers: boolean;
};

/** The range of another time; an open end is null. */
export type ComparedRange = {
  readonly offset: string;
  readonly fromMs: number | null;
  readonly toMs: number | null;
  /** How many rows that time has; null where the answer does not say. */
  readonly rowCount?: number | null;
};

/** One answer of chart data, ready to draw. Its times are those of the clock of `timeZone`, as epoch milliseconds. */
export type QueryResult = {
  readonly table: Table;
  /** Result column → its parts: [metric, dimension value …] for pivoted columns. */
  readonly labelMap: Readonly<Record<string, readonly string[]>>;
  readonly fromMs: number | null;
  readonly toMs: number | null;
  /** When the database was asked; with the range it tells which periods are not whole. */
  readonly ranAtMs?: number | null;
  /** The zone whose clock names the periods; null for UTC. */
  readonly timeZone?: string | null;
  /** Its columns that are instants on the wire: filters name them by the clock of the zone. */
  readonly moments?: readonly string[] | undefined;
  /** Whether values of its metrics add up, by label. */
  readonly additivity?: Additivities;
  /** Columns of the axis whose rows without a value the query has left out. */
  readonly unplaced?: readonly string[];
  /** The ranges of other times, by their offsets. */
  readonly compared?: readonly ComparedRange[];
  /** How many rows of other times are left out, as they stand beside none of the present. */
  readonly unmatched?: readonly { readonly offset: string; readonly count: number; readonly of: number }[];
  /** Of a chart of series whose whole answer does not fit; see `again`. */
  readonly seriesCut?: SeriesCut;
  /** How many values its axis has, where they were counted: the rows of a cut answer lack some. */
  readonly places?: number;
  /** What annotation layers draw over this answer, by their names; layers that are not there draw nothing. */
  readonly annotations?: AnnotationData;
};

/** What is asked in place of queries whose answer the row limit cut, and what the chart takes from the answers. */
export type Again = {
  readonly queries: readonly QueryObject[];
  readonly take: <R extends QueryResult>(answers: readonly R[]) => readonly R[];
};

/** How a dataset writes a saved metric where a chart says nothing itself; null leaves a part to the chart. */
export type MetricFormat = { readonly format: string | null; readonly currency: Currency | null };
/** By metric name. */
export type MetricFormats = Readonly<Record<string, MetricFormat>>;

/** Everything that a drawing needs from around it; no chart reads the clock, the DOM or the theme by itself. */
export type ChartContext = {
  readonly width: number;
  readonly height: number;
  /** Token values of the current theme, so that a server without CSS draws the same picture. */
  readonly theme: ChartTheme;
  /** Colour of a category in a scheme; the same name has the same colour all over a dashboard. */
  readonly color: (scheme: string, name: string) => string;
  readonly formatNumber: (format: string, value: number | null, currency?: Currency | null) => string;
  /** `grain` (ISO 8601) lets adaptive formats show what the grain can tell. */
  readonly formatTime: (format: string, epochMs: number | null, grain?: string | null) => string;
  /** Column and metric names as users see them. */
  readonly verboseName: (name: string) => string;
  /** How the dataset writes its saved metrics; `erase` puts it into forms (`layer/metric-formats.ts`). */
  readonly metricFormats?: MetricFormats;
  /** What a user did with the chart so far. */
  readonly inputs: ChartInputs;
  /** Whether values of a metric add up: what the answers tell, which `erase` puts here (`layer/additivity.ts`). */
  readonly additivity?: (metricLabel: string) => Additivity;
  /**
   * The answers without what is selected on other charts, where a type marks the part that is selected
   * (`capabilities.marksPart`); nothing on a server.
   */
  readonly whole?: readonly QueryResult[];
  /** Where maps find tiles in this installation; nothing on a server, which asks nobody while it draws. */
  readonly tiles?: TileServer;
};

export type ChartTheme = {
  readonly mode: 'light' | 'dark';
  readonly text: string;
  readonly textMuted: string;
  readonly hairline: string;
  readonly zeroLine: string;
  readonly surface: string;
  readonly accent: string;
  readonly success: string;
  readonly danger: string;
  readonly warning: string;
  readonly fontFamily: string;
};

/** The things that can be touched; called when somebody does, so it may take the time of a redraw. */
type MarksOf<C extends Controls> = (
  results: readonly QueryResult[],
  form: FormOf<C>,
  context: ChartContext,
) => readonly Mark[];

/** Shapes and text in px: one function draws it for browser and server alike. */
export type SceneDrawing<C extends Controls> = {
  readonly kind: 'scene';
  readonly toScene: (results: readonly QueryResult[], form: FormOf<C>, context: ChartContext) => Scene;
  readonly marks?: MarksOf<C>;
};

/** A chart that is no ECharts option: `toModel` is pure, `view` draws the model in the browser, `toSvg` on a server. */
export type ModelDrawing<C extends Controls, Model> = {
  readonly kind: 'model';
  readonly toModel: (results: readonly QueryResult[], form: FormOf<C>, context: ChartContext) => Model;
  readonly view: () => Promise<{ readonly View: ComponentType<ViewProps<Model>> }>;
  readonly toSvg: (model: Model, context: ChartContext) => string;
  readonly marks?: MarksOf<C>;
};

/** `setOwnState` asks for new data with other paging, order or search (server paging of tables). */
export type ViewProps<Model> = {
  readonly model: Model;
  readonly context: ChartContext;
  readonly ownState: RawForm;
  readonly setOwnState: (state: RawForm) => void;
  /** What a user does to a mark; the view decides where its marks are. */
  readonly onEvent: (event: ChartEvent, at?: { readonly x: number; readonly y: number }) => void;
  readonly onRendered: () => void;
};

/** What ECharts must have registered before the option can be drawn (`echarts.use`). */
export type EChartsParts = Parameters<typeof use>[0];

export type OptionDrawing<C extends Controls> = {
  readonly kind: 'option';
  readonly toOption: (results: readonly QueryResult[], form: FormOf<C>, context: ChartContext) => EChartsOption;
  /** Loads the charts and components of ECharts with the chart type that needs them. */
  readonly parts: () => Promise<{ readonly echartsParts: EChartsParts }>;
  readonly marks?: MarksOf<C>;
};

/** What changes the query without a new control value: paging, order and search of a table. */
export type BuildContext = {
  readonly ownState: RawForm;
  /** A download takes every row: paging is left out. */
  readonly forExport?: boolean;
  /** With all that `again` may ask behind the queries of the chart. */
  readonly forAgain?: boolean;
  /** The answers without what is selected on other charts, for types whose part stands in the places of the whole. */
  readonly whole?: readonly QueryResult[];
};

/** Complaints of a form by control name, as users read them next to the control. */
export type Complaints = Readonly<Record<string, readonly string[]>>;

/** A better setting for the rows that came: what is wrong, and what a press would change. */
export type Advice = {
  readonly text: string;
  readonly action: string;
  readonly control: string;
  readonly value: unknown;
};

export type VizPlugin<C extends Controls = Controls, Model = unknown> = {
  readonly type: string;
  readonly controls: C;
  readonly sections: readonly Section<C>[];
  /** What its controls are for, beside what they are called. */
  readonly roles: Roles<keyof C & string>;
  /** Default form data: what a key that is missing in a saved chart takes, before the control's default (ruling 20). */
  readonly defaults: RawForm;
  /** Form data that only the dataset knows, written whenever dataset or chart type change. */
  readonly fromDataset?: (panel: PanelContext) => RawForm;
  /** Rules over several controls; those of single controls are with their kinds. */
  readonly validate?: (form: FormOf<C>) => Complaints;
  /**
   * Fetch what the picture of this form needs beyond the code of its type, such as the outlines of one country; null
   * when everything is here. It is waited for before anything is drawn or described, and never before a query.
   */
  readonly prepare?: (form: FormOf<C>) => Promise<unknown> | null;
  /** Query objects as API clients send them; the server fills nothing in that is not written here. */
  readonly buildQueries: (form: FormOf<C>, raw: RawForm, context: BuildContext) => readonly QueryObject[];
  /**
   * What its queries are called, as messages, where each of several has rows of its own. Without it the first one has
   * all rows, and what follows belongs to them, such as their totals.
   */
  readonly queryNames?: readonly string[];
  /**
   * The form with numbers written as the dataset writes its saved metrics, where its author said nothing; without it
   * by what all metrics of a format agree on (`withMetricFormats`). What is asked never depends on it.
   */
  readonly inMetricFormats?: (form: FormOf<C>, formats: MetricFormats) => FormOf<C>;
  /** What is asked once more when these answers do not do, such as when the row limit cut series in the middle. */
  readonly again?: (
    results: readonly (QueryResult & RowFacts)[],
    form: FormOf<C>,
    queries: readonly QueryObject[],
  ) => Again | null;
  /** Selects that only draw again and that a form leaves to readers, above the picture. */
  readonly readerControls?: (form: FormOf<C>) => readonly (keyof C & string)[];
  /** What stands below the picture wherever it is shown: what was cut, what is not drawn as the form says. */
  readonly notes?: (results: readonly QueryResult[], form: FormOf<C>, context: ChartContext) => readonly string[];
  /** How much what is measured changed from another time or a target, for the line under its name. */
  readonly changes?: (results: readonly QueryResult[], form: FormOf<C>) => readonly string[];
  /** The chart in words, for those who do not see it. */
  readonly describe: (results: readonly QueryResult[], form: FormOf<C>, context: ChartContext) => string;
  /** Said to whoever builds the chart, when its rows do not suit its settings. */
  readonly advise?: (results: readonly QueryResult[], form: FormOf<C>) => Advice | null;
  /** What an event means; pure. Without it marks select what their filters say. */
  readonly select?: (
    event: ChartEvent,
    results: readonly QueryResult[],
    form: FormOf<C>,
    inputs: ChartInputs,
  ) => Outcome;
  /** Rows as the chart shows them, for downloads and API clients; without it the rows under their names on screen. */
  readonly present?: (table: Table, raw: RawForm, verbose: Readonly<Record<string, string>>) => Presented;
  /** Why rows that came draw nothing, in one sentence; null when they draw something. */
  readonly whyEmpty?: (results: readonly QueryResult[], form: FormOf<C>) => string | null;
  readonly drawing: OptionDrawing<C> | ModelDrawing<C, Model> | SceneDrawing<C>;
};

/** Identity at run time; it makes TypeScript infer the form type from `controls`. */
export function defineViz<const C extends Controls, Model = never>(plugin: VizPlugin<C, Model>): VizPlugin<C, Model> {
  return plugin;
}

/** The choices of a select as the form stands. */
export function choicesOf(
  control: Control & { readonly kind: 'select' },
  form: RawForm,
  panel: PanelContext,
): readonly Choice[] {
  const own = control.choicesFor?.(form, panel) ?? control.choices;
  const more = control.offers?.(panel) ?? [];
  return more.length === 0
    ? own
    : [...own, ...more.filter(({ value }) => !own.some((choice) => choice.value === value))];
}
