import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { themeMode, usePreferences } from '../../ui/common/preferences.ts';
import { useCalmChart, type ChartControl, type ChartInput } from '../use-chart.ts';
import { paintedPlace, type Painted } from './painted.ts';
import type { Still, Touched } from './StillCanvas.tsx';

/** Whether a place still shows the picture that came with the page, and what wakes it. */
function useStill(painted: Painted | null): {
  readonly isStill: boolean;
  readonly wake: Still['wake'];
  /** The press that woke it, once. */
  readonly takePress: () => Touched | null;
} {
  const [isStill, setStill] = useState(painted !== null);
  const touched = useRef<Touched | null>(null);
  const wake = useCallback((at?: Touched) => {
    if (at) touched.current = at;
    setStill(false);
  }, []);
  const takePress = useCallback(() => {
    const at = touched.current;
    touched.current = null;
    return at;
  }, []);
  return { isStill, wake, takePress };
}

/** What the picture in a place needs to know, for `StillContext`. */
function useStillPicture(
  painted: Painted | null,
  { shown, live }: ChartControl,
  { isStill, wake, takePress }: ReturnType<typeof useStill>,
): Still {
  const mode = usePreferences(themeMode);
  const results = shown?.results ?? null;
  useEffect(() => {
    if (isStill) return;
    const look = (): void => {
      const at = live.status() === 'rendered' ? takePress() : null;
      if (at !== null) queueMicrotask(() => pressAgain(at));
    };
    look();
    return live.subscribe(look);
  }, [isStill, live, takePress]);
  return useMemo(() => {
    const isSame = painted !== null && painted.mode === mode && painted.results === results;
    return {
      componentId: painted?.componentId ?? '',
      fits: (width, height) => isSame && Math.abs(painted.width - width) <= 1 && Math.abs(painted.height - height) <= 1,
      wake,
    };
  }, [painted, results, mode, wake]);
}

/** `useChart` for a place of a dashboard, whose picture may have come with the page. */
export function useStillChart(
  componentId: string,
  input: ChartInput,
): { readonly control: ChartControl; readonly still: Still } {
  const [painted] = useState(() => paintedPlace(componentId, input.chartId));
  const place = useStill(painted);
  const control = useCalmChart({ ...input, isStill: place.isStill });
  return { control, still: useStillPicture(painted, control, place) };
}

/** What was pressed on the picture is pressed on the chart: the user did it once. */
function pressAgain({ x, y }: Touched): void {
  const target = document.elementFromPoint(x, y);
  if (!(target instanceof HTMLCanvasElement)) return;
  const init = { clientX: x, clientY: y, bubbles: true, cancelable: true, view: window };
  for (const type of ['mousemove', 'mousedown', 'mouseup', 'click']) target.dispatchEvent(new MouseEvent(type, init));
}
