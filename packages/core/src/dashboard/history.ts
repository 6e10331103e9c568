import { t } from '../messages.ts';
import type { Layout, LayoutComponent } from '../layout/types.ts';
import type { DashboardDocument } from './document.ts';
import { applyAll, invertAll, type DashboardOperation } from './operations.ts';

/** Steps that users can count on ([9.0-26]). */
export const UNDO_LIMIT = 50;
/** Documents in reach: fifty, the initial one and the present one (ruling 2). */
const KEPT = UNDO_LIMIT + 2;

/** What one action of a user did. */
export type Step = readonly DashboardOperation[];

export type DashboardHistory = {
  readonly past: readonly Step[];
  readonly present: DashboardDocument;
  readonly future: readonly Step[];
};

/** A history that begins now: after loading and after a save ([4.5-03]). */
export function startHistory(present: DashboardDocument): DashboardHistory {
  return { past: [], present, future: [] };
}

/** One more step; an action that changed nothing makes none. */
export function commit(history: DashboardHistory, step: Step): DashboardHistory {
  if (step.length === 0) return history;
  return {
    past: [...history.past, step].slice(-(KEPT - 1)),
    present: applyAll(history.present, step),
    future: [],
  };
}

export function undo(history: DashboardHistory): DashboardHistory {
  const step = history.past.at(-1);
  if (!step) return history;
  return {
    past: history.past.slice(0, -1),
    present: applyAll(history.present, invertAll(step)),
    future: [step, ...history.future],
  };
}

export function redo(history: DashboardHistory): DashboardHistory {
  const [step, ...future] = history.future;
  if (!step) return history;
  return { past: [...history.past, step], present: applyAll(history.present, step), future };
}

/** What to tell when a step used up the last slot ([8.3-05]); `null` otherwise. */
export function undoWarning(before: DashboardHistory, after: DashboardHistory): string | null {
  if (before.past.length >= UNDO_LIMIT || after.past.length < UNDO_LIMIT) return null;
  return t(
    'You have used all %(historyLength)s undo slots and will not be able to fully undo subsequent actions. You ' +
      'may save your current state to reset the history.',
    { historyLength: UNDO_LIMIT },
  );
}

/** A chart that was renamed elsewhere has its new name in every placement, in every step; that is no step itself. */
export function renameChart(history: DashboardHistory, chartId: number, name: string): DashboardHistory {
  const inStep = (step: Step): Step =>
    step.map((operation) =>
      operation.kind === 'layout'
        ? {
            ...operation,
            from: renameInLayout(operation.from, chartId, name),
            to: renameInLayout(operation.to, chartId, name),
          }
        : operation,
    );
  const layout = renameInLayout(history.present.layout, chartId, name);
  return {
    past: history.past.map(inStep),
    present: layout === history.present.layout ? history.present : { ...history.present, layout },
    future: history.future.map(inStep),
  };
}

/** A layout keeps the names that its charts had when it was saved; what is shown goes by those they have now. */
export function renameInLayout(layout: Layout, chartId: number, name: string): Layout {
  const isOld = ({ type, meta }: LayoutComponent) =>
    type === 'CHART' && meta.chartId === chartId && meta.sliceName !== name;
  const renamed = Object.values(layout).filter(isOld);
  if (renamed.length === 0) return layout;
  return {
    ...layout,
    ...Object.fromEntries(
      renamed.map((component) => [component.id, { ...component, meta: { ...component.meta, sliceName: name } }]),
    ),
  };
}
