import { t } from '@tessera/core/messages';

/** Where a chart stands ([4.1-01]); `success` means that the answer is here and the marks are not drawn yet. */
export const chartStatuses = ['empty', 'loading', 'success', 'rendered', 'failed', 'stopped'] as const;
export type ChartStatus = (typeof chartStatuses)[number];

/** What a user reads when a chart fails; `detail` is what they copy for whoever helps them. */
export type ChartFailure = {
  readonly message: string;
  /** The code of the server's error; null for one that is none of the server. */
  readonly code: string | null;
  readonly detail: string | null;
  /** True for errors of the drawing code, which a new dataset may well clear ([4.1-06]). */
  readonly hasStack: boolean;
  /** True when no answer came at all: nothing was asked, so nothing is known against the picture on screen. */
  readonly isUnanswered: boolean;
  readonly hints: readonly string[];
};

export type ChartState = {
  readonly status: ChartStatus;
  readonly failure: ChartFailure | null;
  /** Number of the newest request; answers of older ones are dropped. 0 before the first. */
  readonly request: number;
  /** Epoch milliseconds. */
  readonly startedAt: number | null;
  readonly endedAt: number | null;
};

export type ChartEvent =
  | { readonly type: 'update_started'; readonly request: number; readonly now: number }
  | { readonly type: 'update_succeeded'; readonly request: number; readonly now: number }
  | { readonly type: 'update_failed'; readonly request: number; readonly now: number; readonly failure: ChartFailure }
  | { readonly type: 'update_stopped'; readonly now: number }
  | { readonly type: 'render_triggered' }
  | { readonly type: 'rendering_succeeded' }
  | { readonly type: 'rendering_failed'; readonly reason: string; readonly stack: string | null }
  | { readonly type: 'datasource_changed' }
  | { readonly type: 'removed' };

export const emptyChart: ChartState = { status: 'empty', failure: null, request: 0, startedAt: null, endedAt: null };

/** The life of one chart ([4.1-02] to [4.1-07]). Pure; time comes with the events. */
export function chartReducer(state: ChartState, event: ChartEvent): ChartState {
  switch (event.type) {
    case 'update_started':
      return { status: 'loading', failure: null, request: event.request, startedAt: event.now, endedAt: null };
    case 'update_succeeded':
      if (isStale(state, event.request)) return state;
      return { ...state, status: 'success', failure: null, endedAt: event.now };
    case 'update_failed':
      if (isStale(state, event.request)) return state;
      return { ...state, status: 'failed', failure: event.failure, endedAt: event.now };
    case 'update_stopped':
      if (state.status !== 'loading') return state;
      return {
        ...state,
        status: 'stopped',
        failure: {
          message: t('Updating chart was stopped'),
          code: null,
          detail: null,
          hasStack: false,
          isUnanswered: false,
          hints: [],
        },
        endedAt: event.now,
      };
    case 'render_triggered':
      // A new drawing of the same answer; a chart whose drawing failed gets another chance.
      if (state.status === 'rendered') return { ...state, status: 'success' };
      return state.status === 'failed' && state.failure?.hasStack === true
        ? { ...state, status: 'success', failure: null }
        : state;
    case 'rendering_succeeded':
      return state.status === 'success' ? { ...state, status: 'rendered' } : state;
    case 'rendering_failed':
      return {
        ...state,
        status: 'failed',
        failure: {
          message: t('An error occurred while rendering the visualization: %s', event.reason),
          code: null,
          detail: event.stack,
          hasStack: true,
          isUnanswered: false,
          hints: [],
        },
      };
    case 'datasource_changed':
      return state.status === 'failed' && state.failure?.hasStack === true ? emptyChart : state;
    case 'removed':
      return emptyChart;
  }
}

/**
 * Whether the picture of the last answer stands: an error takes its place, but not one that says that nothing could be
 * asked.
 */
export function keepsPicture({ status, failure }: ChartState): boolean {
  return status !== 'failed' || failure?.isUnanswered === true;
}

/** An answer counts only while its own request is the newest and still awaited. */
function isStale(state: ChartState, request: number): boolean {
  return state.request !== request || state.status !== 'loading';
}
