import type { RawForm } from '@tessera/core/form-data';
import { stableJson } from '@tessera/core/stable-json';
import type { ChartEvent, Outcome } from '@tessera/viz/events';
import { type ChartInputs, NO_INPUTS } from '@tessera/viz/inputs';
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { Shown } from './use-chart.ts';

/** What leaves a chart when it is touched. */
export type OnOutcome = (outcome: NonNullable<Outcome>) => void;

/** A selection that its page holds: what is selected on a chart filters the others there. */
export type ControlledSelection = {
  /** Filter state of the mask of the chart; empty where nothing is selected. */
  readonly state: RawForm;
  /** Whether a selection goes anywhere. */
  readonly emits: boolean;
};

export type InputControl = {
  readonly inputs: ChartInputs;
  /** What the chart's type makes of an event; a data mask is stored here as the chart's selection. */
  readonly send: (event: ChartEvent) => Outcome;
  readonly setHidden: (hidden: ReadonlySet<string>) => void;
};

/**
 * Selection and hidden series of one chart. They are inputs of its drawing and stay while the same chart is drawn
 * again: a selection until its settings change, hidden series until its type does.
 */
export function useInputs(
  shown: Shown | null,
  onOutcome: OnOutcome | undefined,
  held?: ControlledSelection,
): InputControl {
  const [own, setInputs] = useState<ChartInputs>(NO_INPUTS);
  const inputs = useMemo(
    () => (held === undefined ? own : { ...own, selection: held.state, emits: held.emits }),
    [own, held],
  );
  const latest = useRef({ shown, inputs, onOutcome });
  useLayoutEffect(() => {
    latest.current = { shown, inputs, onOutcome };
  });
  const type = shown?.loaded.viz.type ?? null;
  const settings = shown === null ? null : stableJson(shown.form);
  useEffect(
    () => setInputs((before) => (before.hidden.size === 0 ? before : { ...before, hidden: new Set() })),
    [type],
  );
  useEffect(
    () => setInputs((before) => (Object.keys(before.selection).length === 0 ? before : { ...before, selection: {} })),
    [settings],
  );

  const send = useCallback((event: ChartEvent): Outcome => {
    const { shown, inputs, onOutcome } = latest.current;
    const outcome = shown === null ? null : shown.loaded.viz.select(event, shown.results, shown.form, inputs);
    // A canvas and a table show by themselves what the pointer is over; a scene is drawn with it.
    if (event.kind === 'hover' && shown?.loaded.draw.kind === 'scene')
      setInputs((before) => ({ ...before, highlighted: event.mark?.key ?? null }));
    if (outcome?.kind === 'data_mask') setInputs((before) => ({ ...before, selection: outcome.mask.filterState }));
    if (outcome) onOutcome?.(outcome);
    return outcome;
  }, []);
  const setHidden = useCallback((hidden: ReadonlySet<string>) => setInputs((before) => ({ ...before, hidden })), []);
  return { inputs, send, setHidden };
}
