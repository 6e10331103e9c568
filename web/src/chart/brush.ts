import type { Box } from '@tessera/viz/marks';
import type { EChartsOption } from 'echarts';
import type { EChartsType } from 'echarts/core';
import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';

/** From and to, in values of the axis. */
export type Stretch = readonly [number, number];

/** Less than this is a click. */
const LEAST = 6;

/**
 * A stretch of the base axis, drawn over with a mouse.
 *
 * @param follows  Whether who hears of it is ready for the next step; null hears of the whole alone
 * @returns its box while it is being drawn
 */
export function useBrush(
  element: RefObject<HTMLElement | null>,
  chart: RefObject<EChartsType | null>,
  axis: 'x' | 'y' | null,
  onBrush: ((from: number, to: number) => void) | null,
  follows: (() => boolean) | null,
): Box | null {
  const [box, setBox] = useState<Box | null>(null);
  const latest = useRef({ onBrush, follows });
  useLayoutEffect(() => {
    latest.current = { onBrush, follows };
  });
  const isOn = onBrush !== null;
  useEffect(() => {
    const canvas = element.current;
    if (!canvas || axis === null || !isOn) return;
    const along = (event: PointerEvent) => {
      const { left, top } = canvas.getBoundingClientRect();
      return axis === 'x' ? event.clientX - left : event.clientY - top;
    };
    let start: number | null = null;
    const steps = stepsOf(latest);
    const values = (from: number, to: number) => {
      const value = (px: number) =>
        Number(chart.current?.convertFromPixel(axis === 'x' ? { xAxisIndex: 0 } : { yAxisIndex: 0 }, px));
      const [least, most] = ordered(value(from), value(to));
      return to - from >= LEAST && Number.isFinite(least) && Number.isFinite(most) ? ([least, most] as const) : null;
    };
    const onDown = (event: PointerEvent) => {
      if (event.button !== 0 || event.pointerType !== 'mouse') return;
      const { left, top } = canvas.getBoundingClientRect();
      const inside = chart.current?.containPixel({ gridIndex: 0 }, [event.clientX - left, event.clientY - top]);
      start = inside === true ? along(event) : null;
    };
    const onMove = (event: PointerEvent) => {
      if (start === null) return;
      const [from, to] = ordered(start, along(event));
      setBox(to - from < LEAST ? null : boxAlong(axis, from, to, canvas));
      steps.next(() => values(from, to));
    };
    const onUp = (event: PointerEvent) => {
      if (start === null) return;
      const [from, to] = ordered(start, along(event));
      start = null;
      setBox(null);
      steps.end(values(from, to));
    };
    canvas.addEventListener('pointerdown', onDown);
    addEventListener('pointermove', onMove);
    addEventListener('pointerup', onUp);
    return () => {
      steps.end(null);
      canvas.removeEventListener('pointerdown', onDown);
      removeEventListener('pointermove', onMove);
      removeEventListener('pointerup', onUp);
    };
  }, [element, chart, axis, isOn]);
  return box;
}

type Heard = RefObject<{
  readonly onBrush: ((from: number, to: number) => void) | null;
  readonly follows: (() => boolean) | null;
}>;

/** Hands the newest stretch on as soon as the one before has been followed; those between are never reckoned. */
function stepsOf(latest: Heard) {
  let frame = 0;
  const next = (newest: () => Stretch | null): void => {
    cancelAnimationFrame(frame);
    const { follows, onBrush } = latest.current;
    if (follows === null) return;
    frame = requestAnimationFrame(() => {
      if (!follows()) return next(newest);
      const stretch = newest();
      if (stretch !== null) onBrush?.(...stretch);
    });
  };
  const end = (stretch: Stretch | null): void => {
    cancelAnimationFrame(frame);
    if (stretch !== null) latest.current.onBrush?.(...stretch);
  };
  return { next, end };
}

/** The box of a stretch that the keyboard has chosen, in values of the axis. */
export function useRangeBox(
  element: RefObject<HTMLElement | null>,
  chart: RefObject<EChartsType | null>,
  axis: 'x' | 'y' | null,
  range: Stretch | null,
  option: EChartsOption,
): Box | null {
  const [box, setBox] = useState<Box | null>(null);
  useEffect(() => {
    const canvas = element.current;
    const made = chart.current;
    if (!canvas || !made || axis === null || range === null) return setBox(null);
    const toPx = (value: number) => made.convertToPixel(axis === 'x' ? { xAxisIndex: 0 } : { yAxisIndex: 0 }, value);
    const [from, to] = ordered(toPx(range[0]), toPx(range[1]));
    // Of one place, its line.
    setBox(boxAlong(axis, from, Math.max(to, from + 1), canvas));
  }, [element, chart, axis, range, option]);
  return box;
}

function ordered(a: number, b: number): readonly [number, number] {
  return a <= b ? [a, b] : [b, a];
}

function boxAlong(axis: 'x' | 'y', from: number, to: number, { clientWidth, clientHeight }: HTMLElement): Box {
  return axis === 'x'
    ? { x: from, y: 0, width: to - from, height: clientHeight }
    : { x: 0, y: from, width: clientWidth, height: to - from };
}
