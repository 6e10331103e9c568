import type { AnnotationLayer, AnnotationRecords } from '@tessera/core/annotations/layer';
import type { AnyViz } from '@tessera/viz/erase';
import type { ChartDataRequest, ChartResult } from '../chart-data.ts';
import type { LoadedViz } from '../use-viz.ts';
import type { LayerRequest } from './session-types.ts';

/** What a session needs of the world; a test gives its own. */
export type SessionIo = {
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** A name for this session, unique among all pages of a user: `[\\w-]`, at most 40 characters. */
  readonly newName: () => string;
  /** Code of a chart type; at once where it is here already. @throws or rejects for a type that is not available */
  readonly definition: (vizType: string) => AnyViz | Promise<AnyViz>;
  /** `isStill`: without the drawing library. */
  readonly drawing: (vizType: string, isStill: boolean) => LoadedViz | Promise<LoadedViz>;
  /** The answer of the server, also where a job makes it. */
  readonly fetchData: (asked: ChartDataRequest, signal: AbortSignal) => Promise<readonly ChartResult[]>;
  readonly fetchLayer: (
    asked: ChartDataRequest,
    layer: LayerRequest,
    signal: AbortSignal,
  ) => Promise<AnnotationRecords>;
  /** @throws or rejects with what a user reads of it when a formula cannot be read */
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
