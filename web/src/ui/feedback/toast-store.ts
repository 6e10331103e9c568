import type { ReactNode } from 'react';
import { create } from 'zustand';

export type ToastTone = 'info' | 'success' | 'warning' | 'danger';
export type Toast = {
  readonly id: number;
  readonly tone: ToastTone;
  readonly message: ReactNode;
  /** One thing to do about it: Undo, Open … */
  readonly action?: { readonly label: string; readonly onClick: () => void };
  readonly durationMs: number;
};

/** How long a toast stays, in ms ([9.0-29]). */
export const toastDurations: Readonly<Record<ToastTone, number>> = {
  info: 4000,
  success: 4000,
  warning: 6000,
  danger: 8000,
};

/** More than this at once hide each other. */
const shownAtMost = 4;

export type ToastAction =
  | { readonly type: 'shown'; readonly toast: Toast }
  | { readonly type: 'dismissed'; readonly id: number };

/** Pure: the toasts on screen, the newest last; one that says the same as a shown one takes its place. */
export function toasts(state: readonly Toast[], action: ToastAction): readonly Toast[] {
  switch (action.type) {
    case 'shown': {
      const others = state.filter(
        (toast) => toast.message !== action.toast.message || toast.tone !== action.toast.tone,
      );
      return [...others, action.toast].slice(-shownAtMost);
    }
    case 'dismissed':
      return state.filter((toast) => toast.id !== action.id);
  }
}

export const useToasts = create<{ readonly list: readonly Toast[]; readonly dispatch: (action: ToastAction) => void }>(
  (set) => ({
    list: [],
    dispatch: (action) => set((state) => ({ list: toasts(state.list, action) })),
  }),
);

let nextId = 1;

type ToastOptions = { readonly action?: Toast['action']; readonly durationMs?: number };

function show(
  tone: ToastTone,
  message: ReactNode,
  { action, durationMs = toastDurations[tone] }: ToastOptions = {},
): number {
  const id = nextId++;
  useToasts
    .getState()
    .dispatch({ type: 'shown', toast: { id, tone, message, durationMs, ...(action ? { action } : {}) } });
  return id;
}

/** Say something beside the work. Callable from anywhere; a danger toast interrupts a screen reader, others wait. */
export const toast = {
  info: (message: ReactNode, options?: ToastOptions) => show('info', message, options),
  success: (message: ReactNode, options?: ToastOptions) => show('success', message, options),
  warning: (message: ReactNode, options?: ToastOptions) => show('warning', message, options),
  danger: (message: ReactNode, options?: ToastOptions) => show('danger', message, options),
  dismiss: (id: number) => useToasts.getState().dispatch({ type: 'dismissed', id }),
};
