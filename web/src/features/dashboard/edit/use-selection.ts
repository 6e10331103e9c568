import {
  clipText,
  copyComponents,
  deleteComponents,
  isEmptyClip,
  pasteComponents,
  readClip,
  type Clip,
} from '@tessera/core/layout/clip';
import { chartIdsOf } from '@tessera/core/layout/charts';
import { componentOf } from '@tessera/core/layout/types';
import { useQueryClient } from '@tanstack/react-query';
import { t, tn } from '@tessera/core/messages';
import { useEffect, useMemo } from 'react';
import { toast } from '../../../ui/feedback/toast-store.ts';
import { useLeastSize } from '../dashboard-data.tsx';
import { openHome } from './add-component.ts';
import type { DashboardStore } from '../dashboard-store.ts';
import { useDashboardStore } from '../DashboardProvider.tsx';
import { learnCharts } from '../learn-charts.ts';
import { newComponentId } from '../../../api/component-id.ts';
import { applyLayout, presentLayout } from './apply-change.ts';

/** What is done with the marked components. */
export type SelectionActions = {
  readonly duplicate: () => void;
  readonly copy: () => void;
  readonly cut: () => void;
  readonly paste: (text: string) => void;
  readonly remove: () => void;
  readonly clear: () => void;
};

/** Where the browser keeps no clipboard, the page does: the last clip, for this and every other dashboard. */
let kept: Clip | null = null;

export function useSelection(): SelectionActions {
  const store = useDashboardStore();
  const client = useQueryClient();
  const leastSize = useLeastSize();
  return useMemo(() => {
    const mark = (ids: readonly string[]) => store.getState().dispatch({ type: 'selected', ids: new Set(ids) });
    const clipOf = () => copyComponents(presentLayout(store), markedIds(store));
    const put = (clip: Clip, after: string | null) => {
      const layout = presentLayout(store);
      const home = openHome(layout, store.getState().activeTabs);
      // What was marked in a tab that is not open any more is no place that anybody sees.
      const beside = after !== null && componentOf(layout, after)?.parents.includes(home) ? after : null;
      const pasted = pasteComponents(layout, clip, beside, newComponentId, leastSize, home);
      if (pasted === null) return toast.warning(t('This component cannot be placed here.'));
      applyLayout(store, pasted.layout);
      mark(pasted.ids);
      // Their charts may be new to this dashboard.
      void learnCharts(client, chartIdsOf(clip));
    };
    const copy = (): boolean => {
      const clip = clipOf();
      if (isEmptyClip(clip)) return false;
      kept = clip;
      // Without the right to the clipboard the page's own copy does.
      void navigator.clipboard?.writeText(clipText(clip)).catch(() => undefined);
      return true;
    };
    const remove = () => {
      const ids = markedIds(store);
      if (ids.size === 0) return;
      applyLayout(store, deleteComponents(presentLayout(store), ids));
      mark([]);
      toast.info(
        tn(
          'One component was removed. Undo brings it back.',
          '%(count)s components were removed. Undo brings them back.',
          ids.size,
        ),
      );
    };
    return {
      duplicate: () => {
        const clip = clipOf();
        if (!isEmptyClip(clip)) put(clip, lastMarked(store));
      },
      copy: () => {
        if (copy()) toast.info(t('Copied. Paste it here or on another dashboard.'));
      },
      cut: () => {
        if (copy()) remove();
      },
      paste: (text) => {
        const clip = readClip(text) ?? (text === '' ? kept : null);
        if (clip !== null) put(clip, lastMarked(store));
      },
      remove,
      clear: () => mark([]),
    };
  }, [store, client, leastSize]);
}

/** The marked components, or the one that the keyboard is at. */
function markedIds(store: DashboardStore): ReadonlySet<string> {
  const { selected } = store.getState();
  if (selected.size > 0) return selected;
  const focused = document.activeElement?.closest<HTMLElement>('[data-component-id]')?.dataset['componentId'];
  return focused === undefined ? new Set() : new Set([focused]);
}

function lastMarked(store: DashboardStore): string | null {
  return [...markedIds(store)].at(-1) ?? null;
}

/** Marks by pointer, and what keys do with what is marked, while a dashboard is edited. */
export function useSelectionKeys(actions: SelectionActions): void {
  const store = useDashboardStore();
  useEffect(() => {
    const onPointer = (event: PointerEvent) => {
      if (!(event.target instanceof Element) || event.button !== 0) return;
      const { selected, dispatch } = store.getState();
      const frame = event.target.closest<HTMLElement>('[data-component-id]');
      const id = frame?.dataset['componentId'];
      const adds = event.shiftKey || event.ctrlKey || event.metaKey;
      if (id === undefined || !adds) {
        // A press on the page takes the marks away; one on a tool acts on what is marked.
        if (selected.size > 0 && event.target.closest('button, [role="toolbar"], [role="dialog"], input') === null)
          dispatch({ type: 'selected', ids: new Set() });
        return;
      }
      event.preventDefault();
      const ids = new Set(selected);
      if (!ids.delete(id)) ids.add(id);
      dispatch({ type: 'selected', ids });
    };
    const onKey = (event: KeyboardEvent) => {
      if (isTyping(event.target)) return;
      const { selected } = store.getState();
      const isCommand = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
      if (event.key === 'Escape' && selected.size > 0) return actions.clear();
      if ((event.key === 'Delete' || event.key === 'Backspace') && selected.size > 0) {
        event.preventDefault();
        return actions.remove();
      }
      if (isCommand && event.key.toLowerCase() === 'd') {
        event.preventDefault();
        actions.duplicate();
      }
    };
    const onCopy = (event: ClipboardEvent) => {
      if (isTyping(event.target) || (getSelection()?.toString() ?? '') !== '') return;
      event.preventDefault();
      if (event.type === 'cut') actions.cut();
      else actions.copy();
    };
    const onPaste = (event: ClipboardEvent) => {
      if (isTyping(event.target)) return;
      actions.paste(event.clipboardData?.getData('text/plain') ?? '');
    };
    addEventListener('pointerdown', onPointer, true);
    addEventListener('keydown', onKey);
    addEventListener('copy', onCopy);
    addEventListener('cut', onCopy);
    addEventListener('paste', onPaste);
    return () => {
      removeEventListener('pointerdown', onPointer, true);
      removeEventListener('keydown', onKey);
      removeEventListener('copy', onCopy);
      removeEventListener('cut', onCopy);
      removeEventListener('paste', onPaste);
    };
  }, [store, actions]);
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest('input, textarea, select, [contenteditable="true"], [role="dialog"]') !== null
  );
}
