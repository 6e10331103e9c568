import { useQueryClient } from '@tanstack/react-query';
import { t } from '@tessera/core/messages';
import type { Complaints } from '@tessera/viz/define';
import type { AnyViz } from '@tessera/viz/erase';
import { unreadSettings } from '@tessera/viz/unread-settings';
import { useCallback, useMemo } from 'react';
import { limits } from '../api/limits.ts';
import { useVizDefinition, vizQuery } from '../chart/use-viz.ts';
import { panelContext, type DatasetFields } from '../controls/fields.ts';
import { toast } from '../ui/feedback/toast-store.ts';
import { useEditor, useEditorStore } from './editor-context.ts';
import { isStale, type EditorStore } from './editor-store.ts';

/** `quiet`: the chart follows an edit. What the page keeps will do, and the history of the browser stays short. */
export type RunHow = { readonly quiet: boolean };

export type Session = {
  readonly viz: AnyViz | null;
  /** Complaints by control; empty before a user has edited (ruling 5). */
  readonly errors: Complaints;
  readonly isStale: boolean;
  readonly run: (how?: RunHow) => void;
  readonly setControl: (key: string, value: unknown) => void;
  /** The same, run at once however dear the query: for what a user does to the picture itself. */
  readonly applyControl: (key: string, value: unknown) => void;
  readonly changeViz: (type: string) => void;
  readonly changeDataset: (dataset: DatasetFields) => void;
  /** Steps back (below zero) or forth in the history of edits. */
  readonly step: (by: number) => void;
};

/** What the page does when something was run: it may write it into its address. */
export type AfterRun = (how?: RunHow) => void;

/** Everything that a user does in the panel, tied to the loaded chart type. */
export function useSession(afterRun: AfterRun): Session {
  const store = useEditorStore();
  const draft = useEditor((state) => state.draft);
  const viz = useVizDefinition(draft.vizType).data ?? null;
  const stale = useEditor((state) => isStale(state, viz));
  const setControl = useCallback(
    (key: string, value: unknown) => viz && store.getState().dispatch({ type: 'control_changed', key, value, viz }),
    [viz, store],
  );
  return {
    viz,
    errors: useErrors(viz),
    isStale: stale,
    run: useRun(viz, stale, afterRun),
    setControl,
    applyControl: useApplyControl(viz, afterRun),
    changeViz: useChangeViz(viz, afterRun),
    changeDataset: useChangeDataset(viz, afterRun),
    step: useStep(afterRun),
  };
}

const noErrors: Complaints = {};

function useErrors(viz: AnyViz | null): Complaints {
  const form = useEditor((state) => state.draft.form);
  const dataset = useEditor((state) => state.dataset);
  const complains = useEditor((state) => state.edited || state.refused);
  return useMemo(() => {
    // What a saved chart lacks is nobody's fault, but what nobody can read is to be mended where it stands.
    const isBroken = viz !== null && unreadSettings(viz.controls, form).length > 0;
    return viz && dataset && (complains || isBroken) ? complaintsOf(viz, form, dataset) : noErrors;
  }, [viz, dataset, complains, form]);
}

/** Ask for what the panel says. What cannot be asked shows where it is wrong. */
function useRun(viz: AnyViz | null, stale: boolean, afterRun: AfterRun): Session['run'] {
  const store = useEditorStore();
  return useCallback(
    (how?: RunHow) => {
      const { dataset, draft, dispatch } = store.getState();
      if (!viz || !dataset) return;
      const complaints = complaintsOf(viz, draft.form, dataset);
      if (Object.keys(complaints).length > 0) {
        if (how?.quiet === true) return;
        dispatch({ type: 'run_refused' });
        requestAnimationFrame(() => focusFirstError());
        return;
      }
      dispatch({ type: how?.quiet === true ? 'followed' : 'run_pressed' });
      if (stale) afterRun(how);
    },
    [store, viz, stale, afterRun],
  );
}

function useApplyControl(viz: AnyViz | null, afterRun: AfterRun): Session['applyControl'] {
  const store = useEditorStore();
  return useCallback(
    (key, value) => {
      if (!viz) return;
      store.getState().dispatch({ type: 'control_changed', key, value, viz });
      if (runIfComplete(store, viz)) afterRun({ quiet: true });
    },
    [viz, store, afterRun],
  );
}

function useStep(afterRun: AfterRun): Session['step'] {
  const store = useEditorStore();
  return useCallback(
    (by) => {
      const before = store.getState().run;
      store.getState().dispatch({ type: 'stepped', by });
      if (store.getState().run !== before) afterRun({ quiet: true });
    },
    [store, afterRun],
  );
}

function useChangeViz(viz: AnyViz | null, afterRun: AfterRun): Session['changeViz'] {
  const client = useQueryClient();
  const store = useEditorStore();
  return useCallback(
    (type) => {
      client
        .ensureQueryData(vizQuery(type))
        .then((to) => {
          store.getState().dispatch({ type: 'viz_changed', from: viz, to });
          if (runIfComplete(store, to)) afterRun({ quiet: true });
        })
        .catch((error: unknown) => toast.danger(error instanceof Error ? error.message : t('An error occurred')));
    },
    [client, viz, store, afterRun],
  );
}

function useChangeDataset(viz: AnyViz | null, afterRun: AfterRun): Session['changeDataset'] {
  const store = useEditorStore();
  return useCallback(
    (dataset) => {
      if (!viz) return;
      store.getState().dispatch({ type: 'dataset_changed', dataset, viz });
      if (runIfComplete(store, viz)) afterRun({ quiet: true });
    },
    [viz, store, afterRun],
  );
}

/** Another type or dataset is drawn at once where it has all that it needs. */
function runIfComplete(store: EditorStore, viz: AnyViz): boolean {
  const { dataset, draft, dispatch } = store.getState();
  if (!dataset || Object.keys(complaintsOf(viz, draft.form, dataset)).length > 0) return false;
  dispatch({ type: 'followed' });
  return true;
}

function complaintsOf(viz: AnyViz, form: Parameters<AnyViz['validate']>[0], dataset: DatasetFields): Complaints {
  return viz.validate(form, panelContext(dataset), { maxRowLimit: limits.maxRows });
}

function focusFirstError(): void {
  document.querySelector<HTMLElement>('[data-control] [aria-invalid="true"]')?.focus();
}
