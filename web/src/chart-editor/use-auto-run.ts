import { t } from '@tessera/core/messages';
import type { RawForm } from '@tessera/core/form-data';
import type { AnyViz } from '@tessera/viz/erase';
import { useEffect, useRef, useState } from 'react';
import { elapsedText } from '../chart/elapsed-text.ts';
import type { ChartControl } from '../chart/use-chart.ts';
import { isTypedKind, type Run } from './editor-store.ts';
import { useEditor } from './editor-context.ts';
import type { Session } from './use-session.ts';

export type AutoRun = {
  readonly isOn: boolean;
  readonly set: (on: boolean) => void;
  /** Why an edit waits for a press, or null while the chart follows. */
  readonly waits: string | null;
};

const KEY = 'tessera.explore.follow';
/** A choice is run within the same frame or two; letters and drags wait for the next one. */
const QUIET_MS = { chosen: 20, typed: 250 } as const;
/** A chart whose last query took longer waits for a press. */
const CHEAP_MS = 1000;
/** The first answer of a page brings the code of its chart, and may start the database's process: it weighs less. */
const FIRST_CHEAP_MS = 3000;

/** What a question cost, in ms. */
export type Cost = { readonly ms: number; readonly isFirst: boolean };

/**
 * The chart follows the hand: an edit that can run is run by itself, as long as answers come quickly. The browser
 * stores whether it does.
 */
export function useAutoRun(session: Session, chart: ChartControl): AutoRun {
  const [isOn, setOn] = useState(() => readSwitch());
  const form = useEditor((state) => state.draft.form);
  const run = useEditor((state) => state.run);
  const cost = useCost(chart);
  const hasErrors = Object.keys(session.errors).length > 0;
  const waits = waitsFor({ isOn, cost, wasStopped: chart.state.status === 'stopped' });
  const follows = waits === null && session.isStale && !hasErrors;
  const latest = useRef(session);
  useEffect(() => {
    latest.current = session;
  });
  useEffect(() => {
    if (!follows) return;
    const timer = setTimeout(() => latest.current.run({ quiet: true }), quietOf(latest.current.viz, run, form));
    return () => clearTimeout(timer);
  }, [follows, form, run]);

  const set = (on: boolean) => {
    setOn(on);
    try {
      localStorage.setItem(KEY, on ? '1' : '0');
    } catch {
      // A private window stores it as long as the page lasts.
    }
  };
  return { isOn, set, waits };
}

function readSwitch(): boolean {
  try {
    return localStorage.getItem(KEY) !== '0';
  } catch {
    return true;
  }
}

/** Why the chart does not follow; null where it does. @param cost of the last question, null before one */
export function waitsFor({
  isOn,
  cost,
  wasStopped,
}: {
  readonly isOn: boolean;
  readonly cost: Cost | null;
  readonly wasStopped: boolean;
}): string | null {
  if (!isOn || wasStopped) return t('Settings changed; update the chart to see them.');
  if (cost !== null && cost.ms >= (cost.isFirst ? FIRST_CHEAP_MS : CHEAP_MS))
    return t('The last answer took %s. Change what you need, then update the chart.', elapsedText(cost.ms));
  return null;
}

/** How long an edit may be followed by another that takes its place. */
export function quietOf(viz: AnyViz | null, run: Pick<Run, 'form' | 'vizType'> | null, form: RawForm): number {
  if (!viz || !run || run.vizType !== viz.type) return QUIET_MS.chosen;
  const changed = Object.keys(viz.controls).filter((key) => run.form[key] !== form[key]);
  return changed.some((key) => isTypedKind(viz.controls[key]?.kind)) ? QUIET_MS.typed : QUIET_MS.chosen;
}

/**
 * What the last query cost that went to the database. An answer from a cache says nothing about the next one; one that
 * the page cached itself is known by its rows, which were here before.
 */
function useCost({ state, shown }: ChartControl): Cost | null {
  const [cost, setCost] = useState<Cost | null>(null);
  const seen = useRef(new WeakSet<object>());
  const { status, startedAt, endedAt } = state;
  useEffect(() => {
    if (startedAt === null || endedAt === null) return;
    const ms = endedAt - startedAt;
    if (status === 'failed') setCost({ ms, isFirst: false });
    if (status !== 'success' && status !== 'rendered') return;
    const first = shown?.results[0];
    if (!first || seen.current.has(first.table)) return;
    seen.current.add(first.table);
    // One that is slow although it was cached comes over a slow line.
    if (!first.isCached || ms >= CHEAP_MS) setCost((before) => ({ ms, isFirst: before === null }));
  }, [status, startedAt, endedAt, shown]);
  return cost;
}
