import type { AdhocFilter } from '@tessera/core/form-data';
import type { DrillTarget } from '@tessera/viz/events';
import type { Mark } from '@tessera/viz/marks';
import { createContext, type ReactNode } from 'react';
import type { Datasource } from '../chart-data.ts';
import type { ChartControl, Shown } from '../use-chart.ts';

/** What can be done with a mark where its chart stands; what is null is not offered there. */
export type MarkHost = {
  /** What a click and Enter do: select, as where a selection filters other charts, or open what can be done. */
  readonly press: 'select' | 'menu';
  readonly filters: FilterHost | null;
  readonly drill: DrillHost | null;
  readonly annotate: AnnotateHost | null;
  /**
   * Where other charts follow a brush while it is drawn: whether they are ready for its next step. Null selects once it
   * is drawn.
   */
  readonly follows: (() => boolean) | null;
  /** Begins a comment on it. */
  readonly comment: ((mark: Mark) => void) | null;
};

export type FilterHost = {
  /** Rewrites the filters of one control; undoing is the page's. */
  readonly change: (control: string, rewrite: (filters: readonly AdhocFilter[]) => readonly AdhocFilter[]) => void;
  /** Whether the chart has the control. */
  readonly has: (control: string) => boolean;
};

export type DrillHost = {
  readonly datasource: Datasource;
  readonly dashboardId: number | null;
  /** What rows may be saved as a file. */
  readonly mayDownload: boolean;
  /** Whether the chart, broken down, may be opened in Explore. */
  readonly mayExplore: boolean;
  /** Takes a chosen dimension where a drill is open already; null opens one. */
  readonly onBreakDown: ((question: MarkQuestion) => void) | null;
};

export type AnnotateHost = {
  /** Called with the layer that holds the new annotation. */
  readonly onMade: (layer: { readonly id: number; readonly name: string }) => void;
  /** Whether the layer is shown on the chart from then on. */
  readonly showsLayer: boolean;
};

/** A mark, and the picture that it was touched on: the chart may show another one by the time that it is answered. */
export type MarkQuestion = {
  readonly mark: Mark;
  readonly target: DrillTarget;
  readonly shown: Shown;
};
export type AskedOfMark = {
  readonly kind: 'detail' | 'by' | 'annotate';
  readonly question: MarkQuestion;
};

/** A chart in a dialog over the one that opened it. */
export type LevelOfDrill = {
  readonly chart: ChartControl;
  readonly title: string;
  readonly host: MarkHost;
};
/** Draws it, as the chart below is drawn: this code is part of that. */
export type DrawLevel = (level: LevelOfDrill) => ReactNode;

/** The place of a chart and what opens over it. */
export type MarkDesk = {
  readonly host: MarkHost;
  readonly ask: (asked: AskedOfMark) => void;
};

/** A chart that stands nowhere in particular is only selected. */
export const nowhere: MarkHost = {
  press: 'select',
  filters: null,
  drill: null,
  annotate: null,
  follows: null,
  comment: null,
};

export const MarkDeskContext = createContext<MarkDesk>({ host: nowhere, ask: () => undefined });
